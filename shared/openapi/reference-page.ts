/** The page that shows an interface description, and all it needs: its library is served from here, and nothing from elsewhere. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpAnswer } from '../http/answer.ts';
import type { HttpRequest } from '../http/route.ts';

type Handle = (request: Pick<HttpRequest, 'headers'>) => HttpAnswer | Promise<HttpAnswer>;

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src *; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** How long caches may keep the description and its page. */
export const keptShortly = { 'Cache-Control': 'public, max-age=300' };

/** The page at `/docs` beside `/openapi.json`, and its files below it. `title` is plain text of ours. */
export const referencePage = (title: string): Readonly<Record<string, Handle>> => ({
  '/docs': () => text('text/html', page(title), { ...securityHeaders, ...keptShortly }),
  '/docs/start.js': () => text('text/javascript', start),
  '/docs/swagger-ui.css': libraryFile('swagger-ui.css', 'text/css'),
  '/docs/swagger-ui-bundle.js': libraryFile('swagger-ui-bundle.js', 'text/javascript'),
});

const text = (type: string, body: string | Buffer, headers: Record<string, string> = {}): HttpAnswer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers },
  body,
});

/** Read and compressed once, when first asked for. */
function libraryFile(name: string, type: string): Handle {
  let loaded: Promise<{ plain: Buffer; packed: Buffer }> | undefined;
  const load = async () => {
    const directory = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const plain = await readFile(path.join(directory, name));
    return { plain, packed: await promisify(gzip)(plain) };
  };
  return async ({ headers }) => {
    const { plain, packed } = await (loaded ??= load());
    const packs = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    return text(type, packs ? packed : plain, {
      'Cache-Control': 'public, max-age=86400',
      Vary: 'Accept-Encoding',
      ...(packs ? { 'Content-Encoding': 'gzip' } : {}),
    });
  };
}
