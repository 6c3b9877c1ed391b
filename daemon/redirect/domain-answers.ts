/**
 * A domain's answers besides its links: its root, files for programs, and branded pages or a redirect for unknown
 * paths. Everything is in memory: nothing here waits.
 */

import { longestLocation, mergeQuery } from '../../shared/drawing/location.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { appFile, isForMachines } from './app-files.ts';
import { type Headers, splitQuery } from './core/visit.ts';
import type { Hosts } from './map/hosts.ts';
import { type Page, pageAnswer, pages } from './pages.ts';
import { siteFile } from './site-files.ts';

/** The place of a visit; `url` is its path. */
type Place = { domainId: number; url: string };

export type DomainAnswers = {
  /** The answer to a GET of a path that is never a link; `undefined` for any other. */
  own(place: Place, query: string): HttpAnswer | undefined;
  /** The answer if there is no link. */
  notFound(place: Place, asked: Headers): HttpAnswer;
  /** The answer if it is currently unknown whether there is a link. */
  unknown(place: Place, asked: Headers): HttpAnswer;
  /** A page with the domain's brand. */
  page(domainId: number, page: Page, asked: Headers, headers?: Readonly<Record<string, string>>): HttpAnswer;
};

const tryAgain = { 'Retry-After': '2' };

const neverStored = 'private, no-store';

const leadTo = (location: string): HttpAnswer => ({
  status: 302,
  headers: { Location: location, 'Cache-Control': neverStored },
});

/** `rootUrl` is where the root of the default domain leads. */
export function createDomainAnswers({ settings }: Pick<Hosts, 'settings'>, rootUrl: string): DomainAnswers {
  const rootOf = (domainId: number) => (domainId === 0 ? rootUrl : settings(domainId)?.rootUrl);

  const page: DomainAnswers['page'] = (domainId, shown, asked, headers) =>
    pageAnswer(shown, asked, headers, settings(domainId)?.brand);

  const leadOn = ({ domainId, url }: Place) => {
    const to = isForMachines(url) ? undefined : settings(domainId)?.notFoundUrl;
    return to === undefined ? undefined : leadTo(to);
  };

  return {
    page,
    own({ domainId, url }, query) {
      const root = url === '/' ? rootOf(domainId) : undefined;
      if (root !== undefined) return leadTo(withQuery(root, query));
      const file = appFile(url, settings(domainId)?.apps);
      return file === undefined ? siteFile(url) : fileAnswer(file);
    },
    notFound: (place, asked) => leadOn(place) ?? page(place.domainId, pages.notFound, asked),
    // A domain's own redirect works without MySQL too.
    unknown: (place, asked) => leadOn(place) ?? page(place.domainId, pages.unknown, asked, tryAgain),
  };
}

/** The visitor's query is passed on, as with links, where it fits. */
function withQuery(to: string, query: string): string {
  const { passedOn } = splitQuery(query);
  const whole = passedOn.length === 0 ? to : mergeQuery(to, passedOn);
  return whole.length > longestLocation ? to : whole;
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
