/**
 * The redirect: from a request to its 302 without waiting for anything. No await, no file, no network, no object per
 * link: the slug map is asked, the click is noted, the stored bytes are sent.
 */
import { type HotHandler, nextRequestId, type RawResponse, statusLine } from '../../shared/http.ts';
import type { Hosts } from './hosts.ts';
import { type Page, pages, renderPage } from './pages.ts';
import { Flag, Rare, type SlugMap } from './slug-map.ts';

export type RedirectParts = {
  map: SlugMap;
  hosts: Hosts;
  /** Notes a click; must return at once. */
  record: (linkId: number, userAgent: string) => void;
};

export function createRedirect({ map, hosts, record }: RedirectParts): HotHandler {
  return (res, req, closing) => {
    const method = req.getMethod();
    const isHead = method === 'head';
    if (method !== 'get' && !isHead) {
      res.onAborted(() => {});
      return sendPage(res, pages.notAllowed, req.getHeader('accept'), isHead, closing, 'GET, HEAD');
    }
    const url = req.getUrl();
    const end = url.length > 2 && url.charCodeAt(url.length - 1) === 47 ? url.length - 1 : url.length;
    const domainId = hosts.find(req.getHeader('host'));
    const at = domainId < 0 ? -1 : map.find(domainId, url, 1, end);
    if (at < 0) return sendPage(res, pages.notFound, req.getHeader('accept'), isHead, closing);
    const flags = map.flags(at);
    if (flags & Flag.banned) return sendPage(res, pages.banned, req.getHeader('accept'), isHead, closing);
    if (flags & Flag.rare) {
      const expiresAt = map.rare(at, Rare.expiresAt);
      if (expiresAt !== undefined && Number(expiresAt) <= Date.now()) {
        return sendPage(res, pages.expired, req.getHeader('accept'), isHead, closing);
      }
    }
    if (!isHead) record(map.linkId(at), req.getHeader('user-agent'));
    const permanent = flags & Flag.permanent;
    res.writeStatus(permanent ? '301 Moved Permanently' : '302 Found');
    res.writeHeader('Location', map.location(at));
    res.writeHeader('Cache-Control', permanent ? 'private, max-age=60' : 'private, no-store');
    res.writeHeader('X-Request-Id', nextRequestId());
    res.endWithoutBody(0, closing);
  };
}

function sendPage(
  res: RawResponse,
  page: Page,
  accept: string,
  isHead: boolean,
  closing: boolean,
  allow?: string,
): void {
  const { type, body } = renderPage(page, accept);
  res.writeStatus(statusLine(page.status));
  res.writeHeader('Content-Type', type);
  res.writeHeader('Cache-Control', 'no-store');
  res.writeHeader('X-Robots-Tag', 'noindex');
  res.writeHeader('X-Request-Id', nextRequestId());
  if (allow) res.writeHeader('Allow', allow);
  if (isHead) res.endWithoutBody(Buffer.byteLength(body), closing);
  else res.end(body, closing);
}
