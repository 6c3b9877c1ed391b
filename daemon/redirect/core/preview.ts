/**
 * The preview of a posted link: a small page for link preview programs. It redirects people to the destination, and has
 * no scripts and loads nothing.
 */
import { toLocation } from '../../../shared/drawing/location.ts';
import type { HttpAnswer } from '../../../shared/http/answer.ts';
import { escapeHtml, pageHeaders } from '../../../shared/pages/html.ts';

export type LinkPreview = { title: string | null; description: string | null; imageUrl: string | null };

/** Returns the form stored in the slug map, whose texts have one byte per character. */
export const toPreviewText = (json: string) => Buffer.from(json).toString('latin1');
export const fromPreviewText = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString()) as LinkPreview;

/** Returns the page. `location` is the redirect's: printable ASCII without spaces. */
export const previewAnswer = (preview: LinkPreview, location: string): HttpAnswer => ({
  status: 200,
  headers: {
    ...pageHeaders("'self'"),
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cache-Control': 'private, no-store',
  },
  body: html(preview, location),
});

const meta = (kind: 'name' | 'property', name: string, content: string | null) =>
  content ? [`<meta ${kind}="${name}" content="${escapeHtml(content)}">`] : [];

/** Returns the page's HTML. The `refresh` element is last, because some programs follow it at once. */
function html({ title, description, imageUrl }: LinkPreview, location: string): string {
  const to = escapeHtml(location);
  const image = imageUrl && toLocation(imageUrl, null);
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title ?? hostOf(location))}</title>`,
    ...meta('name', 'description', description),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:image', image),
    ...meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...meta('name', 'twitter:title', title),
    ...meta('name', 'twitter:description', description),
    ...meta('name', 'twitter:image', image),
    `<meta http-equiv="refresh" content="0; url=${to}">`,
  ];
  return `<!doctype html>
<html prefix="og: https://ogp.me/ns#">
<head>
${head.join('\n')}
</head>
<body>
<p><a href="${to}">${to}</a></p>
</body>
</html>
`;
}

const hostOf = (location: string) => (URL.canParse(location) && new URL(location).host) || location;
