/**
 * A domain's answers apart from its links: its root, files for programs, and branded pages or a redirect for unknown
 * paths. Everything is in memory, so nothing here waits.
 */
import { longestLocation, mergeQuery } from '../../shared/drawing/location.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { appFile, isForMachines } from './app-files.ts';
import { type Headers, splitQuery } from './core/visit.ts';
import type { Hosts } from './map/hosts.ts';
import { type Page, pageAnswer, pages } from './pages.ts';
import { siteFile } from './site-files.ts';
import type { UnknownPaths } from './unknown-paths.ts';

/** The place of a visit; `url` is its path. */
type Place = { domainId: number; url: string };

export type DomainAnswers = {
  /** Returns the answer to a GET of a path that is never a link; undefined for other paths. */
  own(place: Place, query: string): HttpAnswer | undefined;
  /** Returns the answer if there is no link. */
  notFound(place: Place, request: Headers): HttpAnswer;
  /** Returns the answer if it is currently unknown whether there is a link. */
  unknown(place: Place, request: Headers): HttpAnswer;
  /** Returns a page with the domain's brand. */
  page(domainId: number, page: Page, request: Headers, headers?: Readonly<Record<string, string>>): HttpAnswer;
};

const tryAgain = { 'Retry-After': '2' };

const neverStored = 'private, no-store';

const redirectTo = (location: string): HttpAnswer => ({
  status: 302,
  headers: { Location: location, 'Cache-Control': neverStored },
});

/**
 * Creates the answers. `rootUrl` is the destination of the default domain's root. `unknownPaths` counts unknown paths
 * on custom domains.
 */
export function createDomainAnswers(
  { settings }: Pick<Hosts, 'settings'>,
  rootUrl: string,
  unknownPaths?: Pick<UnknownPaths, 'count'>,
): DomainAnswers {
  const rootOf = (domainId: number) => (domainId === 0 ? rootUrl : settings(domainId)?.rootUrl);

  const page: DomainAnswers['page'] = (domainId, shown, request, headers) =>
    pageAnswer(shown, request, headers, settings(domainId)?.brand);

  const notFoundRedirect = ({ domainId, url }: Place) => {
    const to = isForMachines(url) ? undefined : settings(domainId)?.notFoundUrl;
    return to === undefined ? undefined : redirectTo(to);
  };

  return {
    page,
    own({ domainId, url }, query) {
      const root = url === '/' ? rootOf(domainId) : undefined;
      if (root !== undefined) return redirectTo(withQuery(root, query));
      const file = appFile(url, settings(domainId)?.apps);
      return file === undefined ? siteFile(url) : fileAnswer(file);
    },
    notFound(place, request) {
      const { domainId, url } = place;
      if (domainId > 0 && !isForMachines(url)) {
        unknownPaths?.count(domainId, url, request.getHeader('user-agent'), Date.now());
      }
      return notFoundRedirect(place) ?? page(domainId, pages.notFound, request);
    },
    // A domain's own redirect for unknown paths works even while MySQL is down.
    unknown: (place, request) => notFoundRedirect(place) ?? page(place.domainId, pages.unknown, request, tryAgain),
  };
}

/** Passes on the visitor's query, as with links, unless the URL becomes too long. */
function withQuery(to: string, query: string): string {
  const { passedOn } = splitQuery(query);
  const merged = passedOn.length === 0 ? to : mergeQuery(to, passedOn);
  return merged.length > longestLocation ? to : merged;
}

const fileAnswer = (body: string): HttpAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'public, max-age=300',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
});
