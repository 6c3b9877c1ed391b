/** The public files of a published namespace: its OpenAPI description and the page for it. */
import { referenceFiles } from '../../../shared/openapi/reference-page.ts';
import type { Site } from '../core/describe.ts';
import type { Namespace, RestAnswer, RestRequest } from '../core/route.ts';
import { openApiDocument } from './document.ts';

type OpenFile = (headers: RestRequest['headers']) => Promise<RestAnswer>;

/** Returns the files, keyed by their path below the namespace. */
export function openFilesOf(site: Site, namespace: Namespace): ReadonlyMap<string, OpenFile> {
  const { published } = namespace;
  if (!published) return new Map();
  const files = referenceFiles(published.title, site.url, () => openApiDocument(site, namespace, published));
  return new Map(
    Object.entries(files).map(([at, serve]): [string, OpenFile] => [
      at,
      async (headers) => {
        const { body, ...file } = await serve(headers);
        return { text: body, ...file };
      },
    ]),
  );
}
