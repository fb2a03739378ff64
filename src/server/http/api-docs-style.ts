/** Styles of the API page; it carries them itself. */
export const API_DOCS_STYLE = `
:root{color-scheme:light dark;--ink:#12303d;--soft:#48626d;--paper:#fbf9f5;--card:#fff;--line:#dfe6e6;--link:#0b5c7a;--get:#0b6b4f;--post:#8a4b00;--put:#5b3fa0;--delete:#a3262a}
@media (prefers-color-scheme:dark){:root{--ink:#e8f0f2;--soft:#a9bec6;--paper:#0c1b22;--card:#12262f;--line:#23404c;--link:#7cc8e6;--get:#6fd3ac;--post:#f0b35e;--put:#b9a3f0;--delete:#f39a9c}}
*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1rem 4rem;max-width:60rem;font:1rem/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}
.name{margin:0;color:var(--soft);font-weight:600}
h1{margin:0 0 1rem;font-size:2.25rem;line-height:1.1}
h2{margin:2.5rem 0 1rem;font-size:1.35rem}
h3{margin:0;font-size:1.05rem;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;margin:1.5rem 0;list-style:none}
nav a,summary{display:inline-block;padding:.35rem 0;min-height:1.75rem}
article{margin:0 0 1rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
article p{margin:.4rem 0}
.method{display:inline-block;min-width:3.5rem;font:700 .8rem/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.04em}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
.facts{color:var(--soft);font-size:.9rem}
summary{cursor:pointer;color:var(--link)}
pre{margin:.25rem 0 .5rem;padding:.75rem 1rem;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--paper)}
details ul{margin:.25rem 0;padding-left:1.25rem}
table{border-collapse:collapse}
th,td{padding:.35rem 1.5rem .35rem 0;border-bottom:1px solid var(--line);text-align:left}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}`
