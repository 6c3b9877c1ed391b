/** Shlink's API: `/rest/v3`, with the key in `X-Api-Key` and errors as problem details. */
import type { Static } from 'typebox';
import { type HttpAnswer, json } from '../../../shared/http/answer.ts';
import { invalid, noSuch } from '../../api/errors.ts';
import type { DomainList } from '../../domains/schema.ts';
import type { Link } from '../../links/core/schema.ts';
import type { LinkStats } from '../../stats/schema.ts';
import {
  type Answered,
  type Call,
  type CompatRequest,
  type CompatRoute,
  linkIn,
  numberIn,
  pageIn,
  type System,
  toFields,
  totalIn,
  toUtc,
} from '../core/system.ts';

/** The version whose features this API has. */
const version = '4.6.0';
const base = '/rest/v3';
const one = `${base}/short-urls/{shortCode}`;

const edited = [
  ['longUrl', 'url'],
  ['title', 'title'],
  ['tags', 'tags'],
  ['validSince', 'startsAt', toUtc],
  ['validUntil', 'expiresAt', toUtc],
  ['maxVisits', 'maxClicks'],
] as const;
const fields = [...edited, ['customSlug', 'slug'], ['domain', 'domain'], ['findIfExists', 'findExisting']] as const;

const timeOf = (iso: string) => iso.replace(/\.\d+Z$/, '+00:00');
const timeOrNull = (iso: string | null) => iso && timeOf(iso);
const visits = (nonBots: number, bots = 0) => ({ total: nonBots + bots, nonBots, bots });

/** Returns the name of a domain. `DEFAULT` is the domain that the request was sent to. */
const domainIn = (name: string | null, { domain }: CompatRequest) => (name && name !== 'DEFAULT' ? name : domain);

const toShortUrl = (link: Link, { clicksOf }: Answered, { domain }: CompatRequest) => ({
  shortCode: link.slug,
  shortUrl: link.shortUrl,
  longUrl: link.url,
  dateCreated: timeOf(link.createdAt),
  visitsSummary: visits(clicksOf(link)),
  tags: link.tags,
  meta: {
    validSince: timeOrNull(link.startsAt),
    validUntil: timeOrNull(link.expiresAt),
    maxVisits: link.maxClicks,
  },
  domain: link.domain === domain ? null : link.domain,
  title: link.title,
  crawlable: false,
  forwardQuery: true,
  hasRedirectRules: [link.rules, link.variants, link.geo, link.iosUrl, link.androidUrl].some((rule) => rule !== null),
});

const showLink: CompatRoute['answer'] = (answered, parsed) => json(200, toShortUrl(linkIn(answered), answered, parsed));

const linkOf = (parsed: CompatRequest) => ({
  link: { name: parsed.params.shortCode as string, domain: domainIn(parsed.query.get('domain'), parsed) },
});

const sorts: Record<string, string> = {
  dateCreated: 'createdAt',
  title: 'title',
  visits: 'clicks',
  nonBotVisits: 'clicks',
};

function orderOf(orderBy: string | null) {
  const [field = '', direction] = (orderBy ?? '').split('-');
  const sort = sorts[field];
  return sort ? { sort, order: direction === 'DESC' ? 'desc' : 'asc' } : {};
}

const pageSizeOf = ({ query }: CompatRequest) => numberIn(query.get('itemsPerPage'), 10, [1, 100]);
const pageOf = ({ query }: CompatRequest) => numberIn(query.get('page'), 1, [1, 1_000_000]);

/** Joins tags for the link API's filter. */
const tagsIn = ({ query }: CompatRequest, name: string) => {
  const tags = [...query.getAll(`${name}[]`), ...query.getAll(name)].filter(Boolean);
  return tags.length === 0 ? undefined : tags.map((tag) => tag.replaceAll(',', '\\,')).join(',');
};

function listLinks(parsed: CompatRequest): Call {
  const { query } = parsed;
  const limit = pageSizeOf(parsed);
  const domain = query.get('domain');
  const tags = tagsIn(parsed, 'tags');
  const timeIn = (name: string) => (toUtc(query.get(name)) as string) || undefined;
  return {
    operation: 'listLinks',
    args: {
      count: 'true',
      limit,
      q: query.get('searchTerm') || undefined,
      tags,
      tagsMode: tags && (query.get('tagsMode') === 'all' ? 'all' : 'any'),
      withoutTags: tagsIn(parsed, 'excludeTags'),
      domain: domain ? domainIn(domain, parsed) : undefined,
      createdFrom: timeIn('startDate'),
      createdTo: timeIn('endDate'),
      ...orderOf(query.get('orderBy')),
    },
    skip: (pageOf(parsed) - 1) * limit,
  };
}

const pagination = (total: number, shown: number, size: number, page = 1) => ({
  currentPage: page,
  pagesCount: Math.ceil(total / size),
  itemsPerPage: size,
  itemsInCurrentPage: shown,
  totalItems: total,
});

function showLinks(answered: Answered, parsed: CompatRequest): HttpAnswer {
  const page = pageIn(answered);
  const data = page.links.map((link) => toShortUrl(link, answered, parsed));
  const about = pagination(totalIn(page), data.length, pageSizeOf(parsed), pageOf(parsed));
  return json(200, { shortUrls: { data, pagination: about } });
}

function createLink({ body, ...parsed }: CompatRequest): Call {
  if (body.pathPrefix) throw invalid({ field: 'pathPrefix', message: 'is not possible: slugs have one segment' });
  const domain = typeof body.domain === 'string' ? body.domain : null;
  const link = { ...toFields(fields, body), domain: domainIn(domain, { body, ...parsed }) };
  return { operation: 'createLink', args: link };
}

const hasPeriod = ({ query }: CompatRequest) => Boolean(query.get('startDate') || query.get('endDate'));

/** Returns the call for a link's number of visits. It reads the link's row or, for a period, its analytics. */
const countVisits = (parsed: CompatRequest): Call => {
  const { query } = parsed;
  if (!hasPeriod(parsed)) return { operation: 'getLink', ...linkOf(parsed) };
  const period = { from: query.get('startDate') ?? '1970-01-01', to: query.get('endDate') ?? undefined };
  return { operation: 'getLinkStats', ...linkOf(parsed), args: period };
};

/** Shows the number of visits. Waypost's API does not list single visits. */
function showVisits(answered: Answered, parsed: CompatRequest): HttpAnswer {
  const { totals } = answered.json as Partial<Static<typeof LinkStats>>;
  const bots = parsed.query.get('excludeBots') === 'true' ? 0 : (totals?.botClicks ?? 0);
  const total = totals ? totals.clicks + bots : answered.clicksOf(linkIn(answered));
  return json(200, {
    visits: { data: [], pagination: { ...pagination(total, 0, Math.max(1, total)), pagesCount: 1 } },
  });
}

const noRedirects = { baseUrlRedirect: null, regular404Redirect: null, invalidShortUrlRedirect: null };

function showDomains({ json: answer }: Answered, { domain }: CompatRequest): HttpAnswer {
  const { domains } = answer as Static<typeof DomainList>;
  const others = domains.filter(({ hostname }) => hostname !== domain);
  const own = domains.find(({ hostname }) => hostname === domain);
  const show = (name: string, shown?: (typeof domains)[number]) => ({
    domain: name,
    isDefault: name === domain,
    redirects: {
      baseUrlRedirect: shown?.rootUrl ?? null,
      regular404Redirect: shown?.notFoundUrl ?? null,
      invalidShortUrlRedirect: shown?.notFoundUrl ?? null,
    },
  });
  const data = [show(domain, own), ...others.map((other) => show(other.hostname, other))];
  return json(200, { domains: { data, defaultRedirects: noRedirects } });
}

const routes: CompatRoute[] = [
  { method: 'GET', path: `${base}/short-urls`, call: listLinks, answer: showLinks },
  { method: 'POST', path: `${base}/short-urls`, call: createLink, answer: showLink },
  { method: 'GET', path: one, call: (parsed) => ({ operation: 'getLink', ...linkOf(parsed) }), answer: showLink },
  {
    method: 'PATCH',
    path: one,
    call: (parsed) => ({ operation: 'updateLink', ...linkOf(parsed), args: toFields(edited, parsed.body) }),
    answer: showLink,
  },
  {
    method: 'DELETE',
    path: one,
    call: (parsed) => ({ operation: 'deleteLink', ...linkOf(parsed) }),
    answer: () => ({ status: 204 }),
  },
  { method: 'GET', path: `${one}/visits`, call: countVisits, answer: showVisits },
  {
    method: 'GET',
    path: `${base}/visits`,
    call: () => ({ operation: 'listLinks', args: { limit: 1 } }),
    answer: async ({ totalClicks }) =>
      json(200, { visits: { nonOrphanVisits: visits(await totalClicks()), orphanVisits: visits(0) } }),
  },
  {
    method: 'GET',
    path: `${base}/tags`,
    call: () => ({ operation: 'listTags' }),
    answer({ json: answer }) {
      const data = (answer as { tags: { tag: string }[] }).tags.map(({ tag }) => tag).sort();
      return json(200, { tags: { data, pagination: pagination(data.length, data.length, Math.max(1, data.length)) } });
    },
  },
  { method: 'GET', path: `${base}/domains`, call: () => ({ operation: 'listDomains' }), answer: showDomains },
  ...['/rest/health', `${base}/health`].map(
    (path): CompatRoute => ({ method: 'GET', path, answer: () => json(200, { status: 'pass', version }) }),
  ),
  {
    method: 'GET',
    path: `${base}/*`,
    answer() {
      throw noSuch('route');
    },
  },
];

/** Shlink's statuses and types of errors, and their titles. */
const problems: Record<string, [status: number, type: string, title: string]> = {
  validation_failed: [400, 'invalid-data', 'Invalid data'],
  unsafe_url: [400, 'invalid-data', 'Invalid data'],
  slug_taken: [400, 'non-unique-slug', 'Invalid custom slug'],
  not_found: [404, 'not-found', 'Not found'],
  no_link: [404, 'short-url-not-found', 'Short URL not found'],
  no_key: [401, 'missing-authentication', 'Invalid authorization'],
  unauthorized: [401, 'invalid-api-key', 'Invalid API key'],
};

const keyOf = ({ headers }: CompatRequest) => headers['x-api-key'] ?? '';

export const shlink: System = {
  prefix: '/rest/',
  keyOf,
  routes,
  fields,
  cors: true,
  fail({ code, status: usual, message, field }, parsed) {
    const { shortCode } = parsed.params;
    const hasNoKey = code === 'unauthorized' && keyOf(parsed) === '';
    const isAboutLink = code === 'not_found' && shortCode !== undefined;
    const problem = problems[hasNoKey ? 'no_key' : isAboutLink ? 'no_link' : code];
    const [status, type, title] = problem ?? [usual, '', code.replaceAll('_', ' ')];
    const problemType = type === '' ? 'about:blank' : `https://shlink.io/api/error/${type}`;
    return json(
      status,
      {
        type: problemType,
        title,
        detail: message,
        status,
        ...(type === 'invalid-data' ? { invalidElements: field === '' ? [] : [field] } : {}),
        ...(code === 'slug_taken' ? { customSlug: parsed.body.customSlug } : {}),
        ...(isAboutLink ? { shortCode } : {}),
        ...(hasNoKey ? { expectedHeaders: ['X-Api-Key'] } : {}),
      },
      { 'Content-Type': 'application/problem+json' },
    );
  },
};
