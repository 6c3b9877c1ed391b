/** The contact index gives the same answers as SQL after any change by any process. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import {
  type AutomationsTables,
  type Db,
  type Trx,
  tables,
} from '../../automations-api/plugins/automations/core/tables.ts';
import { readIndexedValues } from '../../automations-api/plugins/automations/fields/core/indexed-value-queries.ts';
import {
  type ContactFinder,
  createFinder,
  withoutIndex,
} from '../../automations-api/plugins/automations/finder/core/finder.ts';
import { walkTo } from '../../automations-api/plugins/automations/finder/core/found-positions.ts';
import type { Criterion, Filter } from '../../automations-api/plugins/automations/finder/criteria/criterion.ts';
import type { FilterArgs } from '../../automations-api/plugins/automations/finder/filter-args.ts';
import type { ContactIndex } from '../../automations-api/plugins/automations/finder/index/contact-index.ts';
import { FollowedIndex } from '../../automations-api/plugins/automations/finder/index/followed-index.ts';
import {
  contactFeed,
  listIndexedAfter,
  listIndexedById,
  listMembershipsBetween,
  listMembershipsOf,
  recordContactChanges,
} from '../../automations-api/plugins/automations/finder/index/queries.ts';
import { resolveFilter } from '../../automations-api/plugins/automations/finder/resolve.ts';
import {
  countContacts,
  listIds,
  listIdsAmong,
  listPositions,
  sortIds,
} from '../../automations-api/plugins/automations/finder/sql/find-queries.ts';
import {
  type Position,
  type Slice,
  type Sort,
  sortColumns,
} from '../../automations-api/plugins/automations/finder/sql/sort.ts';
import { openDb } from '../../shared/db/db.ts';
import type { News } from '../../shared/jobs/pulse.ts';
import { createLog } from '../../shared/log/log.ts';
import { addContact, addTerms, type Body, criteria, startAutomations } from '../fixtures/automations.ts';
import { type Explained, explain, indexesOf, wholeReads } from '../fixtures/explain.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const log = createLog('test', 'silent');
const gapSeconds = 60;

/** Sets up a database, a service that writes to it, and indexes such as other processes have. */
async function prepare(t: Pick<Test, 'teardown'>, indexes = 1) {
  const stores = await createStores(t);
  const service = await startAutomations(t, {}, stores);
  const followed = await Promise.all(Array.from({ length: indexes }, () => openIndex(t, stores.mysqlUrl)));
  return { stores, service, followed };
}

/** A pulse that works but has no news, so that an index reads only on demand. */
const atRest: News = { isHeard: () => true, follow: () => () => {} };

async function openIndex(t: Pick<Test, 'teardown'>, mysqlUrl: string, megabytes = 64) {
  const db = withPrefix(openDb<AutomationsTables>(mysqlUrl, { poolSize: 4 }), 'wp_', tables);
  const index = new FollowedIndex({ db, log, readValues: readIndexedValues, gapSeconds, megabytes, news: atRest });
  t.teardown(async () => {
    await index.stop();
    await db.destroy();
  });
  await index.load();
  return { db, index };
}
type Opened = Awaited<ReturnType<typeof openIndex>>;

/** Waits for the index to be fresh, because a step can leave it behind for a moment. */
const whenFresh = (index: FollowedIndex) => until(() => index.fresh());

const newest: Sort = { field: 'creation_date', descending: true };
const page: Slice = { limit: 25, offset: 0 };

const bySql = (db: Db) => createFinder({ db, contactIndex: withoutIndex });

const byIndex = async ({ db, index }: Opened) => {
  await whenFresh(index);
  return createFinder({ db, contactIndex: index });
};

const totalOf = async (opened: Opened, args: FilterArgs = {}) =>
  (await byIndex(opened)).count(await resolveFilter(opened.db, args, criteria));

const seldom = <T>(value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const someDay = seldom<string | undefined>(
  fc.nat(12).map((n) => day(n).toISOString().slice(0, 10)),
  undefined,
);
const sorting = fc.record({
  field: fc.constantFrom(...(Object.keys(sortColumns) as Sort['field'][])),
  descending: fc.boolean(),
});
const slicing = fc.record({ limit: fc.integer({ min: 3, max: 12 }), offset: fc.nat(20) });
const filtering = (tags: number[], lists: number[]) => {
  const some = (ids: number[]) => seldom(fc.subarray([...ids, -1]), []);
  const rarely = <T>(value: fc.Arbitrary<T>) =>
    seldom<T | undefined>(seldom<T | undefined>(value, undefined), undefined);
  return fc.record({
    status: seldom(fc.uniqueArray(fc.nat(4).map(String), { minLength: 1, maxLength: 3 }), []),
    tag: some(tags),
    list: some(lists),
    tag_all: rarely(fc.subarray(tags)),
    tag_not: rarely(fc.subarray([...tags, -1])),
    list_not: rarely(fc.subarray(lists)),
    from: someDay,
    to: someDay,
    updated_from: someDay,
    updated_to: someDay,
    search: rarely(fc.constantFrom('é1 l', 'E1', '9', '.2', 'nobody')),
    email: rarely(fc.constantFrom('7919.1@x.example', '838.2@X.example')),
    ids: rarely(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 })),
  });
};
/** A condition without `inIndex`, which a plugin's criterion can have. */
const strange = seldom<Criterion[]>(
  fc.nat(2).map((rest) => [{ sql: sql`c.id % 3 = ${rest}` }]),
  [],
);

/** Reads a list page by page with a cursor. */
async function walk(read: (slice: Slice) => Promise<Position[]>, limit: number) {
  const ids: number[] = [];
  for (let after: Slice['after'] | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const positions = await read({ limit, offset: 0, after });
    ids.push(...positions.map(({ id }) => id));
    after = positions.length === limit ? positions.at(-1) : undefined;
  }
  return ids;
}

/**
 * Returns everything that a finder finds for a filter: a page, the total, all ids, the matches among a few ids, and
 * all pages by cursor.
 */
async function ask(finder: ContactFinder, filter: Filter, sort: Sort, slice: Slice) {
  const { rows, total } = await finder.page(filter, sort, slice);
  const ids = (await finder.ids(filter)).sort((a, b) => a - b);
  const walked: number[] = [];
  for (let after: Position | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const part = await finder.page(filter, sort, { limit: slice.limit, offset: 0, after });
    walked.push(...part.rows.map(({ id }) => id));
    after = part.next;
  }
  const among = await finder.among(filter, ids.filter((id) => id % 2 === 0).concat(0));
  return {
    rows,
    total: await total(),
    count: await finder.count(filter),
    ids,
    among: among.sort((a, b) => a - b),
    walked,
  };
}

/**
 * Changes that bypass the service, with dates in any order, as in imports. They are recorded in the feed like all
 * changes.
 */
type Change =
  | { do: 'make'; status: number; created: number; later: number; names: number; terms: number[] }
  | { do: 'change'; who: number; status: number; later: number; names: number }
  | { do: 'terms'; who: number; terms: number[] }
  | { do: 'delete'; who: number };
const changing = (terms: number[]) => {
  const [status, hours, names, who] = [fc.nat(4), fc.nat(240), fc.nat(3), fc.nat(60)];
  const some = fc.subarray(terms);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('make' as const),
        status,
        created: hours,
        later: hours,
        names,
        terms: some,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), who, status, later: hours, names }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('terms' as const), who, terms: some }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), who }) },
  );
};

const hoursAfter = (date: Date, hours: number) => new Date(date.getTime() + hours * 3_600_000);

let made = 0;
async function act(trx: Trx, change: Change): Promise<number | undefined> {
  const names = (n: number) => ({ f_name: n ? `É${n}` : 'e1', l_name: `L${n % 2}` });
  if (change.do === 'make') {
    const email = `${(++made * 7_919) % 1_000}.${made}@x.example`;
    const creation_date = hoursAfter(day(0), change.created);
    const dates = { creation_date, last_modified: hoursAfter(creation_date, change.later) };
    const row = { email, email_key: email, uid: String(made).padStart(32, '0'), status: change.status, ...dates };
    const { insertId } = await trx
      .insertInto('automations_contacts')
      .values({ ...row, ...names(change.names) })
      .executeTakeFirstOrThrow();
    await setTerms(trx, Number(insertId), change.terms);
    return Number(insertId);
  }
  const contact = await trx
    .selectFrom('automations_contacts')
    .select(['id', 'creation_date'])
    .orderBy('id')
    .offset(change.who)
    .limit(1)
    .executeTakeFirst();
  if (!contact) return undefined;
  const { id, creation_date } = contact;
  if (change.do === 'terms') await setTerms(trx, id, change.terms);
  else if (change.do === 'delete') {
    await setTerms(trx, id, []);
    await trx.deleteFrom('automations_contacts').where('id', '=', id).execute();
  } else {
    const { status, later } = change;
    await trx
      .updateTable('automations_contacts')
      .set({ status, last_modified: hoursAfter(creation_date, later), ...names(change.names) })
      .where('id', '=', id)
      .execute();
  }
  return id;
}

async function setTerms(trx: Trx, id: number, terms: number[]): Promise<void> {
  await trx.deleteFrom('automations_contact_terms').where('contact_id', '=', id).execute();
  if (terms.length === 0) return;
  const { creation_date } = await trx
    .selectFrom('automations_contacts')
    .select('creation_date')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = terms.map((term_id) => ({ term_id, contact_id: id, creation_date }));
  await trx.insertInto('automations_contact_terms').values(rows).execute();
}

t.test(
  'any filter, sort order, page and cursor gives the same result from the index and from SQL, in two processes',
  async (t) => {
    const { service, followed } = await prepare(t, 2);
    const { db } = service;
    const tags = await addTerms(service, 'tag', ['A', 'B', 'C']);
    const lists = await addTerms(service, 'list', ['L', 'M']);
    const terms = [...tags, ...lists];
    const make = async (changes: Change[]) =>
      db.transaction().execute(async (trx) => {
        const ids: number[] = [];
        for (const change of changes) ids.push((await act(trx, change)) ?? 0);
        await recordContactChanges(trx, ids);
      });
    // This many contacts at the start ensure that every run has answers to compare.
    await make(
      Array.from({ length: 40 }, (_, n) => ({
        do: 'make',
        status: n % 5,
        created: n * 6,
        later: n,
        names: n % 4,
        terms: terms.filter((_, at) => n & (1 << at)),
      })),
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(changing(terms), { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
        fc.array(fc.record({ args: filtering(tags, lists), more: strange, sort: sorting, slice: slicing }), {
          minLength: 6,
          maxLength: 10,
        }),
        async (transactions, questions) => {
          for (const changes of transactions) await make(changes);
          for (const { args, more, sort, slice } of questions) {
            const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
            const filter = [...(await resolveFilter(db, given, criteria)), ...more];
            const expected = await ask(bySql(db), filter, sort, slice);
            if (expected.rows.length > 0) found++;
            t.strictSame(
              expected.walked.toSorted((a, b) => a - b),
              expected.ids,
            );
            for (const opened of followed) {
              const found = await ask(await byIndex(opened), filter, sort, slice);
              t.strictSame(found, expected, JSON.stringify({ args, more: more.length, sort, slice }));
            }
          }
        },
      ),
      { numRuns: 15 },
    );
    t.ok(found > 10, `${found} pages had anybody`);
  },
);

t.test("a client's change appears in the next answer from every process, despite concurrent changes", async (t) => {
  const { stores, service } = await prepare(t);
  const other = await startAutomations(t, {}, stores);
  const opened = await openIndex(t, stores.mysqlUrl);
  const clients = Array.from({ length: 8 }, (_, n) => n);
  const [common] = (await addTerms(service, 'list', ['Common'])) as [number];
  await Promise.all(
    clients.map(async (n) => {
      const [writer, reader] = n % 2 ? [service, other] : [other, service];
      const [tag] = (await addTerms(service, 'tag', [`Of ${n}`])) as [number];
      const expectTotal = async (total: number, query = '', filter: FilterArgs = {}) => {
        const { body } = await reader.get(`/contacts?tag=${tag}${query}`);
        t.equal(body.data.contact.total, total, `${n} ${query} by HTTP`);
        t.equal(await totalOf(opened, { tag: [tag], ...filter }), total, `${n} ${query} in memory`);
      };
      const ids: number[] = [];
      for (let k = 0; k < 4; k++) {
        ids.push(await addContact(writer, { email: `c${n}.${k}@x.example`, tags: [tag], lists: [common] }));
        await expectTotal(k + 1);
      }
      await writer.post(`/contact/change-status/${ids[0]}`, { status: 'bounced' });
      await expectTotal(1, '&status=bounced', { status: ['2'] });
      await writer.post(`/contact/list-unassign/${ids[1]}`, { listId: [common] });
      await expectTotal(3, `&list=${common}`, { list: [common] });
      await writer.post(`/contact/tag-unassign/${ids[2]}`, { tagId: [tag] });
      await expectTotal(3);
      await writer.post('/contacts/batch', {
        contacts: [0, 1, 2].map((k) => ({ email: `b${n}.${k}@x.example`, tags: [tag] })),
      });
      await expectTotal(6);
      await writer.del(`/contact/${ids[3]}`);
      await expectTotal(5);
      await writer.del(`/tag/${tag}`);
      t.equal((await reader.get(`/contacts?tag=${tag}`)).body.data.contact.total, 0);
    }),
  );
  t.strictSame(await ask(await byIndex(opened), [], newest, page), await ask(bySql(opened.db), [], newest, page));
});

t.test('a change that is committed after changes with higher ids is not missed', async (t) => {
  const { service, followed } = await prepare(t);
  const [opened] = followed as [Opened];
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push(await addContact(service, { email: `late${n}@x.example` }));
  const [first] = ids as [number];
  const slow = await service.db.startTransaction().execute();
  await slow.updateTable('automations_contacts').set({ status: 3 }).where('id', '=', first).execute();
  await recordContactChanges(slow, [first]);
  for (const id of ids.slice(1)) await service.post(`/contact/change-status/${id}`, { status: 'unsubscribed' });
  t.equal(await totalOf(opened, { status: ['3'] }), 2);
  await slow.commit().execute();
  t.equal(await totalOf(opened, { status: ['3'] }), 3);
});

t.test(
  'a change committed after a change with a higher id reaches the index without a query, even a rebuilt index',
  async (t) => {
    const { service, followed } = await prepare(t);
    const [opened] = followed as [Opened];
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await addContact(service, { email: `overtaken${n}@x.example` }));
    const knows = (index: ContactIndex, id: number) =>
      index.find([(bits) => index.keepIds(bits, [id]), (bits) => index.keepStatuses(bits, [3])]).total === 1;
    for (const isNew of [false, true]) {
      const [id, other] = ids.splice(0, 2) as [number, number];
      const slow = await service.db.startTransaction().execute();
      await slow.updateTable('automations_contacts').set({ status: 3 }).where('id', '=', id).execute();
      await recordContactChanges(slow, [id]);
      await service.post(`/contact/change-status/${other}`, { status: 'unsubscribed' });
      if (isNew) await opened.index.load();
      // Here the index finds that an id is missing. Nothing queries it afterwards.
      const index = await whenFresh(opened.index);
      t.notOk(knows(index, id));
      await slow.commit().execute();
      await until(() => knows(index, id));
    }
  },
);

t.test('a rebuilt index has every contact, and SQL is used after the index stops', async (t) => {
  const { stores, service, followed } = await prepare(t);
  const [opened] = followed as [Opened];
  const [tag] = (await addTerms(service, 'tag', ['Kept'])) as [number];
  for (let n = 0; n < 5; n++) await addContact(service, { email: `kept${n}@x.example`, tags: n < 3 ? [tag] : [] });
  await opened.index.stop();
  t.equal(await opened.index.fresh(), undefined);
  const again = await openIndex(t, stores.mysqlUrl);
  t.equal(await totalOf(again), 5);
  t.equal(await totalOf(again, { tag: [tag] }), 3);
  const index = await whenFresh(again.index);
  t.same([index.size, index.memberships], [5, 3]);
});

t.test(
  'contacts that the index found are sorted by name correctly, however many other contacts are between them',
  async (t) => {
    const { service, followed } = await prepare(t);
    const [opened] = followed as [Opened];
    const [tag] = (await addTerms(service, 'tag', ['some'])) as [number];
    const contacts = Array.from({ length: 1_200 }, (_, n) => ({
      email: `person${n}@example.com`,
      f_name: `name ${(n * 7) % 40}`,
      ...(n % 9 === 0 ? { tags: [tag] } : {}),
    }));
    for (let from = 0; from < contacts.length; from += 400) {
      await service.post('/contacts/batch', { contacts: contacts.slice(from, from + 400) });
    }
    const filter = await resolveFilter(opened.db, { tag: [tag] }, criteria);
    const index = await whenFresh(opened.index);
    const found = index.find([(bits) => index.keepTerms(bits, [tag])]);
    t.equal(found.total, 134);
    for (const field of ['f_name', 'l_name', 'email'] as const) {
      for (const descending of [false, true]) {
        const sort = { field, descending };
        const read = (slice: Slice) => walkTo(opened.db, found, sort, slice);
        const wanted = (await listPositions(opened.db, filter, sort, { limit: 500, offset: 0 })).map(({ id }) => id);
        t.same(await walk(read, 30), wanted, `${field}, page by page`);
        for (const [offset, limit] of [
          [0, 7],
          [100, 30],
          [130, 30],
          [200, 5],
        ] as const) {
          t.same(
            (await read({ limit, offset })).map(({ id }) => id),
            wanted.slice(offset, offset + limit),
            `${field}, from ${offset} on`,
          );
        }
      }
    }
  },
);

const kept = ['automations_contacts', 'automations_contact_terms', 'automations_contact_changes'] as const;

/** Lists a table's columns, without generated columns. */
async function writtenColumns(db: Db, table: string) {
  const { rows } = await sql<{ name: string }>`
    SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${`wp_${table}`} AND COALESCE(GENERATION_EXPRESSION, '') = ''`.execute(
    db,
  );
  return sql.join(rows.map(({ name }) => sql.ref(name)));
}

/** Copies the contacts. Returns a function that restores them, including the next ids. */
async function backUp(db: Db): Promise<() => Promise<void>> {
  const next = new Map<string, number>();
  for (const name of kept) {
    await sql`CREATE TABLE ${sql.table(`kept_${name}`)} AS SELECT * FROM ${sql.table(name)}`.execute(db);
    if (name === 'automations_contact_terms') continue;
    const { rows } = await sql<{ n: number }>`SELECT COALESCE(MAX(id), 0) + 1 AS n FROM ${sql.table(name)}`.execute(db);
    next.set(name, Number(rows[0]?.n));
  }
  return async () => {
    await db.transaction().execute(async (trx) => {
      for (const name of kept) {
        await sql`DELETE FROM ${sql.table(name)}`.execute(trx);
        const columns = await writtenColumns(trx, name);
        await sql`INSERT INTO ${sql.table(name)} (${columns}) SELECT ${columns} FROM ${sql.table(`kept_${name}`)}`.execute(
          trx,
        );
      }
    });
    for (const [name, n] of next) await sql`ALTER TABLE ${sql.table(name)} AUTO_INCREMENT = ${sql.lit(n)}`.execute(db);
  };
}

for (const [what, before, after] of [
  ['to an earlier state', 2, 0],
  ['to the state before any contact changed', 0, 0],
  ['and then changed differently', 2, 3],
] as const) {
  t.test(`after a database is restored ${what}, the answers match its current state`, async (t) => {
    const { service, followed } = await prepare(t);
    const [opened] = followed as [Opened];
    const add = async (name: string, count: number) => {
      for (let n = 0; n < count; n++) await addContact(service, { email: `${name}${n}@x.example` });
    };
    await add('before', before);
    await whenFresh(opened.index);
    const setBack = await backUp(service.db);
    await add('lost', 3);
    t.equal(await totalOf(opened), before + 3);
    await setBack();
    await add('after', after);
    const answer = await createFinder({ db: opened.db, contactIndex: opened.index }).page([], newest, page);
    t.equal(answer.rows.length, before + after, 'the next answer, from any process');
    t.equal(await totalOf(opened), before + after, 'the rebuilt index');
  });
}

t.test("an index that falls behind the feed's retention is rebuilt", async (t) => {
  const { service, followed } = await prepare(t);
  const [opened] = followed as [Opened];
  await addContact(service, { email: 'one@x.example' });
  t.equal(await totalOf(opened), 1);
  for (const name of ['two', 'three', 'four']) await addContact(service, { email: `${name}@x.example` });
  await sql`UPDATE ${contactFeed.table} SET changed_at = changed_at - INTERVAL 2 HOUR`.execute(service.db);
  while ((await contactFeed.prune(service.db, 1, 2)) > 0);
  t.equal((await service.db.selectFrom('automations_contact_changes').select('id').execute()).length, 1);
  t.equal(await totalOf(opened), 4);
});

t.test('SQL is used if the index is off or would exceed its memory limit', async (t) => {
  const { stores, service } = await prepare(t);
  const off = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
  const { index } = await openIndex(t, stores.mysqlUrl, 0.01);
  await addContact(service, { email: 'limit@x.example' });
  await index.load();
  t.equal(await index.fresh(), undefined);
  for (const { get } of [off, service]) t.equal((await get('/contacts')).body.data.contact.total, 1);
});

t.test('SQL is used while the index cannot read new changes, and afterwards the index is used again', async (t) => {
  const { service, followed } = await prepare(t);
  const [opened] = followed as [Opened];
  await addContact(service, { email: 'held@x.example' });
  const rename = (from: string, to: string) =>
    sql`RENAME TABLE ${sql.table(`wp_${from}`)} TO ${sql.table(`wp_${to}`)}`.execute(service.db);
  await rename('automations_contact_changes', 'automations_elsewhere');
  t.equal(await opened.index.fresh(), undefined);
  await rename('automations_elsewhere', 'automations_contact_changes');
  t.equal(await totalOf(opened), 1);
});

t.test(
  "without the index, a condition on a field reads the field's values once instead of looking up each contact",
  async (t) => {
    const { service } = await prepare(t, 0);
    const { db } = service;
    const field = (await service.post('/field/add', { field_name: 'City', type: 1 })).body.data.fields.ID;
    const cityOf = (n: number) => (n % 3 === 0 ? { [field]: n % 2 === 0 ? 'Bonn' : 'Rome' } : {});
    const contacts = Array.from({ length: 500 }, (_, n) => ({ email: `c${n}@x.example`, fields: cityOf(n) }));
    t.equal((await service.post('/contacts/batch', { contacts })).body.data.created, 500);
    await sql`ANALYZE TABLE wp_automations_contacts, wp_automations_field_values`.execute(db);
    const filterOf = (condition: object | string): FilterArgs => ({ field: { [field]: condition } });
    for (const [condition, met] of [
      ['Bonn', 84],
      [{ contains: 'o' }, 167],
    ] as const) {
      const filter = await resolveFilter(db, filterOf(condition), criteria);
      const walk: Slice = { ...page, isOfWalk: true };
      const runs: [what: string, index: string, run: (db: Db) => Promise<unknown>][] = [
        ['count', 'field_values_field', (db) => countContacts(db, filter)],
        ['ids', 'field_values_field', (db) => listIds(db, filter)],
        ['page', 'field_values_field', (db) => listPositions(db, filter, newest, page)],
        ['a part of a paged list', 'PRIMARY', (db) => listPositions(db, filter, newest, walk)],
        ['a few contacts', 'PRIMARY', (db) => listIdsAmong(db, filter, [1, 2])],
      ];
      for (const [what, index, run] of runs) {
        const explained = await explain(db, run);
        t.ok(indexesOf(explained).includes(`v.${index}`), `${what}: ${JSON.stringify(explained)}`);
      }
      t.equal(await countContacts(db, filter), met);
      t.equal((await listIds(db, filter)).length, met);
      t.strictSame(await listPositions(db, filter, newest, page), await listPositions(db, filter, newest, walk));
    }
  },
);

t.test('the queries that load the index or read pages of its results use database keys', async (t) => {
  const { service, followed } = await prepare(t);
  const [opened] = followed as [Opened];
  const { db } = service;
  const [tag] = (await addTerms(service, 'tag', ['Many'])) as [number];
  for (let n = 0; n < 8; n++) {
    const contacts = Array.from({ length: 500 }, (_, k) => ({ email: `m${n}.${k}@x.example`, tags: [tag] }));
    const { body }: Body = await service.post('/contacts/batch', { contacts });
    t.equal(body.data.created, 500);
  }
  await sql`ANALYZE TABLE wp_automations_contacts, wp_automations_contact_terms, wp_automations_contact_changes`.execute(
    db,
  );
  const ids = (await whenFresh(opened.index)).find([]).ids();
  const some = ids.filter((_, n) => n % 3 === 0).slice(0, 1_200);
  const sort: Sort = { field: 'f_name', descending: false };
  const cases: [string, (db: Db) => Promise<unknown>, string][] = [
    ['contacts to load', (db) => listIndexedAfter(db, 10, 100), 'PRIMARY'],
    ['contacts that changed', (db) => listIndexedById(db, some.slice(0, 500)), 'PRIMARY'],
    ['memberships to load', (db) => listMembershipsBetween(db, 10, 60), 'contact_terms_contact'],
    ['memberships that changed', (db) => listMembershipsOf(db, some.slice(0, 50)), 'contact_terms_contact'],
    ['a page of the results', (db) => sortIds(db, some, sort, page), 'PRIMARY'],
    ['what changed', (db) => contactFeed.listFrom(db, 3_000, 2_001), 'PRIMARY'],
  ];
  for (const [what, run, index] of cases) {
    const explained = await explain(db, run);
    const used = indexesOf(explained.slice(0, 1));
    t.ok(
      used.every((name) => name.endsWith(`.${index}`)),
      `${what}: ${JSON.stringify(explained)}`,
    );
    t.strictSame(wholeReads(explained.slice(0, 1) as Explained[]), [], what);
  }
  for (const descending of [true, false]) {
    const order: Sort = { field: 'email', descending };
    const slice = { limit: 40, offset: 7 };
    t.strictSame(await sortIds(db, ids, order, slice), await listPositions(db, [], order, slice));
  }
});
