/** The small HTML pages people see: no scripts, nothing loaded from elsewhere, never stored, never indexed. */
import type { HttpAnswer } from '../../shared/http/answer.ts';

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** `title` is plain text, `body` is HTML. */
export const htmlDocument = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#222;background:#fff}input,button,select,textarea{font:inherit;padding:.3rem .6rem}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

/** What keeps a page to itself. `formTo` is where its forms may lead, redirects included. */
export const pageHeaders = (formTo: "'self'" | '*'): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${formTo}; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

export const htmlAnswer = (status: number, title: string, body: string): HttpAnswer => ({
  status,
  headers: pageHeaders("'self'"),
  body: htmlDocument(title, body),
});

/** A sentence of text; an error is announced to screen readers. */
export const paragraph = (text: string, isError = false) =>
  `<p${isError ? ' role="alert"' : ''}>${escapeHtml(text)}</p>`;
