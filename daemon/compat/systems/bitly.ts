/**
 * Bitly's API: `/v4`, with the key as bearer token. A bitlink is a domain and a slug, such as
 * `go.example.com/launch`.
 */
import type { Static } from 'typebox';
import { json } from '../../../shared/http/answer.ts';
import { invalid } from '../../api/errors.ts';
import type { Link } from '../../links/core/schema.ts';
import type { LinkStats as Stats } from '../../stats/schema.ts';
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
} from '../core/system.ts';

type LinkStats = Static<typeof Stats>;

const base = '/v4';
/** Bitly's own domains, which programs send by default. */
const bitlyDomains = ['bit.ly', 'bitly.com', 'j.mp'];

const edited = [
  ['long_url', 'url'],
  ['title', 'title'],
  ['tags', 'tags'],
  ['archived', 'archived'],
] as const;
const created = [edited[0], edited[1], edited[2], ['domain', 'domain']] as const;

const timeOf = (iso: string) => iso.replace(/\.\d+Z$/, '+0000');
const idOf = ({ domain, slug }: Link) => `${domain}/${slug}`;

const toBitlink = (link: Link) => ({
  id: idOf(link),
  link: link.shortUrl,
  long_url: link.url,
  title: link.title ?? '',
  archived: link.archived,
  tags: link.tags,
  created_at: timeOf(link.createdAt),
  custom_bitlinks: [],
  deeplinks: [],
  references: { group: `${base}/groups/${link.workspaceId}` },
});

const domainIn = (name: unknown, { domain }: CompatRequest) =>
  typeof name !== 'string' || name === '' || bitlyDomains.includes(name.toLowerCase()) ? domain : name;

/** Finds a link by its bitlink, with or without a scheme. */
function linkNamed(bitlink: unknown, parsed: CompatRequest): Pick<Call, 'link'> {
  const [host, ...slug] = String(bitlink ?? '')
    .replace(/^https?:\/\//, '')
    .split('/');
  const domain = domainIn(host, parsed);
  return { link: { name: `${domain}/${slug.join('/')}`, domain } };
}

/** Declares the routes of a bitlink. Some programs encode the bitlink's slash. */
const ofBitlink = (method: 'GET' | 'PATCH', rest: string, route: Omit<CompatRoute, 'method' | 'path'>) =>
  ['{domain}/{slug}', '{bitlink}'].map(
    (name): CompatRoute => ({ method, path: `${base}/bitlinks/${name}${rest}`, ...route }),
  );

const linkOf = (parsed: CompatRequest) => {
  const { bitlink, domain, slug } = parsed.params;
  return linkNamed(bitlink ?? `${domain}/${slug}`, parsed);
};

const shorten = (path: string): CompatRoute => ({
  method: 'POST',
  path: `${base}${path}`,
  call: (parsed) => ({
    operation: 'createLink',
    args: { ...toFields(created, parsed.body), domain: domainIn(parsed.body.domain, parsed), findExisting: true },
  }),
  answer: (answered) => json(answered.status, toBitlink(linkIn(answered))),
});

const unitsMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 };
const mostUnits = 1_000;
const unitsOf = ({ query }: CompatRequest) => numberIn(query.get('units'), -1, [-1, mostUnits]);

/** Returns the unit of a request for clicks. @throws `validation_failed` */
function unitOf({ query }: CompatRequest, units: readonly string[] = Object.keys(unitsMs)): keyof typeof unitsMs {
  const unit = query.get('unit') || 'day';
  if (!units.includes(unit)) throw invalid({ field: 'unit', message: `must be one of ${units.join(', ')}` });
  return unit as keyof typeof unitsMs;
}

/** Returns the call for the clicks of a number of units up to `unit_reference`. */
function statsOf(parsed: CompatRequest, units: number): Call {
  const unit = unitOf(parsed);
  const to = new Date(parsed.query.get('unit_reference')?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') || Date.now());
  const isTime = to.getUTCFullYear() >= 1970 && to.getUTCFullYear() <= 9999;
  if (!isTime) throw invalid({ field: 'unit_reference', message: 'must be an ISO 8601 time' });
  const from = new Date(to.getTime() - units * unitsMs[unit]).toISOString();
  const args = { from, to: to.toISOString(), interval: unit === 'hour' ? 'hour' : 'day' };
  return { operation: 'getLinkStats', ...linkOf(parsed), args };
}

const unitsIn = (parsed: CompatRequest) => ({
  unit: unitOf(parsed),
  units: unitsOf(parsed),
  unit_reference: parsed.query.get('unit_reference') || timeOf(new Date().toISOString()),
});

/** Returns the call for clicks. All clicks are in the link's row, and a period's clicks are in its analytics. */
const countClicks = (parsed: CompatRequest): Call =>
  unitsOf(parsed) < 0 ? { operation: 'getLink', ...linkOf(parsed) } : statsOf(parsed, unitsOf(parsed));

function showSummary(answered: Answered, parsed: CompatRequest) {
  const total = unitsOf(parsed) < 0 ? answered.clicksOf(linkIn(answered)) : (answered.json as LinkStats).totals.clicks;
  return json(200, { total_clicks: total, ...unitsIn(parsed) });
}

/** Returns the number of units to list: all, but at most as many as fit on a page. */
const listedOf = (parsed: CompatRequest) => {
  const size = numberIn(parsed.query.get('size'), 50, [1, 100]);
  return unitsOf(parsed) < 1 ? size : Math.min(unitsOf(parsed), size);
};

function listClicks(parsed: CompatRequest): Call {
  unitOf(parsed, ['hour', 'day']);
  return statsOf(parsed, listedOf(parsed));
}

function showClicks({ json: answer }: Answered, parsed: CompatRequest) {
  const { timeseries } = answer as LinkStats;
  const clicks = timeseries.map(({ time, clicks: number }) => ({ clicks: number, date: timeOf(time) })).reverse();
  return json(200, { link_clicks: clicks.slice(0, listedOf(parsed)), ...unitsIn(parsed) });
}

type Me = {
  user: { name: string; email: string; createdAt: string };
  workspace: { id: string; name: string };
  role: string;
};
const meIn = ({ json: answer }: Answered) => answer as Me;

const toGroup = ({ user, workspace, role }: Me) => ({
  guid: workspace.id,
  organization_guid: workspace.id,
  name: workspace.name,
  role,
  is_active: true,
  bsds: [],
  created: timeOf(user.createdAt),
  modified: timeOf(user.createdAt),
  references: { organization: `${base}/organizations/${workspace.id}` },
});

const me = (): Call => ({ operation: 'getMe' });

const archivedOf = new Map([
  ['on', 'true'],
  ['both', 'all'],
]);

/** The list of a group's bitlinks. A key has one group, so the name of the group in the path does not matter. */
const listOfGroup: CompatRoute = {
  method: 'GET',
  path: `${base}/groups/{group}/bitlinks`,
  call: ({ query }) => ({
    operation: 'listLinks',
    args: {
      count: 'true',
      limit: numberIn(query.get('size'), 50, [1, 100]),
      q: query.get('query') || undefined,
      archived: archivedOf.get(query.get('archived') ?? '') ?? 'false',
      cursor: query.get('search_after') || undefined,
    },
  }),
  answer(answered, { query, params }) {
    const page = pageIn(answered);
    const after = page.nextCursor ?? '';
    const next = new URLSearchParams(query);
    next.set('search_after', after);
    const pagination = {
      total: totalIn(page),
      size: page.links.length,
      search_after: after,
      next: after && `${base}/groups/${params.group}/bitlinks?${next}`,
    };
    return json(200, { links: page.links.map(toBitlink), pagination });
  },
};

const routes: CompatRoute[] = [
  shorten('/shorten'),
  shorten('/bitlinks'),
  {
    method: 'POST',
    path: `${base}/expand`,
    call: (parsed) => ({ operation: 'getLink', ...linkNamed(parsed.body.bitlink_id, parsed) }),
    answer(answered) {
      const { id, link, long_url, created_at } = toBitlink(linkIn(answered));
      return json(200, { id, link, long_url, created_at });
    },
  },
  ...ofBitlink('GET', '', {
    call: (parsed) => ({ operation: 'getLink', ...linkOf(parsed) }),
    answer: (answered) => json(200, toBitlink(linkIn(answered))),
  }),
  ...ofBitlink('PATCH', '', {
    call: (parsed) => ({ operation: 'updateLink', ...linkOf(parsed), args: toFields(edited, parsed.body) }),
    answer: (answered) => json(200, toBitlink(linkIn(answered))),
  }),
  ...ofBitlink('GET', '/clicks/summary', { call: countClicks, answer: showSummary }),
  ...ofBitlink('GET', '/clicks', { call: listClicks, answer: showClicks }),
  listOfGroup,
  {
    method: 'GET',
    path: `${base}/groups`,
    call: me,
    answer: (answered) => json(200, { groups: [toGroup(meIn(answered))] }),
  },
  {
    method: 'GET',
    path: `${base}/groups/{group}`,
    call: me,
    answer: (answered) => json(200, toGroup(meIn(answered))),
  },
  {
    method: 'GET',
    path: `${base}/user`,
    call: me,
    answer(answered) {
      const { user, workspace } = meIn(answered);
      const created = timeOf(user.createdAt);
      return json(200, {
        login: user.email,
        name: user.name,
        is_active: true,
        created,
        modified: created,
        default_group_guid: workspace.id,
        emails: [{ email: user.email, is_primary: true }],
      });
    },
  },
];

/** Bitly's statuses and codes of errors. */
const errors: Record<string, [status: number, message: string]> = {
  unauthorized: [403, 'FORBIDDEN'],
  forbidden: [403, 'FORBIDDEN'],
  not_found: [404, 'NOT_FOUND'],
  slug_taken: [409, 'CONFLICT'],
  plan_limit_reached: [402, 'UPGRADE_REQUIRED'],
  feature_not_in_plan: [402, 'UPGRADE_REQUIRED'],
  rate_limited: [429, 'RATE_LIMIT_EXCEEDED'],
  internal_error: [500, 'INTERNAL_ERROR'],
  unavailable: [503, 'TEMPORARILY_UNAVAILABLE'],
};

export const bitly: System = {
  prefix: `${base}/`,
  // Bitly's client for Node.js sends the key without `Bearer`.
  keyOf: ({ headers }) => (headers.authorization ?? '').replace(/^Bearer +/i, '').trim(),
  routes,
  fields: [...created, ...edited],
  fail({ code, status, message, field, reason }) {
    const known = errors[code];
    if (known) return json(known[0], { message: known[1], resource: 'bitlinks', description: message });
    const isInput = code === 'validation_failed' || code === 'unsafe_url';
    const name = field.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const own =
      reason === 'own_domain' ? 'ALREADY_A_BITLY_LINK' : isInput && name ? `INVALID_ARG_${name}` : 'BAD_REQUEST';
    const faults = field === '' ? {} : { errors: [{ field, error_code: reason || 'invalid', message }] };
    return json(isInput ? 400 : status, { message: own, resource: 'bitlinks', description: message, ...faults });
  },
};
