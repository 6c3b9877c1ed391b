/** A page with a contact's personal data, to print and keep: one file without scripts or external resources. Pure. */
import { escapeHtml } from '../../../../shared/pages/html.ts';
import { styleSources } from '../../../../shared/pages/page-style.ts';
import type { PersonalData } from './collect.ts';

const style = `:root{color-scheme:light dark;--page:#f9fafc;--card:#fff;--line:#e0e3e8;--text:#1a1f29;--soft:#575e69}
@media (prefers-color-scheme:dark){:root{--page:#0d0f15;--card:#14171e;--line:#292e37;--text:#eceef3;--soft:#a6abb5}}
*{box-sizing:border-box;margin:0}
body{font:.875rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--page);color:var(--text);padding:32px 16px}
main{max-width:64rem;margin:0 auto}
h1{font-size:1.375rem;line-height:1.25;font-weight:650;letter-spacing:-.015em;overflow-wrap:anywhere}
h2{font-size:1rem;font-weight:600;margin:32px 0 8px}
p{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:8px 16px;text-align:start;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
tr:last-child>*{border-bottom:0}
th{color:var(--soft);font-weight:550;white-space:nowrap}
td{white-space:pre-wrap;min-width:6rem}
@media print{:root{--page:#fff;--card:#fff;--line:#bbb;--text:#000;--soft:#333}body{padding:0}.card{border:0;overflow:visible}tr{break-inside:avoid}thead{display:table-header-group}}`;

/** The content security policy: blocks scripts and external resources that the data could contain. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${styleSources([style])}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const toWords = (name: string) => name.replaceAll('_', ' ');

export function* writePage({ site, exportedAt, contact, sections }: PersonalData): Generator<string> {
  const title = `Data about ${contact.email}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(site)}, ${escapeHtml(exportedAt)} UTC</p>
<h2>Contact</h2>
${card(Object.entries(contact).map(([name, value]) => `<tr><th scope="row">${escapeHtml(toWords(name))}</th>${cell(value)}</tr>`))}
`;
  for (const { title: heading, rows } of sections) {
    yield `<h2>${escapeHtml(heading)}</h2>\n${rows.length === 0 ? '<p>Nothing.</p>' : table(rows)}\n`;
  }
  yield '</main>\n</body>\n</html>\n';
}

function table(rows: Record<string, unknown>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = `<thead><tr>${names.map((name) => `<th scope="col">${escapeHtml(toWords(name))}</th>`).join('')}</tr></thead>`;
  return card(
    rows.map((row) => `<tr>${names.map((name) => cell(row[name])).join('')}</tr>`),
    head,
  );
}

const card = (rows: string[], head = '') =>
  `<div class="card"><table>${head}<tbody>${rows.join('\n')}</tbody></table></div>`;

const cell = (value: unknown) => `<td>${escapeHtml(toText(value))}</td>`;

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
}
