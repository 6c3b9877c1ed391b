/**
 * An API description and the page that shows it. Its library is served locally, and nothing is loaded from elsewhere.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

type File = { contentType: string; body: string | Buffer; headers?: Record<string, string> };
type Serve = (headers: Readonly<Record<string, string | undefined>>) => File | Promise<File>;

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

/**
 * Returns the headers of the page, which sends requests to itself and to the API's origin. The two origins differ
 * inside a private network.
 */
const securityHeaders = (api: string) => ({
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${new URL(api).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
});

/** The header that lets caches keep the description and its page for a few minutes. */
const keptShortly = { 'Cache-Control': 'public, max-age=300' };

/**
 * Returns the files: the description at `/openapi.json`, the page at `/docs`, and the page's files. `title` is trusted plain
 * text, `api` the API's URL. The description is built at the first request.
 */
export function referenceFiles(title: string, api: string, build: () => object): Readonly<Record<string, Serve>> {
  let text: string | undefined;
  return {
    '/openapi.json': () => ({
      contentType: 'application/json; charset=utf-8',
      body: (text ??= JSON.stringify(build())),
      headers: { 'X-Content-Type-Options': 'nosniff', ...keptShortly },
    }),
    '/docs': () => ({
      contentType: typeOf('html'),
      body: page(title),
      headers: { ...securityHeaders(api), ...keptShortly },
    }),
    '/docs/start.js': () => ({ contentType: typeOf('javascript'), body: start }),
    '/docs/swagger-ui.css': libraryFile('swagger-ui.css', 'css'),
    '/docs/swagger-ui-bundle.js': libraryFile('swagger-ui-bundle.js', 'javascript'),
  };
}

const typeOf = (kind: string) => `text/${kind}; charset=utf-8`;

/** Serves a file, which is read and compressed once, at the first request. */
function libraryFile(name: string, kind: string): Serve {
  let loaded: Promise<{ plain: Buffer; packed: Buffer }> | undefined;
  const load = async () => {
    const directory = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const plain = await readFile(path.join(directory, name));
    return { plain, packed: await promisify(gzip)(plain) };
  };
  return async ({ 'accept-encoding': accepted = '' }) => {
    const { plain, packed } = await (loaded ??= load());
    const packs = /\bgzip\b/.test(accepted);
    return {
      contentType: typeOf(kind),
      body: packs ? packed : plain,
      headers: {
        'Cache-Control': 'public, max-age=86400',
        Vary: 'Accept-Encoding',
        ...(packs ? { 'Content-Encoding': 'gzip' } : {}),
      },
    };
  };
}
