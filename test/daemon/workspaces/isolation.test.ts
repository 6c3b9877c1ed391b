/**
 * Two workspaces with everything in both: each query for one returns nothing of the other, for any ids. The test calls the
 * queries themselves, because a check in one could hide another's gap.
 */
import { deleteSomeBlocks, deleteSomeDays, deleteSomeHours } from '../../../daemon/clicks/retention-queries.ts';
import { dayMs, dayOf, hourMs } from '../../../daemon/clicks/time.ts';
import type { Db, Trx } from '../../../daemon/core/tables.ts';
import { trustDomain } from '../../../daemon/domains/check-domain.ts';
import {
  countDomains,
  type DomainRow,
  findDomainByHostname,
  listDomains,
  requireDomain,
} from '../../../daemon/domains/queries.ts';
import { countKeys, deleteKey, findKey, insertApiKey, listKeys } from '../../../daemon/keys/queries.ts';
import { countLinks, listPositions } from '../../../daemon/links/core/page-queries.ts';
import {
  deleteLink,
  findDomainId,
  findLink,
  findLinkForUpdate,
  findVerifiedDomain,
  listLinksByIds,
  lockLinksByPublicIds,
  requireLink,
  updateLink,
} from '../../../daemon/links/core/queries.ts';
import { listSorted } from '../../../daemon/links/order-queries.ts';
import { countMatches, listMatches, searchLinks } from '../../../daemon/links/search/search.ts';
import { listTags } from '../../../daemon/links/tag-counts.ts';
import {
  countMembers,
  deleteMember,
  findMember,
  findMemberByEmail,
  findMemberByUser,
  listMembers,
  type MemberRow,
} from '../../../daemon/members/queries.ts';
import { listDaysWithClicks } from '../../../daemon/stats/core/export-queries.ts';
import { getCounts } from '../../../daemon/stats/core/queries.ts';
import type { StatsWindow } from '../../../daemon/stats/core/window.ts';
import { readPage } from '../../../daemon/stats/export-page.ts';
import { listBuckets, listCountsOfLinks } from '../../../daemon/stats/link-counts-queries.ts';
import { findLinkId, findLinkIdEver, findLinkIds, findLinkNames } from '../../../daemon/stats/link-name-queries.ts';
import { listTopLinks } from '../../../daemon/stats/top-links.ts';
import { hasTag, lockTags } from '../../../daemon/tags/queries.ts';
import { getUsage } from '../../../daemon/workspaces/usage-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { listEntries } from '../../../shared/people/audit-queries.ts';
import { deleteOldInvites, findInvite, findInviteByEmail, listInvites } from '../../../shared/people/invite-queries.ts';
import { makeMember, newEmail, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { batchOf, clickOf, clicksInBlocks, recordClicks, statsWindow } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { listIdsOfTag } from '../../fixtures/tags.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.waypost.test', SIGNUPS_PER_MINUTE: '1000' } });
const { db } = daemon.context;
const now = new Date();
/** Within a finished day; the day before it has clicks too. */
const clickedAt = dayOf(now.getTime()) * dayMs - 5 * hourMs;

/** Fills a workspace with one of each: links on both domains, its own tag and a shared one, a key, clicks. */
async function furnish(name: string) {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const hostname = `${name}.customer.test`;
  const { json: domain } = await call('POST', '/domains', { hostname });
  const { id: domainId } = (await findDomainByHostname(db, hostname)) as DomainRow;
  await inTransaction(db, (trx) => trustDomain(trx, domainId, operator, now));
  const links: { id: number; publicId: string }[] = [];
  let slug = '';
  for (const more of [{ externalId: `id of ${name}` }, { domain: hostname }]) {
    const body = { url: 'https://example.com/shared', title: name, tags: [name, 'shared'], ...more };
    const { json, text, status } = await call('POST', '/links', body);
    if (status !== 201) throw new Error(text);
    slug ||= json.slug;
    links.push({ id: (await findLinkId(db, workspace.id, json.id)) as number, publicId: json.id });
  }
  const email = newEmail();
  const { json: invite } = await call('POST', '/members/invite', { email });
  const [member] = await listMembers(db, workspace.id);
  const [key] = await listKeys(db, workspace.id);
  const [link, onDomain] = links as [(typeof links)[0], (typeof links)[0]];
  const made = [0, 24 * hourMs].flatMap((ago) => [
    clickOf(link.id, clickedAt - ago),
    clickOf(onDomain.id, clickedAt - ago),
  ]);
  await recordClicks(db, log, batchOf(made), now);
  const counts = { linkIds: [link.id, onDomain.id], tagIds: await listIdsOfTag(db, workspace.id, name) };
  return {
    ...{ ...workspace, ...counts, call, hostname, domain, domainId, link, onDomain, invite, slug },
    ...{
      name,
      inviteEmail: email,
      member: member as MemberRow,
      keyId: key?.id as number,
      keyPublicId: key?.publicId as string,
    },
  };
}
const [mine, theirs] = [await furnish('mine'), await furnish('theirs')];

/** The other workspace has more links than the top list examines, with more clicks. */
{
  const body = { links: Array.from({ length: 40 }, () => ({ url: 'https://example.com/busy' })) };
  const { json } = await theirs.call('POST', '/links/bulk', body);
  const busy: number[] = [];
  for (const { link } of json.results) busy.push((await findLinkId(db, theirs.id, link.id)) as number);
  const made = busy.flatMap((id) => [0, 1, 2, 3, 4, 5].map((n) => clickOf(id, clickedAt - (n % 2) * 24 * hourMs)));
  await recordClicks(db, log, batchOf(made), now);
}

const windowOf = (from: number, to: number, interval: 'hour' | 'day') =>
  statsWindow(
    { from: new Date(from).toISOString(), to: new Date(to).toISOString(), interval },
    1_825,
    now.getTime(),
    dayOf(now.getTime()),
  );
/** Full days, hours of a part of a day, and both with an hourly series. */
const windows: [string, StatsWindow][] = [
  ['days', windowOf(clickedAt - 3 * dayMs, now.getTime(), 'day')],
  ['hours', windowOf(clickedAt - hourMs, clickedAt + hourMs, 'hour')],
  ['days by the hour', windowOf(clickedAt - 2 * dayMs, now.getTime(), 'hour')],
];
const times = { from: clickedAt - 3 * dayMs, to: now.getTime() };
const day = dayOf(clickedAt);
const wholeDay = { day, fromMs: 0, toMs: dayMs };
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
const all = { archived: 'all' as const };

/** Queries for `mine`, with ids of `theirs` wherever they take any, and their allowed answers. */
const reads: [what: string, ask: (db: Db) => Promise<unknown>, answer: unknown][] = [
  [
    'links by their ids',
    async () => ids(await listLinksByIds(db, mine.id, [...theirs.linkIds, ...mine.linkIds])),
    mine.linkIds,
  ],
  [
    'a page of links',
    async () => ids(await listPositions(db, { workspaceId: mine.id, ...all }, {}, { limit: 10 })),
    mine.linkIds,
  ],
  [
    'a page of one domain',
    async () => ids(await listPositions(db, { workspaceId: mine.id, ...all, domainId: 0 }, {}, { limit: 10 })),
    [mine.link.id],
  ],
  [
    'a page of a domain of others',
    () => listPositions(db, { workspaceId: mine.id, ...all, domainId: theirs.domainId }, {}, { limit: 10 }),
    [],
  ],
  [
    'a page of a tag of others',
    () => listPositions(db, { workspaceId: mine.id, ...all, tagIds: theirs.tagIds }, {}, { limit: 10 }),
    [],
  ],
  ...(['clicks', 'lastClickAt', 'title'] as const).flatMap((sort): typeof reads => {
    const page = async (db: Db, more: object, slice = {}) =>
      ids(
        await listSorted(db, { workspaceId: mine.id, ...all, ...more }, { sort, order: 'desc' }, { slice, limit: 10 }),
      );
    return [
      [`a page by ${sort}`, (db) => page(db, {}), mine.linkIds],
      [`a page of links by ${sort}`, (db) => page(db, {}, { ids: theirs.linkIds }), []],
      [`a page of a domain of others by ${sort}`, (db) => page(db, { domainId: theirs.domainId }), []],
      [`a page of a tag of others by ${sort}`, (db) => page(db, { tagIds: theirs.tagIds }), []],
    ];
  }),
  ['the number of links', () => countLinks(db, { workspaceId: mine.id, ...all }, {}, 100), 2],
  [
    'the number of matches',
    () => countMatches(db, { workspaceId: mine.id, ...all }, 'shared', 100),
    { count: 2, isAll: true },
  ],
  [
    'matches',
    async () => (await listMatches(db, { workspaceId: mine.id, ...all }, 'shared', 100))?.sort((a, b) => a - b),
    mine.linkIds,
  ],
  ['a link by its externalId', () => findLink(db, mine.id, { externalId: 'id of theirs' }), undefined],
  ['a link by its slug', () => findLink(db, mine.id, { domainId: 0, slug: theirs.slug }), undefined],
  ['the ids of links', async () => [...(await findLinkIds(db, mine.id, [theirs.link.publicId]))], []],
  [
    'a search',
    async () =>
      ids(
        (await searchLinks(db, { workspaceId: mine.id, ...all }, 'shared', { after: undefined, limit: 10 })).positions,
      ),
    mine.linkIds,
  ],
  [
    'a link to be changed',
    () => inTransaction(db, (trx) => findLinkForUpdate(trx, mine.id, theirs.link.publicId)),
    undefined,
  ],
  ['a verified domain', () => findVerifiedDomain(db, mine.id, theirs.hostname), undefined],
  ['the id of a domain', () => findDomainId(db, mine.id, theirs.hostname), undefined],
  [
    'tags',
    () => listTags(db, mine.id),
    [
      { tag: 'mine', count: 2 },
      { tag: 'shared', count: 2 },
    ],
  ],
  ['a tag', () => listIdsOfTag(db, mine.id, 'theirs'), []],
  ['the existence of a tag', () => hasTag(db, mine.id, 'theirs'), false],
  [
    'tags to be changed',
    async () => [...(await inTransaction(db, (trx) => lockTags(trx, mine.id, ['theirs', 'mine']))).keys()],
    ['mine'],
  ],
  [
    'links to be changed',
    () => inTransaction(db, (trx) => lockLinksByPublicIds(trx, mine.id, [theirs.link.publicId])),
    [],
  ],
  ['keys', async () => ids(await listKeys(db, mine.id)), [mine.keyId]],
  ['keys of a user', () => listKeys(db, mine.id, theirs.userId), []],
  ['a key', () => findKey(db, mine.id, theirs.keyPublicId), undefined],
  ['the number of keys', () => countKeys(db, mine.id), 1],
  ['members', async () => ids(await listMembers(db, mine.id)), [mine.member.id]],
  ['a member', () => findMember(db, mine.id, theirs.member.publicId), undefined],
  ['a member by email', () => findMemberByEmail(db, mine.id, theirs.member.email), undefined],
  ['a member by user', () => findMemberByUser(db, mine.id, theirs.userId), undefined],
  ['the number of members', () => countMembers(db, mine.id), 1],
  ['invitations', async () => (await listInvites(db, mine.id, now)).map(({ publicId }) => publicId), [mine.invite.id]],
  ['an invitation', () => findInvite(db, mine.id, theirs.invite.id, now), undefined],
  ['an invitation by email', () => findInviteByEmail(db, mine.id, theirs.inviteEmail, now), undefined],
  [
    'the audit log',
    async () => (await listEntries(db, mine.id, {}, 100)).map(({ objectId }) => objectId).sort(),
    [mine.domain.id, mine.domain.id, mine.invite.id, mine.link.publicId, mine.onDomain.publicId].sort(),
  ],
  ['domains', async () => ids(await listDomains(db, mine.id)), [mine.domainId]],
  ['the number of domains', () => countDomains(db, mine.id), 1],
  ['the id of a link', () => findLinkId(db, mine.id, theirs.link.publicId), undefined],
  ['the id of a link there was', () => findLinkIdEver(db, mine.id, theirs.link.publicId), undefined],
  [
    'names of links',
    async () =>
      [...(await findLinkNames(db, mine.id, [...mine.linkIds, ...theirs.linkIds])).keys()].sort((a, b) => a - b),
    mine.linkIds,
  ],
  ['days with clicks', () => listDaysWithClicks(db, { workspaceId: mine.id, linkId: theirs.link.id }, times), []],
  [
    'days with any clicks',
    async () => (await listDaysWithClicks(db, { workspaceId: mine.id, linkId: 0 }, times)).map((part) => part.day),
    [day - 1, day],
  ],
  ['clicks of a link', () => readPage(db, { workspaceId: mine.id, linkId: theirs.link.id }, wholeDay), []],
  [
    'clicks',
    async () => (await readPage(db, { workspaceId: mine.id, linkId: 0 }, wholeDay)).map(({ linkId }) => linkId),
    mine.linkIds,
  ],
  [
    "the plan's usage",
    () =>
      getUsage(db, mine.id, new Date(clickedAt - dayMs), now).then(({ clicks, domains, members }) => [
        clicks,
        domains,
        members,
      ]),
    [4, 1, 2],
  ],
  ...windows.flatMap(([name, window]): typeof reads => {
    const clicks = name === 'hours' ? 1 : 2;
    return [
      [
        `counts of a link, ${name}`,
        () =>
          getCounts(db, { workspaceId: mine.id, linkId: theirs.link.id }, window).then((counts) => [
            counts.clicks,
            counts.series.filter((point) => point.clicks > 0),
          ]),
        [0, []],
      ],
      [`counts of links, ${name}`, () => listCountsOfLinks(db, mine.id, theirs.linkIds, listBuckets(window)), []],
      [
        `counts, ${name}`,
        async () => {
          const counts = await getCounts(db, { workspaceId: mine.id, linkId: 0 }, window);
          return [counts.clicks, [...counts.series.values()].reduce((sum, one) => sum + one.clicks, 0)];
        },
        [2 * clicks, 2 * clicks],
      ],
      [
        `most clicked links, ${name}`,
        () => listTopLinks(db, mine.id, window, { limit: 10, now: now.getTime() }),
        mine.linkIds.map((linkId) => ({ linkId, clicks, uniqueClicks: clicks })),
      ],
    ];
  }),
];

t.test('requests that read one workspace return nothing from another workspace', async (t) => {
  // The other workspace's request comes first, so that its caches exist.
  for (const [, window] of windows) await listTopLinks(db, theirs.id, window, { limit: 10, now: now.getTime() });
  for (const [what, ask, answer] of reads) t.strictSame((await ask(db)) ?? undefined, answer, what);
  await t.rejects(requireLink(db, mine.id, theirs.link.publicId), { code: 'not_found' }, 'a link');
  await t.rejects(requireDomain(db, mine.id, theirs.domain.id), { code: 'not_found' }, 'a domain');
});

/** Everything in the workspace's tables. */
const contents = async (workspaceId: number) => ({
  links: await db.selectFrom('links').selectAll().where('workspace_id', '=', workspaceId).execute(),
  tags: await listTags(db, workspaceId),
  keys: await db.selectFrom('api_keys').select(['id', 'hash']).where('workspace_id', '=', workspaceId).execute(),
  members: await listMembers(db, workspaceId),
  invites: await db.selectFrom('invites').selectAll().where('workspace_id', '=', workspaceId).execute(),
  clicks: (await clicksInBlocks(db)).filter((click) => click.workspaceId === workspaceId),
  hours: await db
    .selectFrom('click_hours')
    .select(['hour', 'clicks'])
    .where('workspace_id', '=', workspaceId)
    .execute(),
  days: await db.selectFrom('click_days').select(['day', 'clicks']).where('workspace_id', '=', workspaceId).execute(),
});

t.test('changes in one workspace change nothing in another workspace', async (t) => {
  const [one, other] = [await furnish(`one${now.getTime()}`), await furnish(`other${now.getTime()}`)];
  // A user who is in both and has a key in each.
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  for (const { id: workspaceId } of [one, other]) {
    await makeMember(db, person, workspaceId, 'member');
    await insertApiKey(db, { workspaceId, createdBy: userId, role: 'member', name: 'own' }, now);
  }
  const before = await contents(other.id);
  const far = new Date(now.getTime() + 1_000 * dayMs);
  const acts: [what: string, act: (trx: Trx) => Promise<unknown>][] = [
    ['changing a link', (trx) => updateLink(trx, one.id, other.link.id, { title: 'changed' })],
    ['deleting a link', (trx) => deleteLink(trx, one.id, other.link.publicId, now)],
    ['deleting a link with a shared tag', (trx) => deleteLink(trx, one.id, one.link.publicId, now)],
    ['revoking a key', (trx) => deleteKey(trx, one.id, other.keyId)],
    [
      'removing a member of both',
      async (trx) =>
        deleteMember(trx, one.id, (await findMemberByUser(trx, one.id, userId)) as MemberRow, {
          now,
          defaultPlan: 'free',
        }),
    ],
    ['deleting old invitations', (trx) => deleteOldInvites(trx, one.id, far)],
    ['deleting blocks of clicks', (trx) => deleteSomeBlocks(trx, one.id, day, 1_000)],
    ['forgetting hours', (trx) => deleteSomeHours(trx, one.id, day, 1_000)],
    ['forgetting days', (trx) => deleteSomeDays(trx, one.id, day, 1_000)],
  ];
  for (const [what, act] of acts) {
    await inTransaction(db, act);
    t.strictSame(await contents(other.id), before, what);
  }
  const after = await contents(one.id);
  t.match(after, { links: { length: 1 }, members: { length: 1 }, invites: [], keys: { length: 1 } }, 'its own is done');
  t.ok(after.clicks.length < 4 && after.hours.length < before.hours.length && after.days.length < before.days.length);
});

t.test("a page is filled with its own workspace's links, however many newer links other workspaces have", async (t) => {
  const { call } = mine;
  for (let n = 0; n < 3; n++)
    await theirs.call('POST', '/links', { url: 'https://example.com/shared', tags: ['shared'] });
  for (const query of ['', '&archived=all', '&tag=shared', '&q=shared', '&domain=go.waypost.test']) {
    const { links } = (await call('GET', `/links?limit=1${query}`)).json;
    t.equal(links.length, 1, `limit=1${query}`);
    t.equal(links[0]?.workspaceId, mine.publicId);
  }
});
