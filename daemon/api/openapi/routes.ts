/** The interface description and its reference page; both are open to anyone. The page's library is served from here. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TSchema } from 'typebox';
import { type HttpAnswer, json } from '../../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../../shared/http/route.ts';
import type { DescribedRoute } from '../endpoint.ts';
import { openApiDocument } from './document.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Waypost link API</title>
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

type Options = { baseUrl: string; groups: Record<string, string>; named: Record<string, TSchema> };

export function openApiRoutes(described: DescribedRoute[], options: Options): HttpRoute[] {
  const document = openApiDocument(
    described.map(({ description }) => description),
    options,
  );
  return [
    open('/openapi.json', () => json(200, document, { 'Cache-Control': 'public, max-age=300' })),
    open('/docs', () => text('text/html', page, { ...securityHeaders, 'Cache-Control': 'public, max-age=300' })),
    open('/docs/start.js', () => text('text/javascript', start)),
    open('/docs/swagger-ui.css', libraryFile('swagger-ui.css', 'text/css')),
    open('/docs/swagger-ui-bundle.js', libraryFile('swagger-ui-bundle.js', 'text/javascript')),
  ];
}

const open = (at: string, handle: HttpRoute['handle']): HttpRoute => ({ method: 'GET', path: `/api${at}`, handle });

const text = (type: string, body: string | Buffer, headers: Record<string, string> = {}): HttpAnswer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers },
  body,
});

/** Read and compressed once, when first asked for. */
function libraryFile(name: string, type: string) {
  let loaded: Promise<{ plain: Buffer; packed: Buffer }> | undefined;
  const load = async () => {
    const directory = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const plain = await readFile(path.join(directory, name));
    return { plain, packed: await promisify(gzip)(plain) };
  };
  return async ({ headers }: HttpRequest): Promise<HttpAnswer> => {
    const { plain, packed } = await (loaded ??= load());
    const packs = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    return text(type, packs ? packed : plain, {
      'Cache-Control': 'public, max-age=86400',
      Vary: 'Accept-Encoding',
      ...(packs ? { 'Content-Encoding': 'gzip' } : {}),
    });
  };
}
