"""Finds the line to look at first, in the log and in the workspace."""

from __future__ import annotations

from pathlib import Path

from rootrank.diagnosis.judged import Fault
from rootrank.model.document import Place
from rootrank.model.log import Frame, Traceback
from rootrank.reading.frames import fault_frame
from rootrank.sources import Located, Match, Workspace

NOWHERE = Fault(None, None, None)


def fault_of(traceback: Traceback | None, workspace: Workspace) -> Fault:
    """Returns the line to look at first for a traceback; nowhere without one."""
    frame = fault_frame(traceback) if traceback else None
    if frame is None:
        return NOWHERE
    place = workspace.locate(frame)
    text = frame.text
    if isinstance(place, Located):
        lines = workspace.lines(place.path) or []
        text = lines[place.line - 1].strip() if place.line <= len(lines) else text
    return Fault(frame, place, text)


def fault_at(match: Match, workspace: Workspace) -> Fault:
    """Returns the fault that a code question located."""
    lines = workspace.lines(match.path) or []
    line = match.start.line
    text = lines[line - 1].strip() if line <= len(lines) else match.text
    return Fault(None, Located(match.path, line, moved=False, verified=True), text)


def place_of(fault: Fault) -> Place | None:
    """Returns the fault as the document shows it: the workspace's file where it was found, else the log's."""
    frame, located = fault.frame, fault.located
    if located is not None:
        return Place(str(located.path), located.line, frame.function if frame else None, fault.text)
    return place_of_frame(frame)


def place_of_frame(frame: Frame | None) -> Place | None:
    """Returns a frame as the document shows it."""
    return Place(frame.file, frame.line, frame.function, frame.text) if frame else None


def script_in(workspace: Workspace, script: str | None, cwd: str | None) -> Path | None:
    """Returns the workspace's file of the script that was started; None when it isn't there or several fit."""
    if script is None:
        return None
    direct = Path(cwd or ".") / script
    if workspace.text(direct.absolute()) is not None:
        return direct.absolute()
    place = workspace.locate(Frame(script, None, None, None, 0))
    return place.path if isinstance(place, Located) else None
