/** Filters of links: every list, export and analytics select the links that a plain comparison selects. */
import { sql } from 'kysely';
import { attachTags } from '../../../daemon/links/core/tag-queries.ts';
import { sealAll } from '../../../daemon/links/search/block-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;

/** A seeded random generator. */
const chance = (() => {
  let state = 11;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
})();
const oneOf = <T>(all: readonly T[]) => all[chance(all.length)] as T;

type Seeded = {
  id: string;
  tags: string[];
  createdBy: string | null;
  at: number;
  archived: boolean;
  url: string;
  title: string;
};

const tagNames = ['spring', 'summer', 'a,b', 'Ärger'];
const creators = ['usr_1', 'usr_2', 'key_1', 'imp_1', null];
const start = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

async function seed(workspaceId: number, count: number): Promise<Seeded[]> {
  const links = Array.from(
    { length: count },
    (_, n): Seeded => ({
      id: `lnk_${workspaceId}_${n}`,
      tags: tagNames.filter(() => chance(3) === 0),
      createdBy: oneOf(creators),
      at: start + Math.floor(n / 3) * hourMs,
      archived: chance(10) === 0,
      url: `https://shop-${chance(4)}.example/`,
      title: `${oneOf(['sale', 'launch'])} ${chance(100)}`,
    }),
  );
  await db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
  for (let from = 0; from < count; from += 500) {
    const some = links.slice(from, from + 500);
    await inTransaction(db, async (trx) => {
      const { insertId } = await trx
        .insertInto('links')
        .values(
          some.map(({ id, createdBy, at, archived, url, title }, n) => ({
            ...{ public_id: id, workspace_id: workspaceId, domain_id: 0, slug: `w${workspaceId}n${from + n}` },
            ...{ url, title, redirect_type: 302, archived, created_by: createdBy },
            ...{ created_at: new Date(at), updated_at: new Date(at) },
          })),
        )
        .executeTakeFirstOrThrow();
      const tagged = some.map((link, n) => ({
        ...{ id: Number(insertId) + n, workspaceId, archived: link.archived, title: link.title },
        ...{ createdAt: new Date(link.at), tags: link.tags },
      }));
      await attachTags(trx, tagged);
    });
  }
  await sealAll(db, workspaceId);
  await sql`ANALYZE TABLE links, link_tags`.execute(db);
  return links;
}

const workspace = await addWorkspace(db, 'scale');
const seeded = await seed(workspace.id, 3_000);
const foreign = await addWorkspace(db, 'scale');
await seed(foreign.id, 300);
const call = caller(daemon, workspace.key);

type Asked = Record<string, string>;

const inList = (names: string[]) => names.map((name) => name.replaceAll(',', '\\,')).join(',');

function ask(): Asked {
  const asked: Asked = {};
  if (chance(2) === 0)
    asked.tags = inList(tagNames.filter(() => chance(2) === 0).concat(chance(8) === 0 ? 'none' : []));
  if (chance(2) === 0) asked.tagsMode = oneOf(['all', 'any']);
  if (chance(3) === 0) asked.tag = oneOf(tagNames);
  if (chance(3) === 0) asked.withoutTags = inList([oneOf(tagNames), 'none']);
  if (chance(3) === 0) asked.createdBy = oneOf(['usr_1', 'key_1', 'imp_1', 'usr_9']);
  const day = (n: number) => new Date(start + n * 24 * hourMs).toISOString();
  if (chance(3) === 0) asked.createdFrom = chance(2) === 0 ? day(chance(40)).slice(0, 10) : day(chance(40));
  if (chance(3) === 0) asked.createdTo = chance(2) === 0 ? day(chance(45)).slice(0, 10) : day(chance(45));
  if (asked.tags === '') delete asked.tags;
  return asked;
}

function matches(link: Seeded, asked: Asked): boolean {
  const names = (text = '') =>
    tagNames.concat('none').filter((name) => text.split(/(?<!\\),/).includes(name.replace(',', '\\,')));
  const tags = names(asked.tags);
  const has = (name: string) => link.tags.includes(name);
  const from = asked.createdFrom === undefined ? 0 : Date.parse(asked.createdFrom);
  const to =
    asked.createdTo === undefined
      ? Infinity
      : Date.parse(asked.createdTo) + (asked.createdTo.includes('T') ? 0 : 24 * hourMs - 1);
  return (
    (tags.length === 0 || (asked.tagsMode === 'any' ? tags.some(has) : tags.every(has))) &&
    (asked.tag === undefined || has(asked.tag)) &&
    !names(asked.withoutTags).some(has) &&
    (asked.createdBy === undefined || link.createdBy === asked.createdBy) &&
    link.at >= from &&
    link.at <= to
  );
}

async function listAll(path: string, asked: Asked): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({ ...asked, ...(cursor ? { cursor } : {}) });
    const { status, json: body } = await call('GET', `${path}?${query}`);
    if (status !== 200) throw new Error(`${path}?${query}: ${status} ${JSON.stringify(body)}`);
    ids.push(...(body.ids ?? body.links.map(({ id }: { id: string }) => id)));
    if (!body.nextCursor) return ids;
    cursor = body.nextCursor;
  }
}

t.test('any combination of filters selects the same links as a comparison of every link', async (t) => {
  for (let round = 0; round < 60; round++) {
    const asked = ask();
    const archived = oneOf(['false', 'true', 'all']);
    const q = oneOf([undefined, 'sale', 'launch 7', 'shop-2', 'nowhere']);
    const isShown = (link: Seeded) =>
      (archived === 'all' || String(link.archived) === archived) &&
      matches(link, asked) &&
      (q === undefined || link.title.includes(q) || link.url.includes(q));
    const expected = seeded.filter(isShown).map(({ id }) => id);
    const query = { ...asked, archived, ...(q ? { q } : {}) };
    const name = JSON.stringify(query);
    t.same(new Set(await listAll('/links/ids', query)), new Set(expected), name);
    const sort = oneOf(['createdAt', 'title', 'clicks']);
    const order = oneOf(['asc', 'desc']);
    if (round % 3 === 0) {
      const listed = await listAll('/links', { ...query, sort, order, limit: '100' });
      t.equal(listed.length, expected.length, `${name} by ${sort}`);
      t.same(new Set(listed), new Set(expected), `${name} by ${sort} ${order}`);
      const { json: body } = await call(
        'GET',
        `/links?${new URLSearchParams({ ...query, count: 'true', limit: '1' })}`,
      );
      t.equal(body.total, expected.length, `${name}: total`);
    }
  }
});

t.test('a filter by creation day includes the whole day', async (t) => {
  const day = '2026-01-03';
  const ids = await listAll('/links/ids', { archived: 'all', createdFrom: day, createdTo: day });
  t.equal(ids.length, 72);
});

t.test('empty entries in a list of tags are ignored, and an empty list never lists everything', async (t) => {
  for (const field of ['tags', 'withoutTags']) {
    const expected = await listAll('/links/ids', { [field]: 'spring,summer' });
    for (const list of ['spring,summer,', ',spring,,summer', 'spring, ,summer, '])
      t.same(await listAll('/links/ids', { [field]: list }), expected, `${field}=${list}`);
  }
  for (const path of ['/links', '/links/ids', '/links/export', '/stats'])
    t.equal((await call('GET', `${path}?tags=,&tagsMode=any`)).status, 422, path);
});

t.test('an invalid filter is refused, and the error names its field', async (t) => {
  for (const [field, value] of [
    ['tags', Array.from({ length: 11 }, (_, n) => `t${n}`).join(',')],
    ['withoutTags', Array.from({ length: 11 }, (_, n) => `t${n}`).join(',')],
    ...(['', ',', ' ', ' , ,'] as const).flatMap(
      (list) =>
        [
          ['tags', list],
          ['withoutTags', list],
        ] as const,
    ),
    ['tagsMode', 'none'],
    ['createdBy', "usr_1' OR 1"],
    ['createdFrom', 'yesterday'],
    ['createdTo', '2026-02-31'],
  ] as const) {
    const { status, json: body } = await call('GET', `/links?${field}=${encodeURIComponent(value)}`);
    t.equal(status, 422, field);
    t.match(JSON.stringify(body.error.details), field);
  }
  const { status, json: body } = await call('GET', '/links?tagsMode=any&tags=,');
  t.same([status, body.error.details.field], [422, 'tags']);
});
