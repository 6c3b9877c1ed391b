/**
 * Answers to every visit that is not a plain redirect: pages, rules, passwords, and slugs that the map does not have
 * yet. `now` never waits; `later` can. The map can change at every await, so a record is looked up again after each.
 */
import { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Chooser } from './choose.ts';
import type { Clients } from './client.ts';
import type { ClickLimit, ClickLimitCounter } from './core/click-limit.ts';
import { fromPreviewText, previewAnswer } from './core/preview.ts';
import type { Openings } from './core/preview-tokens.ts';
import { isOwnDestination, type RecordClick, type Visit, visitOf } from './core/visit.ts';
import type { DomainAnswers } from './domain-answers.ts';
import { Rare, type SlugMap } from './map/slug-map.ts';
import type { CurrentMap } from './map/sync.ts';
import type { OwnNetworks } from './own-networks.ts';
import { type Page, pages } from './pages.ts';
import { checkPassword, isOpened, openingCookie, passwordIn } from './password.ts';
import { applyRules, limitOf, type Outcome, type RuleParts } from './rules.ts';
import { isUnfurler } from './unfurlers.ts';

/** A limit on attempts to enter a link's password. */
export type TryLimit = {
  /** Counts an attempt. Resolves to the seconds to wait after too many, otherwise to undefined. */
  spend(linkId: number, address: string): Promise<number | undefined>;
  /** Removes a successful attempt from the count. */
  refund(linkId: number, address: string): void;
};

export type RedirectParts = {
  /** The map in use; a reload replaces it. */
  current: CurrentMap;
  clients: Clients;
  chooser: Chooser;
  record: RecordClick;
  ownNetworks: Pick<OwnNetworks, 'include'>;
  clickLimits: ClickLimitCounter;
  /** Resolves to true when the map has every change committed before the call; to false if that takes too long. */
  catchUp: () => Promise<boolean>;
  tries: TryLimit;
  openings: Pick<Openings, 'proves'>;
  /** True if cookies are for HTTPS only. */
  secure: boolean;
};

/** A path on a domain: the slug is `url.slice(1, end)`. */
export type LinkTarget = { domainId: number; url: string; end: number };

/** The check of the password, the page that requests the password, and changes to the redirect. */
type Passing = Pick<RuleParts, 'unlocked'> & { form: Page; redirected?: (answer: HttpAnswer) => HttpAnswer };

const findTarget = (map: SlugMap, { domainId, url, end }: LinkTarget) =>
  domainId < 0 ? -1 : map.find(domainId, url, 1, end);

export class Answers {
  readonly #parts: RedirectParts;
  readonly #domains: DomainAnswers;
  readonly #rules: RuleParts;

  constructor(parts: RedirectParts, domains: DomainAnswers) {
    const { clients, clickLimits, chooser } = parts;
    this.#parts = parts;
    this.#domains = domains;
    this.#rules = {
      country: ({ peer, headers }) => clients.country(peer, headers),
      unlocked: isOpened,
      clickLimits,
      chooser,
    };
  }

  get #map(): SlugMap {
    return this.#parts.current.map;
  }

  /**
   * Returns the answer to a GET or HEAD request for the record at `at`. Returns undefined if the answer must wait:
   * for a password check, or for the grant of a click on a link that has nearly reached its limit.
   */
  now(at: number, visit: Visit): HttpAnswer | undefined {
    const outcome = applyRules(this.#map, at, visit, this.#rules, Date.now());
    if (outcome.do === 'redirect') {
      return this.#needsGrant(at, visit, outcome) ? undefined : this.#redirect(at, visit, outcome);
    }
    const domainId = this.#map.domainId(at);
    if (outcome.do !== 'ask-password') return this.#domains.page(domainId, pages[outcome.do], visit.headers);
    if (visit.headers.getHeader('x-link-password') !== '') return undefined;
    return this.#domains.page(domainId, pages.passwordNeeded, visit.headers);
  }

  /** Resolves to the answer to any request for a target. */
  async later(target: LinkTarget, request: HttpRequest): Promise<HttpAnswer> {
    const visit = visitOf(request);
    const { headers, method } = visit;
    let at = findTarget(this.#map, target);
    if (at < 0) {
      const isKnown = await this.#parts.catchUp();
      at = findTarget(this.#map, target);
      if (at < 0) return isKnown ? this.#domains.notFound(target, headers) : this.#domains.unknown(target, headers);
    }
    if (method === 'GET' || method === 'HEAD') {
      const outcome = applyRules(this.#map, at, visit, this.#rules, Date.now());
      if (outcome.do !== 'redirect') return this.now(at, visit) ?? this.#tryPassword(target, at, visit, request);
      return this.#passOn(target, visit, { unlocked: isOpened, form: pages.passwordNeeded });
    }
    if (method === 'POST' && this.#map.has(at, Rare.passwordHash)) {
      return this.#tryPassword(target, at, visit, request);
    }
    return this.#domains.page(target.domainId, pages.notAllowed, headers);
  }

  /** Returns whether the visit does not count as a click. */
  #isUncounted(at: number, { method }: Visit, { opening }: RedirectOutcome): boolean {
    if (method === 'HEAD') return true;
    return opening !== '' && this.#parts.openings.proves(this.#map.linkId(at), opening, Date.now());
  }

  /** Returns the click limit that a visit counts towards. */
  #limitFor(at: number, visit: Visit, outcome: RedirectOutcome): ClickLimit | undefined {
    return isOwnDestination(outcome.choice) && !this.#isUncounted(at, visit, outcome) && !this.#isOwnVisit(at, visit)
      ? limitOf(this.#map, at)
      : undefined;
  }

  /** Returns whether the visitor is in one of the own networks of the link's workspace. */
  #isOwnVisit(at: number, visit: Visit): boolean {
    const workspaceId = this.#map.rare(at, Rare.ownNetworksOf);
    return workspaceId !== undefined && this.#parts.ownNetworks.include(Number(workspaceId), visit);
  }

  #needsGrant(at: number, visit: Visit, outcome: RedirectOutcome): boolean {
    const limit = this.#limitFor(at, visit, outcome);
    return limit !== undefined && this.#parts.clickLimits.needsGrant(this.#map.linkId(at), limit, visit.headers);
  }

  /** Records the click. There must be no await after the rules, so that no other visitor takes the last click. */
  #recordClick(at: number, visit: Visit, outcome: RedirectOutcome, isCounted: boolean): void {
    const { record, clickLimits } = this.#parts;
    const { headers, peer, query } = visit;
    const { trigger, choice, contact, variant } = outcome;
    const linkId = this.#map.linkId(at);
    const limit = this.#limitFor(at, visit, outcome);
    const countsAsUse = limit !== undefined && (isCounted || clickLimits.count(linkId, limit, headers));
    const own = this.#isOwnVisit(at, visit);
    record(linkId, headers, peer, trigger, choice, countsAsUse, query, contact, variant, own);
  }

  #redirect(at: number, visit: Visit, outcome: RedirectOutcome, isCounted = false): HttpAnswer {
    const { status, location, cacheControl } = outcome;
    if (!this.#isUncounted(at, visit, outcome)) this.#recordClick(at, visit, outcome, isCounted);
    const preview = visit.method === 'POST' ? undefined : previewFor(this.#map, at, visit, outcome);
    if (preview !== undefined) return previewAnswer(fromPreviewText(preview), asText(location));
    return { status, headers: { Location: asText(location), 'Cache-Control': cacheControl } };
  }

  /** Redirects a visitor, after the check of the link's password if it has one, unless another rule applies. */
  async #passOn(
    target: LinkTarget,
    visit: Visit,
    { unlocked, form, redirected = (answer) => answer }: Passing,
  ): Promise<HttpAnswer> {
    const { clickLimits } = this.#parts;
    const apply = (at: number, using: RuleParts['clickLimits']) =>
      applyRules(this.#map, at, visit, { ...this.#rules, unlocked, clickLimits: using }, Date.now());
    let at = findTarget(this.#map, target);
    let isCounted = false;
    let outcome = at < 0 ? undefined : apply(at, clickLimits);
    if (outcome?.do === 'redirect' && this.#needsGrant(at, visit, outcome)) {
      isCounted = await clickLimits.requestGrant(this.#map.linkId(at), limitOf(this.#map, at) as ClickLimit);
      at = findTarget(this.#map, target);
      const find = () => (isCounted ? 0 : Number.POSITIVE_INFINITY);
      outcome = at < 0 ? undefined : apply(at, { find });
    }
    if (!outcome) return this.#domains.notFound(target, visit.headers);
    if (outcome.do === 'ask-password') return this.#domains.page(target.domainId, form, visit.headers);
    if (outcome.do !== 'redirect') return this.#domains.page(target.domainId, pages[outcome.do], visit.headers);
    return redirected(this.#redirect(at, visit, outcome, isCounted));
  }

  async #tryPassword(target: LinkTarget, at: number, visit: Visit, request: HttpRequest): Promise<HttpAnswer> {
    const { clients, tries, secure } = this.#parts;
    const isPost = visit.method === 'POST';
    const linkId = this.#map.linkId(at);
    const passwordHash = this.#map.rare(at, Rare.passwordHash) ?? '';
    const address = clients.address(request.ip, visit.headers);
    const show = (page: Page, headers?: Readonly<Record<string, string>>) =>
      this.#domains.page(target.domainId, page, visit.headers, headers);

    const wait = await tries.spend(linkId, address);
    if (wait !== undefined) return show(pages.tooManyTries, { 'Retry-After': String(wait) });
    const password = isPost ? passwordIn(request) : visit.headers.getHeader('x-link-password');
    let isRight: boolean;
    try {
      isRight = await checkPassword(linkId, passwordHash, password, request.signal);
    } catch (error) {
      // The password was not checked.
      tries.refund(linkId, address);
      if (error instanceof ApiError && error.code === 'unavailable') return show(pages.busy, error.headers);
      throw error;
    }
    if (isRight) tries.refund(linkId, address);

    const unlocked = (_: number, present: string) => isRight && present === passwordHash;
    return this.#passOn(target, visit, {
      unlocked,
      form: pages.wrongPassword,
      redirected(answer) {
        if (!isPost) return answer;
        const cookie = openingCookie(linkId, passwordHash, target.url.slice(0, target.end), secure, Date.now());
        return { status: 303, headers: { ...answer.headers, 'Set-Cookie': cookie } };
      },
    });
  }
}

/** Returns the preview for a link preview program, if every visitor can reach the link's destination. */
function previewFor(map: SlugMap, at: number, { headers }: Visit, { choice }: RedirectOutcome): string | undefined {
  if (!isOwnDestination(choice) || map.has(at, Rare.passwordHash)) return undefined;
  const preview = map.rare(at, Rare.preview);
  return preview !== undefined && isUnfurler(headers.getHeader('user-agent')) ? preview : undefined;
}

type RedirectOutcome = Extract<Outcome, { do: 'redirect' }>;

const asText = (location: string | Uint8Array) =>
  typeof location === 'string' ? location : Buffer.from(location).toString('latin1');
