/** The interface description and its reference page; both are open to anyone. */
import type { TSchema } from 'typebox';
import { json } from '../../../shared/http/answer.ts';
import type { HttpRoute } from '../../../shared/http/route.ts';
import { keptShortly, referencePage } from '../../../shared/openapi/reference-page.ts';
import type { DescribedRoute } from '../endpoint.ts';
import { openApiDocument, title } from './document.ts';

type Options = { baseUrl: string; groups: Record<string, string>; named: Record<string, TSchema> };

export function openApiRoutes(described: DescribedRoute[], options: Options): HttpRoute[] {
  const document = openApiDocument(
    described.map(({ description }) => description),
    options,
  );
  const files = Object.entries(referencePage(title, options.baseUrl)).map(([at, serve]) =>
    open(at, async (request) => {
      const { contentType, body, headers } = await serve(request.headers);
      return { status: 200, headers: { 'Content-Type': contentType, ...headers }, body };
    }),
  );
  return [open('/openapi.json', () => json(200, document, keptShortly)), ...files];
}

const open = (at: string, handle: HttpRoute['handle']): HttpRoute => ({ method: 'GET', path: `/api${at}`, handle });
