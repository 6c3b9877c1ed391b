/** Public routes of the OpenAPI document and its reference page. */
import type { HttpRoute } from '../../../shared/http/route.ts';
import { referenceFiles } from '../../../shared/openapi/reference-page.ts';
import type { DescribedRoute } from '../endpoint.ts';
import { type DocumentOptions, openApiDocument, title } from './document.ts';

export function openApiRoutes(described: DescribedRoute[], options: DocumentOptions): HttpRoute[] {
  const descriptions = described.map(({ description }) => description);
  const files = referenceFiles(title, options.baseUrl, () => openApiDocument(descriptions, options));
  return Object.entries(files).map(([at, serve]) => ({
    method: 'GET',
    path: `/api${at}`,
    async handle(request) {
      const { contentType, body, headers } = await serve(request.headers);
      return { status: 200, headers: { 'Content-Type': contentType, ...headers }, body };
    },
  }));
}
