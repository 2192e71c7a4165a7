import { markup } from './markup.js'

/** The colours of the control panel, for a light and a dark screen; paper is light. */
export const STYLE = markup`<style>
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #121318);
  --sunken: light-dark(#f1f1f5, #1f2129);
  --line: light-dark(#d9d9e0, #2a2c35);
  --text: light-dark(#1b1c22, #e9eaf0);
  --soft: light-dark(#4d505d, #b9bcc8);
  --accent: light-dark(#3450c8, #9db0ff);
  --fine: light-dark(#14683a, #79d198);
  --bad: light-dark(#ad1f15, #ff9f96);
  --pending: light-dark(#855300, #eebb5c);
}
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { border-left: 6px solid var(--pending); padding-left: 1rem; }
header.pass { border-color: var(--fine); }
header.fail { border-color: var(--bad); }
p, li { margin: 0.25rem 0; white-space: pre-line; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.25rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem; }
ol { columns: 24rem; column-gap: 3rem; }
a { color: var(--accent); }
article { margin: 1.25rem 0; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: 6rem 1fr; margin: 0.25rem 0; }
dt, th, header > p:first-child { color: var(--soft); font-weight: 400; }
dd { margin: 0; min-width: 0; white-space: pre-wrap; unicode-bidi: isolate; }
:is(.Expected, .Actual, .Reproduce) { padding: 0.25rem 0.5rem; background: var(--sunken); font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { overflow-wrap: normal; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; unicode-bidi: isolate; }
.passed { color: var(--fine); }
:is(span.failed, span.error) { color: var(--bad); font-weight: 600; }
:is(.skipped, .note) { color: var(--pending); }
@media (max-width: 30rem) { dl > div { display: block; } }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3, dt { break-after: avoid; }
  tr { break-inside: avoid; }
}
</style>`
