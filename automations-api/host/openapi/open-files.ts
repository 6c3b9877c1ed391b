/** The open files of a published namespace: its interface description, and the page that shows it. */
import { keptShortly, referencePage } from '../../../shared/openapi/reference-page.ts';
import type { Site } from '../core/describe.ts';
import type { Namespace, RestAnswer, RestRequest } from '../core/route.ts';
import { openApiDocument } from './document.ts';

type OpenFile = (headers: RestRequest['headers']) => RestAnswer | Promise<RestAnswer>;

/** By the path below the namespace. The description is made when it is first asked for. */
export function openFilesOf(site: Site, namespace: Namespace): ReadonlyMap<string, OpenFile> {
  const { published } = namespace;
  if (!published) return new Map();
  let text: string | undefined;
  const document: OpenFile = () => {
    text ??= JSON.stringify(openApiDocument(site, namespace, published));
    return { text, contentType: 'application/json; charset=utf-8', headers: keptShortly };
  };
  const files = Object.entries(referencePage(published.title, site.url)).map(([at, serve]): [string, OpenFile] => [
    at,
    async (asked) => {
      const { body, ...file } = await serve(asked);
      return { text: body, ...file };
    },
  ]);
  return new Map([['/openapi.json', document], ...files]);
}
