/** Link search: the same links as a full scan despite concurrent writes, and by index. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { linkEngine } from '../../../daemon/imports/engine.ts';
import { type Filters, listPositions } from '../../../daemon/links/core/page-queries.ts';
import { linksABlock } from '../../../daemon/links/search/block.ts';
import { lockSearch, sealAll, widenBlock } from '../../../daemon/links/search/block-queries.ts';
import { addNgrams, gramBytes, type Ngrams, ngramsOf, slicesABlock } from '../../../daemon/links/search/ngrams.ts';
import { addLateLinks, reopenSearch } from '../../../daemon/links/search/older-link-queries.ts';
import { countMatches, listMatches, searchLinks } from '../../../daemon/links/search/search.ts';
import { spansOf, toSlices } from '../../../daemon/links/search/slices.ts';
import { sealLeft } from '../../../daemon/links/search/unindexed-link-queries.ts';
import { findImport, insertImport } from '../../../shared/import/queries.ts';
import { runImport } from '../../../shared/import/runner.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { listIdsOfTag } from '../../fixtures/tags.ts';
import { type Test, t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;

const words = [
  'Summer',
  'sale',
  'Zürich',
  'ÉTÉ',
  'Übung',
  'ΑΒΓ',
  'Привет',
  '你好',
  '100%',
  'a_b',
  '🙂',
  'x\\y',
  'İstanbul',
  'Straße',
  'GROẞ',
  'Grüße',
];
/** A seeded random generator. */
const chance = (() => {
  let state = 7;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
})();
const word = () => words[chance(words.length)] as string;

/** More links than are read one by one, so that the blocks are used. */
async function seed(workspaceId: number, count: number): Promise<void> {
  const start = Date.UTC(2026, 0, 1);
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const n = from + index;
      const at = new Date(start + Math.floor(n / 3) * 1_000);
      return {
        public_id: `lnk_${workspaceId}_${n}`,
        workspace_id: workspaceId,
        domain_id: 0,
        slug: `w${workspaceId}n${n}`,
        url: `https://shop-${n % 50}.example/${chance(1e9).toString(36)}`,
        title: n % 4 === 0 ? `${word()} ${n}` : null,
        redirect_type: 302,
        archived: n % 10 === 0,
        created_at: at,
        updated_at: at,
      };
    });
    await db.insertInto('links').values(rows).execute();
  }
  await db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
}

/** Every link that contains the text, by a full scan in MySQL. */
async function byLooking(filters: Filters, q: string): Promise<number[]> {
  const rows = await db
    .selectFrom('links')
    .select(['id', 'archived'])
    .where('workspace_id', '=', filters.workspaceId)
    .where(
      sql<boolean>`INSTR(REPLACE(REPLACE(CONCAT_WS('\n', LOWER(CONVERT(slug USING utf8mb4)), LOWER(url), LOWER(title)) COLLATE utf8mb4_bin, 'ẞ', 'ß'), 'ß', 'ss'), REPLACE(REPLACE(LOWER(${q}), 'ẞ', 'ß'), 'ß', 'ss')) > 0`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows
    .filter(({ archived }) => filters.archived === 'all' || String(archived) === filters.archived)
    .map(({ id }) => id);
}

async function bySearching(filters: Filters, q: string, limit: number): Promise<number[]> {
  const ids: number[] = [];
  for (let after: Awaited<ReturnType<typeof searchLinks>>['positions'][0] | undefined; ; ) {
    const { positions } = await searchLinks(db, filters, q, { after, limit });
    ids.push(...positions.map(({ id }) => id));
    after = positions.at(-1);
    if (positions.length < limit) return ids;
  }
}

/** Compares search, count and, for few links, list with a full scan. */
async function compareAll(t: Test, filters: Filters, q: string, limit: number, when: string): Promise<void> {
  const found = await byLooking(filters, q);
  const name = `${when}: ${q}, archived=${filters.archived}`;
  t.same(await bySearching(filters, q, limit), found, name);
  const count = await countMatches(db, filters, q, found.length + 1);
  t.same(count, { count: found.length, isAll: true }, `${name}, counted`);
  if (found.length >= 1_000) return;
  const byId = (one: number, other: number) => one - other;
  const listed = await listMatches(db, filters, q, found.length);
  t.same(listed?.sort(byId), found.sort(byId), `${name}, listed`);
}

t.test('search finds the same links as a full scan, sealed or not, after edits and deletions', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  await seed(workspace.id, 4_500);
  const texts = [
    ...words,
    ...words.map((each) => each.toLowerCase()),
    'e',
    'ü',
    '猫',
    '%',
    '_',
    '~!',
    'shop-7',
    `w${workspace.id}n17`,
    'no such text',
    'GRÜSSE',
    'grüs',
    'gross',
    'rass',
    'ss',
  ];
  const { url: some } = await db
    .selectFrom('links')
    .select('url')
    .where('slug', '=', `w${workspace.id}n100`)
    .executeTakeFirstOrThrow();
  texts.push(some.slice(-5), some.toUpperCase());
  const compare = async (when: string) => {
    for (const archived of ['false', 'true', 'all'] as const) {
      const filters: Filters = { workspaceId: workspace.id, archived };
      for (const q of texts) await compareAll(t, filters, q, 400, when);
    }
  };
  await compare('before sealing');
  await sealAll(db, workspace.id);
  const blocks = await db
    .selectFrom('link_search_blocks')
    .select('to_at')
    .where('workspace_id', '=', workspace.id)
    .execute();
  t.ok(blocks.length > 10, `${blocks.length} blocks`);
  await compare('sealed');
  for (let n = 0; n < 60; n++) {
    const id = `lnk_${workspace.id}_${chance(4_500)}`;
    if (n % 3 === 0) await call('DELETE', `/links/${id}`);
    else if (n % 3 === 1) await call('PATCH', `/links/${id}`, { title: `猫 ${word()} ~!`, slug: `edited${n}` });
    else await call('PATCH', `/links/${id}`, { url: `https://edited.example/${n}`, archived: n % 2 === 0 });
  }
  texts.push('edited', 'edited.example/5');
  await compare('after edits');
});

t.test('all links created while blocks are sealed are found', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (let turn = 0; turn < 15; turn++) {
      const links = Array.from({ length: 50 }, (_, n) => ({ url: `https://example.com/lane${lane}/${turn}/${n}` }));
      await call('POST', '/links/bulk', { links });
      if (turn % 5 === lane) await sealAll(db, workspace.id);
    }
  });
  await Promise.all(lanes);
  const blocks = () =>
    db.selectFrom('link_search_blocks').select('to_at').where('workspace_id', '=', workspace.id).execute();
  t.ok((await blocks()).length > 2, 'some were sealed in between');
  await sealAll(db, workspace.id);
  const filters: Filters = { workspaceId: workspace.id, archived: 'false' };
  for (const q of ['lane0/', 'lane3/14/49', 'example.com', 'lane2/7/']) {
    t.same(await bySearching(filters, q, 300), await byLooking(filters, q), q);
  }
});

t.test('ß, ẞ and ss match each other, regardless of case', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const written = ['Grüße', 'GRÜẞE', 'GRÜSSE', 'grüsse'];
  for (const title of written) await call('POST', '/links', { url: 'https://example.com/', title });
  for (const q of [...written, 'rüẞ', 'SSE']) {
    const { json } = await call('GET', `/links?q=${encodeURIComponent(q)}`);
    t.same(json.links.map(({ title }: { title: string }) => title).sort(), [...written].sort(), q);
  }
});

t.test('accented letters match in composed and decomposed form, sealed or not', async (t) => {
  const { id, key } = await addWorkspace(db, 'scale');
  const call = caller(daemon, key);
  const written = ['caf\u00e9', 'cafe\u0301'];
  for (const title of written) await call('POST', '/links', { url: 'https://example.com/', title });
  for (const round of ['unsealed', 'sealed']) {
    for (const q of written) {
      const { json } = await call('GET', `/links?q=${encodeURIComponent(q)}`);
      t.same(json.links.map(({ title }: { title: string }) => title).sort(), [...written].sort(), `${round} ${q}`);
    }
    if (round === 'unsealed') await sealAll(db, id);
  }
});

t.test('SQL wildcards in a search text match literally', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  await call('POST', '/links', { url: 'https://example.com/', title: '100% of a_b' });
  await call('POST', '/links', { url: 'https://example.com/', title: '1000 axb' });
  const titles = async (q: string) =>
    (await call('GET', `/links?q=${encodeURIComponent(q)}`)).json.links.map(({ title }: { title: string }) => title);
  t.same(await titles('0%'), ['100% of a_b']);
  t.same(await titles('A_B'), ['100% of a_b']);
  t.same(await titles('100'), ['1000 axb', '100% of a_b']);
  t.same(await titles('\\'), []);
});

t.test('letters that the server lower-cases to the same letter match each other in a block', async (t) => {
  const codes = Array.from({ length: 0x2ffff }, (_, code) => code).filter(
    (code) => code >= 0x20 && (code < 0xd800 || code > 0xdfff),
  );
  const differing: string[] = [];
  for (let from = 0; from < codes.length; from += 20_000) {
    const chars = codes.slice(from, from + 20_000).map((code) => String.fromCodePoint(code));
    const { rows } = await sql<{ lowered: string }>`SELECT LOWER(${chars.join('\n')}) AS lowered`.execute(db);
    for (const [index, lowered] of (rows[0]?.lowered ?? '').split('\n').entries()) {
      const char = chars[index] as string;
      if (JSON.stringify(ngramsOf(char)) !== JSON.stringify(ngramsOf(lowered))) differing.push(`${char} ${lowered}`);
    }
  }
  t.same(differing, []);
});

/** Returns whether a block's slice can contain a text. */
const mayHold = (grams: Uint8Array, slice: number, { bytes, pairs }: Ngrams) =>
  bytes.every((index) => ((grams[index] as number) & (1 << slice)) !== 0) &&
  pairs.every((pair) => ((grams[pair >> 3] as number) & (1 << (pair & 7))) !== 0);

t.test('a slice has every bit of its texts, and other slices have none of them', async (t) => {
  const long = `https://example.com/${'some/page/'.repeat(30)}?x=1`;
  for (const [index, text] of [...words, long, '🙂🙂🙂🙂'].entries()) {
    const grams = new Uint8Array(gramBytes);
    const slice = index % slicesABlock;
    addNgrams(grams, slice, `before ${text} after`);
    const chars = [...text].slice(0, 60);
    for (let from = 0; from < chars.length; from++) {
      for (let to = from + 1; to <= chars.length; to++) {
        const part = chars.slice(from, to).join('');
        if (!mayHold(grams, slice, ngramsOf(part))) t.fail(`${part} of ${text}`);
        if (mayHold(grams, (slice + 1) % slicesABlock, ngramsOf(part))) t.fail(`${part}, of the next slice`);
      }
    }
    if (!mayHold(grams, slice, ngramsOf(`before ${text} after`))) t.fail(text);
    for (const other of ['qjx', 'no such text', '犬が', 'Ψωμί', '~', '^`'])
      t.notOk(mayHold(grams, slice, ngramsOf(other)), `${text} does not hold ${other}`);
  }
});

t.test('spans match the requested slices, newest first, and adjacent spans are merged', async (t) => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
  const slices = toSlices(
    [
      [0, 9, 1, 5],
      [10, 20, 4, 9],
      [20, 20, 7, 7],
      [20, 30, 2, 12],
      [31, 40, 2 ** 40, 2 ** 40 + 3],
    ].map(([from = 0, to = 0, first = 0, last = 0]) => ({
      from: at(from),
      to: at(to),
      ids: { from: first, to: last },
    })),
  );
  for (const [bits, expected] of [
    [0, []],
    [0b00001, [[0, 9, 1, 5, 1]]],
    [
      0b10001,
      [
        [31, 40, 2 ** 40, 2 ** 40 + 3, 1],
        [0, 9, 1, 5, 1],
      ],
    ],
    [0b01010, [[10, 30, 2, 12, 2]]],
    [0b11111, [[0, 40, 1, 2 ** 40 + 3, 5]]],
    [255, [[0, 40, 1, 2 ** 40 + 3, 5]]],
  ] as [number, number[][]][]) {
    t.same(
      spansOf(slices, bits),
      expected.map(([from = 0, to = 0, first, last, count]) => ({
        ...{ from: at(from), to: at(to), ids: { from: first, to: last } },
        slices: count,
      })),
      bits.toString(2),
    );
  }
});

type Made = { n: number; at: Date };

/** Adds links at the given times, each with its own text, some with many long texts; ids follow roughly that order. */
async function seedAt(workspaceId: number, name: string, times: number[]): Promise<Made[]> {
  const made = times.map((ms, n) => ({ n, at: new Date(Date.UTC(2026, 0, 1) + ms) }));
  const rows = made.map(({ n, at }) => ({
    public_id: `lnk_${name}_${n}`,
    workspace_id: workspaceId,
    domain_id: 0,
    slug: `${name}${n}`,
    url: `https://slices.example/${name}/x${n}x/${n % 7 === 0 ? Array.from({ length: 40 }, () => chance(1e9).toString(36)).join('') : ''}`,
    title: n % 5 === 0 ? `${word()} ${n}` : null,
    redirect_type: 302,
    archived: false,
    created_at: at,
    updated_at: at,
  }));
  const places = new Map(rows.map((row, n) => [row, n + chance(60)]));
  rows.sort((one, other) => (places.get(one) as number) - (places.get(other) as number));
  await db.insertInto('links').values(rows).execute();
  return made;
}

t.test(
  'slices, unlike blocks, separate links created at the same time, and each link is found before and after an edit',
  async (t) => {
    const { id: workspaceId } = await addWorkspace(db, 'scale');
    const bulks = Array.from({ length: 700 }, (_, n) => Math.floor(n / 50) * 1_000);
    const singles = Array.from({ length: 300 }, (_, n) => 20_000 + n);
    const crowd = Array.from({ length: 900 }, () => 30_000);
    const uneven = Array.from({ length: 600 }, (_, n) => 40_000 + Math.floor(n ** 1.5 / 37));
    const made = await seedAt(workspaceId, `cut${workspaceId}e`, [...bulks, ...singles, ...crowd, ...uneven]);
    await db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
    await sealAll(db, workspaceId);
    const filters: Filters = { workspaceId, archived: 'false' };
    const blocks = await db
      .selectFrom('link_search_blocks')
      .select(['from_at as from', 'to_at as to', 'slices'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('to_at')
      .execute();
    t.ok(
      blocks.every(({ from }, index) => index === 0 || from > (blocks[index - 1]?.to as Date)),
      'blocks are apart',
    );
    const spans = blocks.flatMap(({ slices }) =>
      Array.from({ length: slicesABlock }, (_, slice) => spansOf(slices, 1 << slice)[0] ?? []).flat(),
    );
    t.ok(
      spans.some(({ from }, index) => from.getTime() === spans[index - 1]?.to.getTime()),
      'some slices meet in a time',
    );
    const compare = async (when: string, texts: string[]) => {
      for (const q of texts) await compareAll(t, filters, q, 200, when);
    };
    const own = made.filter(({ n }) => n % 11 === 0).map(({ n }) => `/x${n}x`);
    await compare('sealed', [...own, 'slices', 'x7', 'sale', '猫', '~^']);
    const edit = async ({ n, at }: Made, url: string, title: string | null) => {
      const slug = `cut${workspaceId}e${n}`;
      await db.transaction().execute(async (trx) => {
        await lockSearch(trx, workspaceId);
        const link = trx.selectFrom('links').select('id').where('domain_id', '=', 0).where('slug', '=', slug);
        const { id } = await link.executeTakeFirstOrThrow();
        await trx.updateTable('links').set({ url, title }).where('id', '=', id).execute();
        await widenBlock(trx, workspaceId, { id, createdAt: at, slug, url, title });
      });
    };
    const texts = ['~^', '^~', 'edited', '猫'];
    for (const [index, { from, to }] of spans.entries()) {
      const inSlice = made.filter(({ at }) => at >= from && at <= to);
      const one = inSlice[chance(inSlice.length)] as Made;
      await edit(one, `https://edited.example/e${index}e`, index % 9 === 0 ? '猫 edited' : null);
      texts.push(`/e${index}e`);
    }
    // These texts have no three characters that a block lacks.
    await edit(made[3] as Made, 'https://slices.example/', '^~');
    await edit(made[1_200] as Made, 'https://slices.example/', '~^');
    await compare('edited', texts);
    await db.transaction().execute(async (trx) => {
      await lockSearch(trx, workspaceId);
      await reopenSearch(trx, workspaceId, new Date(), new Date(Date.UTC(2026, 0, 1) + 30_000));
    });
    await seedAt(workspaceId, `late${workspaceId}e`, [...Array.from({ length: 40 }, () => 30_000), 39_999, 41_000]);
    await compare('reopened', [...texts, 'late', ...own.slice(-30)]);
    await sealAll(db, workspaceId);
    await compare('sealed again', [...texts, 'late', ...own.slice(-30)]);
  },
);

const stateOf = (workspaceId: number) =>
  db
    .selectFrom('workspace_link_states')
    .select('sealed_to as sealedTo')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();

const blocksOf = (workspaceId: number) =>
  db
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'to_at as to', 'slices', 'grams'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('to_at')
    .execute();

/** The number of links that a search reads one by one. */
async function unsealedIn(workspaceId: number): Promise<number> {
  const { sealedTo } = await stateOf(workspaceId);
  const { left } = await db
    .selectFrom('links')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', sealedTo)
    .executeTakeFirstOrThrow();
  return Number(left);
}

t.test(
  'links older than sealed links are added to the blocks around them, and other blocks stay unchanged',
  async (t) => {
    const { id: workspaceId } = await addWorkspace(db, 'scale');
    await db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
    const second = 1_000;
    await seedAt(
      workspaceId,
      `old${workspaceId}e`,
      Array.from({ length: 5_000 }, (_, n) => 100_000 + (n < 4_600 ? n * second : 9_000 * second)),
    );
    await sealAll(db, workspaceId);
    const { sealedTo } = await stateOf(workspaceId);
    const filters: Filters = { workspaceId, archived: 'false' };
    const addLate = async (name: string, times: number[]) => {
      await db.transaction().execute(async (trx) => {
        await lockSearch(trx, workspaceId);
        const made = await seedAt(workspaceId, `${name}${workspaceId}e`, times);
        const slugs = made.map(({ n }) => `${name}${workspaceId}e${n}`);
        const links = await trx
          .selectFrom('links')
          .select(['id', 'slug', 'url', 'title', 'created_at as createdAt'])
          .where('slug', 'in', slugs)
          .execute();
        await addLateLinks(trx, workspaceId, sealedTo, links);
      });
      const blocks = await blocksOf(workspaceId);
      t.ok(
        blocks.every(({ from, to }, index) => from <= to && (index === 0 || from > (blocks[index - 1]?.to as Date))),
        `${name}: blocks are apart`,
      );
      for (const q of [`/${name}${workspaceId}e/`, 'x77x', 'sale', 'old']) await compareAll(t, filters, q, 300, name);
    };
    const batch = (from: number, step: number) => Array.from({ length: 200 }, (_, n) => from + n * step);
    for (const [name, times, most] of [
      ['first', batch(50_000, 10), 1],
      ['older', batch(40_000, 10), 1],
      ['oldest', batch(30_000, 10), 1],
      ['middle', batch(1_000_000 + 500, second), 3],
      ['gap', batch(6_000 * second, 10), 1],
      ['one', [2_000_500], 1],
      ['another', [2_000_501], 1],
      ['crowded', Array.from({ length: 300 }, () => 3_000_000), 1],
      ['beside', batch(3_000_000 - 100, 1), 3],
      ['last', [sealedTo.getTime() - Date.UTC(2026, 0, 1)], 1],
      ...Array.from({ length: 12 }, (_, n) => [`spread${n}`, batch(n * 100, 40 * second), Number.POSITIVE_INFINITY]),
    ] as [string, number[], number][]) {
      const before = await blocksOf(workspaceId);
      await addLate(name, times);
      const after = await blocksOf(workspaceId);
      const kept = before.filter((one) => after.some(({ to, grams }) => +to === +one.to && grams.equals(one.grams)));
      t.ok(kept.length >= before.length - most, `${name}: ${before.length - kept.length} blocks were cut again`);
      t.same((await stateOf(workspaceId)).sealedTo, sealedTo, `${name}: nothing is left to seal`);
    }
    const { most } = await db
      .selectFrom(
        db
          .selectFrom('links as l')
          .innerJoin('link_search_blocks as b', 'b.workspace_id', 'l.workspace_id')
          .select(({ fn }) => fn.countAll<number>().as('links'))
          .where('l.workspace_id', '=', workspaceId)
          .whereRef('l.created_at', '>=', 'b.from_at')
          .whereRef('l.created_at', '<=', 'b.to_at')
          .groupBy('b.to_at')
          .as('each'),
      )
      .select(({ fn }) => fn.max('links').as('most'))
      .executeTakeFirstOrThrow();
    t.ok(Number(most) <= 2 * linksABlock, `no block has become too full: ${most} links`);
  },
);

t.test(
  "a running import leaves few links unsealed, and none are left after its end and a worker's start",
  async (t) => {
    const engine = linkEngine(daemon.context);
    const rows = 1_800;
    /** Imports links, newest first. Resolves to the number left after each batch. */
    const runOne = async (name: string, end: { stopAt?: number; failAt?: number }) => {
      const { id: workspaceId } = await addWorkspace(db, 'scale');
      await db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
      const file = `imp_${name}${workspaceId}`;
      const dates = Array.from({ length: rows }, (_, n) => new Date(Date.UTC(2026, 0, 1) - n * 60_000).toISOString());
      const lines = dates.map((at, n) => `https://import.example/${name}/${n},${name}${workspaceId}x${n},${at}`);
      await mkdir(engine.folder, { recursive: true });
      await writeFile(path.join(engine.folder, file), `url,slug,createdAt\n${lines.join('\n')}\n`);
      await insertImport(engine.store, {
        ...{ public_id: file, workspace_id: workspaceId, actor: '{"type":"operator"}', status: 'queued', file },
        ...{ requested_format: 'csv', on_taken: 'skip', dry_run: false, options: '{}', file_name: 'links.csv' },
        created_at: new Date(),
      });
      const { id = 0 } = (await findImport(engine.store, workspaceId, file)) ?? {};
      const stop = new AbortController();
      const left: number[] = [];
      const begin = async (piece: string) => {
        if (!piece.startsWith('the rows')) return false;
        left.push(await unsealedIn(workspaceId));
        if (left.length === end.stopAt) stop.abort();
        return left.length === end.failAt;
      };
      await runImport(engine, id, stop.signal, begin);
      const { status } = (await findImport(engine.store, workspaceId, file)) ?? {};
      return { workspaceId, status, left, atEnd: await unsealedIn(workspaceId) };
    };
    const done = await runOne('done', {});
    t.equal(done.status, 'done');
    t.ok(Math.max(...done.left) < 2 * linksABlock + 1_000, `at most ${Math.max(...done.left)} were left`);
    t.ok(done.atEnd < linksABlock, `${done.atEnd} at the end`);
    const failed = await runOne('failed', { failAt: 5 });
    t.equal(failed.status, 'failed');
    t.ok(failed.atEnd < linksABlock, `${failed.atEnd} after a failure`);
    const stopped = await runOne('stopped', { stopAt: 5 });
    t.equal(stopped.status, 'running');
    t.ok(stopped.atEnd >= linksABlock, `${stopped.atEnd} after a stop`);
    await sealLeft(db, new AbortController().signal);
    t.ok((await unsealedIn(stopped.workspaceId)) < linksABlock, 'none after the start of a worker');
  },
);

t.test('every page is read in order from an index, without sorting', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  await seed(workspace.id, 3_000);
  const call = caller(daemon, workspace.key);
  // Other tags follow: with one tag a full index scan is as good.
  for (const tag of ['t', 't', 't', 'u', 'v', 'w', 'x'])
    await call('POST', '/links/bulk', {
      links: Array.from({ length: 50 }, () => ({ url: 'https://example.com/', tags: [tag] })),
    });
  await sql`ANALYZE TABLE links, link_tags`.execute(db);
  const tagIds = await listIdsOfTag(db, workspace.id, 't');
  const filters: Filters = { workspaceId: workspace.id, archived: 'false' };
  const early = { createdAt: new Date(Date.UTC(2026, 0, 1, 0, 10)), id: 1e9 };
  const late = { createdAt: new Date(), id: 1e9 };
  for (const [name, asked, after, table] of [
    ['all', filters, early, 'k.links_newest_by_archived'],
    ['archived', { ...filters, archived: 'all' }, early, 'k.links_newest_by_archived'],
    ['a domain', { ...filters, domainId: 0 }, early, 'k.links_newest_by_domain'],
    ['a tag', { ...filters, tagIds }, late, 'k.link_tags_newest'],
    ['a tag of a domain', { ...filters, tagIds, domainId: 0 }, late, 'k.link_tags_newest'],
  ] as const) {
    for (const start of [undefined, after]) {
      const explained = await explain(db, (tables) => listPositions(tables, asked, { after: start }, { limit: 26 }));
      const used = indexesOf(explained);
      t.ok(used.length > 0 && used.every((one) => one === table || one === 'l.PRIMARY'), `${name}: ${used}`);
      t.ok(used.includes(table), name);
      t.same(wholeReads(explained), [], name);
      for (const { table: read, Extra } of explained.flatMap(({ plans }) => plans))
        if (read === 'k') t.notMatch(Extra, /filesort|temporary/, name);
    }
  }
});

t.test('blocks are read by key, newest first, starting at the cursor', async (t) => {
  const { id: workspaceId } = await addWorkspace(db, 'scale');
  await seed(workspaceId, 3_000);
  await sealAll(db, workspaceId);
  await sql`ANALYZE TABLE links, link_search_blocks`.execute(db);
  const after = { createdAt: new Date(Date.UTC(2026, 0, 1, 0, 5)), id: 1 };
  for (const q of [
    '~',
    '~!',
    'shop-7.',
    `w${workspaceId}n17`,
    'a text of more than thirty-two characters in no link',
  ]) {
    for (const start of [undefined, after]) {
      const filters: Filters = { workspaceId, archived: 'false' };
      const explained = await explain(db, (tables) => searchLinks(tables, filters, q, { after: start, limit: 26 }));
      const used = indexesOf(explained).filter((one) => !one.startsWith('k.'));
      t.ok(used.includes('link_search_blocks.PRIMARY'), `${q}: ${used}`);
      t.same(wholeReads(explained), [], q);
      for (const { table, type, Extra } of explained.flatMap(({ plans }) => plans)) {
        if (table === 'link_search_blocks') t.match({ type, Extra }, { type: 'range', Extra: /^(?!.*filesort)/ }, q);
      }
    }
  }
});

t.test(
  "a rare text's links are all listed, however many blocks match, and a frequent text's links are not listed",
  async (t) => {
    const { id: workspaceId } = await addWorkspace(db, 'scale');
    const count = 400;
    const links = Array.from({ length: count }, (_, n) => ({ n, at: new Date(Date.UTC(2026, 0, 1) + n * 1_000) }));
    await db
      .insertInto('links')
      .values(
        links.map(({ n, at }) => ({
          public_id: `lnk_full_${n}`,
          workspace_id: workspaceId,
          domain_id: 0,
          slug: `full${n}`,
          url: n === 0 ? 'https://often.example/rare' : 'https://often.example/',
          redirect_type: 302,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
    // Full blocks of one link each, which count as many links.
    const grams = Buffer.alloc(gramBytes, 0xff);
    const blockOf = (at: Date) => ({
      from_at: at,
      to_at: at,
      grams,
      slices: toSlices(Array(slicesABlock).fill({ from: at, to: at, ids: { from: 0, to: 2 ** 47 } })),
    });
    await db
      .insertInto('link_search_blocks')
      .values(links.map(({ at }) => ({ workspace_id: workspaceId, ...blockOf(at) })))
      .execute();
    const sealed = { period: '2026-01', sealed_to: links.at(-1)?.at as Date };
    await db
      .insertInto('workspace_link_states')
      .values({ workspace_id: workspaceId, ...sealed })
      .execute();
    const filters: Filters = { workspaceId, archived: 'false' };
    const [rare] = await byLooking(filters, 'RARE');
    t.same(await listMatches(db, filters, 'RARE', 1_000), [rare]);
    t.equal(await listMatches(db, filters, 'often', 1_000), undefined);
    t.same(
      (await searchLinks(db, filters, 'rare', { after: undefined, limit: 26 })).positions.map(({ id }) => id),
      [rare],
    );
  },
);

t.test('a short URL finds its link in any copied form', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const body = { url: 'https://example.com/', slug: 'PastedOne', tags: ['t'] };
  const { json: link } = await call('POST', '/links', body);
  const { json: titled } = await call('POST', '/links', { url: body.url, title: 'see localhost:8080/no-link' });
  const find = async (q: string, by = call, more = {}) =>
    (await by('GET', `/links?${new URLSearchParams({ q, ...more })}`)).json.links;
  for (const q of [
    link.shortUrl,
    ` ${link.shortUrl} `,
    'localhost:8080/PastedOne',
    'LOCALHOST:8080/PastedOne/',
    'http://127.0.0.1:8080/PastedOne?qr=1',
    'https://localhost:8080/PastedOne?utm_source=x#part',
    'localhost:8080/%50astedOne',
    'PastedOne',
    'pastedone',
  ]) {
    t.same(await find(q), [link], q);
  }
  for (const more of [{ tag: 't' }, { domain: 'localhost:8080' }, { archived: 'all' }] as Record<string, string>[]) {
    t.same(await find(link.shortUrl, call, more), [link], JSON.stringify(more));
  }
  for (const more of [{ tag: 'none' }, { domain: 'go.example.com' }, { archived: 'true' }] as Record<
    string,
    string
  >[]) {
    t.same(await find(link.shortUrl, call, more), [], JSON.stringify(more));
  }
  t.same(await find('localhost:8080/pastedone'), [], 'slugs are case-sensitive');
  t.same(await find('localhost:8080/no-link'), [titled], 'a URL of no link is a text like any other');
  t.same(
    await find(link.shortUrl, caller(daemon, (await addWorkspace(db, 'scale')).key)),
    [],
    'not in another workspace',
  );
});
