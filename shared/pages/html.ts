/**
 * Small HTML pages for visitors, with a common design: never cached or indexed, and without external files except a
 * brand's logo. Only pages with forms have a script.
 */

import type { HttpAnswer } from '../http/answer.ts';
import { type Language, languageAttributes, languageHeaders } from './language.ts';
import { styleSources, stylesOf } from './page-style.ts';

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The brand of a page. */
export type PageBrand = {
  name: string;
  /** An `https:` URL, which the visitor's browser loads. */
  logoUrl: string | null;
  /** The colour as `#rrggbb`. */
  color: string | null;
};

const ownMark =
  '<svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M4 4h11l5 4-5 4H4zM6 14h2v7H6z"/></svg><span>Waypost</span>';

function brandMark({ name, logoUrl, color }: PageBrand): string {
  const text = escapeHtml(name);
  if (logoUrl !== null) return `<img src="${escapeHtml(logoUrl)}" alt="${text}">`;
  return `${color === null ? '' : '<i></i>'}<span dir="auto">${text}</span>`;
}

/**
 * Options of a page. `script`: the URL of its script, on the same host. `framedBy`: the sites that can show it in a
 * frame. `isFramed`: true if the page is shown in a frame.
 */
export type PageOptions = { script?: string | undefined; framedBy?: "'self'" | '*' | undefined; isFramed?: boolean };

/** Builds a page. `title` is plain text, `body` is HTML. Without a brand, the page shows Waypost's brand. */
export const htmlDocument = (
  title: string,
  body: string,
  brand?: PageBrand,
  { language = 'en', script, isFramed }: PageOptions & { language?: Language } = {},
) => `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(brand ? `${title} · ${brand.name}` : title)}</title>
${stylesOf(brand?.color)
  .map((style) => `<style>${style}</style>`)
  .join('\n')}${script === undefined ? '' : `\n<script src="${escapeHtml(script)}" defer></script>`}
</head>
<body${isFramed ? ' class="framed"' : ''}>
<main>
<div class="brand">${brand ? brandMark(brand) : ownMark}</div>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

/**
 * Returns headers that isolate the page. `formTo`: the allowed destination of forms, including redirects. `language` is
 * set if the visitor's request determines it.
 */
export const pageHeaders = (
  formTo: "'self'" | "'none'" | '*',
  brand?: PageBrand,
  language?: Language,
  { script, framedBy }: PageOptions = {},
): Record<string, string> => ({
  ...(language && languageHeaders(language)),
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${styleSources(stylesOf(brand?.color))}`,
    ...(brand?.logoUrl ? [`img-src ${new URL(brand.logoUrl).origin}`] : []),
    ...(script === undefined ? [] : ["script-src 'self'"]),
    `form-action ${formTo}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy ?? "'none'"}`,
  ].join('; '),
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

export const htmlAnswer = (status: number, title: string, body: string, language?: Language): HttpAnswer => ({
  status,
  headers: pageHeaders("'self'", undefined, language),
  body: htmlDocument(title, body, undefined, language === undefined ? {} : { language }),
});

/** Adds a full stop if there is none: validation issues lack one. */
export const sentence = (message: string) => (message.endsWith('.') ? message : `${message}.`);

/** Formats a text as a paragraph; an error is announced to screen readers. */
export const paragraph = (text: string, isError = false) =>
  `<p${isError ? ' role="alert"' : ''}>${escapeHtml(text)}</p>`;
