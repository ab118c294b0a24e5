"""The look of the HTML page: one style sheet that stands in the page, light and dark by the reader's own setting."""

from __future__ import annotations

import base64
import hashlib

STYLE = """
:root{--page:#f6f7f9;--paper:#fff;--ink:#1c2128;--quiet:#5f6975;--line:#e1e5ea;--soft:#f3f5f8;--accent:#0b63ce;
--bad:#c62a2f;--bad-soft:#fdecec;--good:#1a7f45;--good-soft:#e6f5ec;--warn:#8a5a00;--warn-soft:#fdf3dc;
--mono:ui-monospace,SFMono-Regular,"Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--page:#0f1216;--paper:#171b21;--ink:#e3e8ee;--quiet:#97a2af;--line:#2a313a;
--soft:#1e242c;--accent:#6cb0ff;--bad:#ff7b7f;--bad-soft:#3a1d20;--good:#5fd08f;--good-soft:#173325;--warn:#e6b450;
--warn-soft:#382c12}}
*{box-sizing:border-box}
body{margin:0;padding:40px 16px 64px;background:var(--page);color:var(--ink);font:16px/1.6 var(--sans);
-webkit-text-size-adjust:100%}
main{max-width:880px;margin:0 auto;background:var(--paper);border:1px solid var(--line);border-radius:14px;
padding:32px 40px 36px;box-shadow:0 1px 2px rgba(0,0,0,.04),0 8px 32px rgba(0,0,0,.06)}
h1{font-size:1.6rem;line-height:1.25;margin:0;font-weight:650;letter-spacing:-.012em;overflow-wrap:anywhere}
h2{font-size:.8125rem;margin:0;font-weight:600;color:var(--quiet)}
h2.rank{margin-top:20px}
p{margin:0}p+p,p+pre,pre+p,ul+p,p+ul,pre+pre{margin-top:10px}
code,pre,.where{font-family:var(--mono);font-size:.8125rem}
code{background:var(--soft);border-radius:5px;padding:.1em .35em;overflow-wrap:anywhere}
pre{margin:0;background:var(--soft);border-radius:8px;padding:12px 16px;overflow-x:auto;line-height:1.55;tab-size:4}
pre:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a{color:var(--accent);text-underline-offset:3px;overflow-wrap:anywhere}
ul,ol{margin:0;padding-left:1.35em}li+li{margin-top:6px}
header{display:flex;gap:12px 16px;align-items:flex-start;justify-content:space-between;flex-wrap:wrap}
.mark{font-weight:700}.mark.failure{color:var(--bad)}.mark.healthy{color:var(--good)}.mark.unknown{color:var(--warn)}
header h1{flex:1 1 22rem}
.standing{flex:none;margin-top:5px;border-radius:999px;padding:2px 12px;font-size:.8125rem;font-weight:600;
background:var(--soft);color:var(--quiet)}
.standing.confirmed,.standing.healthy{background:var(--good-soft);color:var(--good)}
.standing.likely,.standing.not{background:var(--warn-soft);color:var(--warn)}
.means,.ranks{color:var(--quiet)}
.means{font-size:.875rem;margin-top:4px}.ranks{margin-top:12px}
.notice{margin-top:16px;padding:10px 16px;border-radius:8px;background:var(--warn-soft);color:var(--warn);
font-weight:600}
.line{margin-top:24px;border:1px solid var(--line);border-left:3px solid var(--bad);border-radius:8px;overflow:hidden}
.line .where{display:block;padding:6px 16px;color:var(--quiet);border-bottom:1px solid var(--line)}
.line pre{border-radius:0;background:var(--paper);font-size:.875rem}.line.healthy{border-left-color:var(--good)}
.cause{margin-top:20px;font-size:1.0625rem;overflow-wrap:anywhere}
section{display:grid;grid-template-columns:132px minmax(0,1fr);gap:4px 24px;margin-top:24px;padding-top:24px;
border-top:1px solid var(--line)}
section h2{padding-top:3px}section>div{min-width:0;overflow-wrap:anywhere}
.do{font-weight:600}
.note{color:var(--quiet);font-size:.9375rem}
.where{color:var(--quiet);overflow-wrap:anywhere}
.removed,.added,.kept{display:block;margin:0 -16px;padding:0 16px}
.removed{background:var(--bad-soft);color:var(--bad)}.added{background:var(--good-soft);color:var(--good)}
.kept{color:var(--quiet)}
.evidence{list-style:none;padding:0}
.evidence li{display:grid;grid-template-columns:14px minmax(0,1fr) auto;gap:0 10px;align-items:baseline}
.evidence li::before{content:"";width:9px;height:9px;border-radius:50%;background:var(--good);
border:2px solid var(--good)}
.evidence li.against::before{background:none;border-color:var(--warn)}
.evidence .where{text-align:right}
.cmd{display:block;white-space:pre-wrap;overflow-wrap:anywhere}
.cmd::before{content:"$ ";color:var(--quiet)}
.more{margin-top:32px;border-top:1px solid var(--line)}
details{border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:13px 0;font-weight:600;list-style:none;display:flex;align-items:center;gap:10px}
summary::-webkit-details-marker{display:none}
summary::before{content:"";width:7px;height:7px;border:solid var(--quiet);border-width:0 2px 2px 0;
transform:rotate(-45deg);transition:transform .12s;margin:0 3px}
details[open]>summary::before{transform:rotate(45deg)}
summary span{font-weight:400;color:var(--quiet);font-size:.875rem}
.body{padding:2px 0 20px 23px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.875rem}
.scroll{overflow-x:auto}
th,td{text-align:left;padding:6px 16px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
th{color:var(--quiet);font-weight:600;white-space:nowrap}td.n{font-variant-numeric:tabular-nums;white-space:nowrap}
td,th{overflow-wrap:normal}td:last-child,td code{overflow-wrap:anywhere}p+.scroll{margin-top:12px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 20px;margin:0;font-size:.875rem}
dt{color:var(--quiet)}dd{margin:0}
.grid{display:flex;flex-wrap:wrap;gap:3px;margin:0 0 16px;padding:0;list-style:none}
.grid li{min-width:26px;height:22px;padding:0 4px;border-radius:4px;border:1px solid var(--line);
font:600 11px/20px var(--mono);text-align:center;color:var(--quiet);margin:0}
.grid .initiating{background:var(--bad);border-color:var(--bad);color:var(--paper)}
.grid .collateral{border-color:var(--quiet)}
.grid .silent{border-style:dashed}
.grid.dense li{min-width:9px;width:9px;height:9px;padding:0;border-radius:2px}
.grid.dense .collateral{background:var(--line)}
.grid.dense .initiating{box-shadow:0 0 0 2px var(--bad-soft)}
.state{font-weight:600}.state.seen{color:var(--good)}.state.open{color:var(--warn)}
footer{max-width:880px;margin:20px auto 0;padding:0 40px;color:var(--quiet);font-size:.8125rem;
display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:space-between}
@media(max-width:640px){body{padding:0 0 32px}main{border-radius:0;border-width:0 0 1px;padding:24px 20px;
box-shadow:none}
section{grid-template-columns:1fr}.evidence li{grid-template-columns:14px minmax(0,1fr)}
.evidence .where{grid-column:2;text-align:left}footer{padding:0 20px}.body{padding-left:0}}
@media print{body{background:none;padding:0}main{border:0;box-shadow:none;padding:0;max-width:none}}
"""

STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""Names the style sheet in the page's policy, which allows nothing else."""
POLICY = f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none'"
