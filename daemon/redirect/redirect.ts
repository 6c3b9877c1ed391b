/**
 * The redirect: from a request to its 302 without waiting for anything. No await, no file, no network, no object per
 * link: the slug map is asked, the click is noted, the stored bytes are sent. What is not a plain redirect goes to
 * `answers.ts`.
 */

import { nextRequestId, type RawResponse } from '../../shared/http/answer.ts';
import type { HotHandler, HotKit, RawRequest } from '../../shared/http/route.ts';
import { createAnswers, type LinkTarget, type RedirectParts } from './answers.ts';
import type { Hosts } from './map/hosts.ts';
import { Flag } from './map/slug-map.ts';
import { pageAnswer, pages } from './pages.ts';
import { siteFile } from './site-files.ts';

const slash = 47;
const slugPath = /^\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/?$/;

export function createRedirect(parts: RedirectParts & { hosts: Hosts }): HotHandler {
  const { current, hosts, record } = parts;
  const answers = createAnswers(parts);

  function slow(res: RawResponse, req: RawRequest, kit: HotKit, target: LinkTarget, at: number): void {
    const method = req.getMethod();
    const isRead = method === 'get' || method === 'head';
    if (at >= 0 && isRead) {
      const answer = answers.now(at, { method, query: req.getQuery() ?? '', headers: req, peer: res });
      if (answer) return kit.send(res, method, answer);
    }
    if (target.domainId >= 0 && slugPath.test(target.url)) {
      return kit.later(res, req, (request) => answers.later(target, request));
    }
    const accept = req.getHeader('accept');
    if (!isRead) return kit.send(res, method, pageAnswer(pages.notAllowed, accept));
    kit.send(res, method, siteFile(target.url) ?? pageAnswer(pages.notFound, accept));
  }

  return (res, req, kit, isGet) => {
    const url = req.getUrl();
    const end = url.length > 2 && url.charCodeAt(url.length - 1) === slash ? url.length - 1 : url.length;
    const domainId = hosts.find(req.getHeader('host'));
    const { map } = current;
    const at = domainId < 0 ? -1 : map.find(domainId, url, 1, end);
    const flags = at < 0 ? Flag.rare : map.flags(at);
    if (!isGet || flags > Flag.permanent || req.getQuery()) {
      return slow(res, req, kit, { domainId, url, end }, at);
    }
    record(map.linkId(at), req, res, 'link');
    res.writeStatus(flags === 0 ? '302 Found' : '301 Moved Permanently');
    res.writeHeader('Location', map.location(at));
    res.writeHeader('Cache-Control', flags === 0 ? 'private, no-store' : 'private, max-age=60');
    res.writeHeader('X-Request-Id', nextRequestId());
    res.endWithoutBody(0, kit.closing);
  };
}
