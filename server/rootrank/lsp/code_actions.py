"""``textDocument/codeAction``: the fixes of a finding, at its line and on the log lines that it rests on."""

from __future__ import annotations

from attrs import evolve
from lsprotocol import types

from rootrank.lsp.code import Snapshot
from rootrank.lsp.edits import can_confirm, current_fixes, workspace_edit
from rootrank.lsp.muting import mute_actions
from rootrank.lsp.publishing import diagnostic
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.touching import Touched, touched
from rootrank.model.document import Fix

QUICK_FIX = types.CodeActionKind.QuickFix


async def on_code_action(server: RootrankServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Answers the request."""
    wanted = params.context.only
    able = _able(server)
    if able is None or (wanted and not any(kind in ("", QUICK_FIX) for kind in wanted)):
        return []
    now = server.code.snapshot()
    actions: list[types.CodeAction] = []
    ones = touched(server, params.text_document.uri, params.range)
    for one in ones:
        for fix in await current_fixes(server, one.session, one.hypothesis, now):
            action = _action(server, now, one, fix)
            if action is not None and (action.disabled is None or able.disabled_support):
                actions.append(action)
    actions = _with_preferred(actions, supported=bool(able.is_preferred_support))
    return [*actions, *(mute_actions(ones) if server.can_mute else [])]


def _able(server: RootrankServer) -> types.CodeActionClientCapabilities | None:
    """What the client can show; None when it knows commands only, as an edit can't be one."""
    document = server.client_capabilities.text_document
    able = document.code_action if document else None
    return able if able is not None and able.code_action_literal_support is not None else None


def _action(server: RootrankServer, now: Snapshot, one: Touched, fix: Fix) -> types.CodeAction | None:
    if fix.kind not in ("edit", "config") or (fix.refused is None and not fix.edits):
        return None
    at = [] if one.finding is None else [diagnostic(server, now, one.session, one.finding)]
    if fix.refused is not None:
        why = types.CodeActionDisabled(fix.refused)
        return types.CodeAction(f"{fix.title} (Rootrank)", kind=QUICK_FIX, disabled=why, diagnostics=at)
    return types.CodeAction(
        _title(server, one, fix),
        kind=QUICK_FIX,
        edit=workspace_edit(server, now, fix),
        diagnostics=at,
        is_preferred=fix.safety == "safe" or None,
    )


def _title(server: RootrankServer, one: Touched, fix: Fix) -> str:
    """The fix as a verb, and what its user can't see: the file, and that it wants a look."""
    files = sorted({edit.file.replace("\\", "/").rsplit("/", 1)[-1] for edit in fix.edits})
    elsewhere = f" in {', '.join(files)}" if one.finding is None else ""
    review = ", review it" if fix.safety == "review" and not can_confirm(server) else ""
    return f"{fix.title}{elsewhere} (Rootrank{review})"


def _with_preferred(actions: list[types.CodeAction], *, supported: bool) -> list[types.CodeAction]:
    """Leaves the mark to the first safe fix: an editor applies the preferred one by a key."""
    first = next((n for n, action in enumerate(actions) if action.is_preferred), None) if supported else None
    return [evolve(action, is_preferred=True if n == first else None) for n, action in enumerate(actions)]
