/**
 * The redirect: answers a request with a 302 without waiting. It uses no await, no file, no network and no object per
 * link. It looks up the slug map, records the click and sends the stored bytes. `answers.ts` handles all other cases.
 */
import type { RawResponse } from '../../shared/http/answer.ts';
import { createRedirectHead } from '../../shared/http/redirect-head.ts';
import { lengthRequired, type RawRequest } from '../../shared/http/request.ts';
import type { HotHandler, HotKit } from '../../shared/http/route.ts';
import { Answers, type LinkTarget, type RedirectParts } from './answers.ts';
import type { ChoosingVisit } from './choose.ts';
import { Choice, type Headers, HeadersReadOnce } from './core/visit.ts';
import { createDomainAnswers } from './domain-answers.ts';
import type { Hosts } from './map/hosts.ts';
import { Flag } from './map/slug-map.ts';
import { pages } from './pages.ts';
import { longestForm } from './password.ts';
import { createHeaderReader, type ProxiedHeaders } from './proxied-headers.ts';
import { meantPath, slugPath } from './slug-path.ts';
import type { UnknownPaths } from './unknown-paths.ts';

const slash = 47;
/** The flags of links that can redirect by rules and variants alone. */
const ruledFlags = Flag.permanent | Flag.contacts | Flag.rules;

/** Returns the end of a path's slug. One trailing slash is ignored. */
const endOf = (url: string) =>
  url.length > 2 && url.charCodeAt(url.length - 1) === slash ? url.length - 1 : url.length;

const refuseBody = () => {
  throw lengthRequired();
};

/** Options of the redirect. `rootUrl` is the destination of the default domain's root. */
export type RedirectOptions = RedirectParts & {
  hosts: Hosts;
  rootUrl: string;
  unknownPaths?: Pick<UnknownPaths, 'count'>;
};

export function createRedirect(parts: RedirectOptions): HotHandler {
  const { current, hosts, record, chooser } = parts;
  const { behindProxy } = parts.clients;
  const domains = createDomainAnswers(hosts, parts.rootUrl, parts.unknownPaths);
  const answers = new Answers(parts, domains);
  const readHeaders = createHeaderReader();
  const readOnce = new HeadersReadOnce();
  /** The current request as a visit, for links with rules. */
  const ruled: ChoosingVisit = { headers: readOnce, peer: { getRemoteAddress: () => new ArrayBuffer(0) }, query: '' };
  const foundHead = createRedirectHead('302 Found', 'private, no-store');
  const movedHead = createRedirectHead('301 Moved Permanently', 'private, max-age=60');
  const unstoredHead = createRedirectHead('301 Moved Permanently', 'private, no-store');

  type Found = LinkTarget & { at: number };

  /**
   * Looks up an unknown path again, after decoding it and removing extra characters that were copied after the slug. A
   * slug contains neither escapes nor such characters.
   */
  function readAgain(found: Found): Found {
    const url = meantPath(found.url);
    if (url === found.url) return found;
    const end = endOf(url);
    const at = found.domainId < 0 ? -1 : current.map.find(found.domainId, url, 1, end);
    return { ...found, url, end, at };
  }

  function slow(res: RawResponse, req: RawRequest, kit: HotKit, headers: Headers, found: Found): void {
    const { at, ...target } = found.at < 0 ? readAgain(found) : found;
    const method = req.getCaseSensitiveMethod();
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead) {
      const query = req.getQuery() ?? '';
      const visit = { method, query, headers, peer: kit.peer ?? res };
      const answer = at < 0 ? domains.own(target, query) : answers.now(at, visit);
      if (answer) return kit.send(res, req, answer);
    }
    if (target.domainId >= 0 && slugPath.test(target.url)) {
      return kit.later(res, req, (request) => answers.later(target, request), longestForm);
    }
    const answer = isRead
      ? domains.notFound(target, headers)
      : domains.page(target.domainId, pages.notAllowed, headers);
    kit.send(res, req, answer);
  }

  /** Redirects by rules and variants alone. */
  function choose(res: RawResponse, kit: HotKit, headers: Headers, at: number): void {
    const { map } = current;
    // Headers behind a proxy were all read in one pass.
    ruled.headers = behindProxy ? headers : readOnce.of(headers);
    ruled.peer = kit.peer ?? res;
    const isChosen = chooser.byRule(map, at, ruled) || chooser.byVariant(map, at);
    const location = isChosen ? chooser.location : map.location(at);
    record(map.linkId(at), ruled.headers, ruled.peer, 'link', chooser.choice, false, '', '', chooser.variant);
    res.writeStatus(((map.flags(at) & Flag.permanent) === 0 ? foundHead : unstoredHead)(location, kit.hsts));
    res.endWithoutBody(0, kit.closing);
  }

  return (res, req, kit, isGet) => {
    const headers = behindProxy ? readHeaders(req) : req;
    // The end of this request is uncertain, so the connection is closed after it.
    if (behindProxy ? (headers as ProxiedHeaders).isOdd : req.getHeader('transfer-encoding') !== '') {
      return kit.later(res, req, refuseBody);
    }
    const url = req.getUrl();
    const end = endOf(url);
    const domainId = hosts.find(req.getHeader('host'));
    const { map } = current;
    const at = domainId < 0 ? -1 : map.find(domainId, url, 1, end);
    const flags = at < 0 ? Flag.rare : map.flags(at);
    if (!isGet || (flags & ~Flag.contacts) > Flag.permanent || req.getQuery()) {
      if (isGet && (flags & ~ruledFlags) === 0 && !req.getQuery()) return choose(res, kit, headers, at);
      return slow(res, req, kit, headers, { domainId, url, end, at });
    }
    record(map.linkId(at), headers, kit.peer ?? res, 'link', Choice.url);
    res.writeStatus(((flags & Flag.permanent) === 0 ? foundHead : movedHead)(map.location(at), kit.hsts));
    res.endWithoutBody(0, kit.closing);
  };
}
