/** The list of contacts: filters, sorting, totals and paging, compared with a scan of every contact. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { CountChanges } from '../../automations-api/plugins/automations/contacts/counts.ts';
import { createFinder, withoutIndex } from '../../automations-api/plugins/automations/finder/core/finder.ts';
import type { FilterArgs } from '../../automations-api/plugins/automations/finder/filter-args.ts';
import { recordContactChanges } from '../../automations-api/plugins/automations/finder/index/queries.ts';
import { resolveFilter } from '../../automations-api/plugins/automations/finder/resolve.ts';
import {
  countContacts,
  listIdsAmong,
  listPositions,
} from '../../automations-api/plugins/automations/finder/sql/find-queries.ts';
import type { SortField } from '../../automations-api/plugins/automations/finder/sql/sort.ts';
import { createUnknownReporter } from '../../automations-api/plugins/automations/finder/unknown-filters.ts';
import type { Log } from '../../shared/log/log.ts';
import { addTerms, type Body, criteria, keepCounts, startAutomations } from '../fixtures/automations.ts';
import { type Explained, explain, indexesOf, type Plan } from '../fixtures/explain.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { get, post, del, db } = service;
/** A service without the contact index. */
const bySql = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
const ways = [
  ['the index', service],
  ['SQL', bySql],
] as const;

type Known = {
  id: number;
  email: string;
  f_name: string;
  l_name: string;
  status: number;
  tags: number[];
  lists: number[];
  creation_date: Date;
  last_modified: Date;
};

const tags = await addTerms(service, 'tag', ['A', 'B', 'C', 'Nobody']);
const lists = await addTerms(service, 'list', ['L', 'M']);
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const text = (date: Date) => date.toISOString().slice(0, 10);

/** Creates varied contacts over 20 days, with repeated names and several contacts on some days. */
async function load(): Promise<Known[]> {
  const known: Known[] = [];
  for (let n = 0; n < 120; n++) {
    const creation_date = new Date(day(n % 20).getTime() + ((n * 7) % 24) * 3_600_000);
    known.push({
      id: n + 1,
      email: `c${(n * 37) % 120}@x.example`,
      f_name: `F${n % 7}`,
      l_name: n % 3 === 0 ? '' : `L${n % 11}`,
      status: n % 4,
      tags: tags.slice(0, 3).filter((_, i) => (n >> i) % 2 === 0),
      lists: lists.filter((_, i) => n % (i + 3) === 0),
      creation_date,
      last_modified: new Date(creation_date.getTime() + (n % 5) * 86_400_000),
    });
  }
  await db
    .insertInto('automations_contacts')
    .values(
      known.map(({ tags: _, lists: __, ...row }) => ({
        ...row,
        uid: String(row.id).padStart(32, '0'),
        email_key: row.email,
      })),
    )
    .execute();
  const counts = new CountChanges();
  for (const contact of known) counts.add({ ...contact, terms: [...contact.tags, ...contact.lists] }, 1);
  await db.transaction().execute(async (trx) => {
    await counts.write(trx);
    const rows = known.flatMap(({ id, creation_date, tags, lists }) =>
      [...tags, ...lists].map((term_id) => ({ term_id, creation_date, contact_id: id })),
    );
    await trx.insertInto('automations_contact_terms').values(rows).execute();
    await recordContactChanges(
      trx,
      known.map(({ id }) => id),
    );
  });
  return known;
}
const known = await load();
// Otherwise the server would sample the table at a random time and plan by that sample.
await sql`ANALYZE TABLE ${sql.table('automations_contacts')}, ${sql.table('automations_contact_terms')}`.execute(db);
keepCounts(t, service);

type Asked = {
  status?: number;
  tag?: number[];
  list?: number[];
  from?: number;
  to?: number;
  updated_from?: number;
  updated_to?: number;
  sort_field?: SortField;
  sort_order?: 'ASC' | 'DESC';
  page?: number;
  limit?: number;
};

const days = ['from', 'to', 'updated_from', 'updated_to'] as const;

function queryOf({ tag = [], list = [], ...asked }: Asked): string {
  const pairs = Object.entries(asked).map(([name, value]) => [
    name,
    days.includes(name as 'from') ? text(day(value as number)) : String(value),
  ]);
  return new URLSearchParams([
    ...(pairs as [string, string][]),
    ...tag.map((id) => ['tag[]', String(id)] as [string, string]),
    ...list.map((id) => ['list[]', String(id)] as [string, string]),
  ]).toString();
}

/** Returns the expected ids. It implements the specification by a scan of every contact. */
function expected(asked: Asked): number[] {
  const { status, tag = [], list = [], from, to, updated_from, updated_to, sort_field = 'creation_date' } = asked;
  const sign = asked.sort_order === 'ASC' ? 1 : -1;
  return known
    .filter(
      (c) =>
        (status === undefined || c.status === status) &&
        (tag.length === 0 || tag.some((id) => c.tags.includes(id))) &&
        (list.length === 0 || list.some((id) => c.lists.includes(id))) &&
        (from === undefined || c.creation_date >= day(from)) &&
        (to === undefined || c.creation_date < day(to + 1)) &&
        (updated_from === undefined || c.last_modified >= day(updated_from)) &&
        (updated_to === undefined || c.last_modified < day(updated_to + 1)),
    )
    .sort((a, b) => {
      const [x, y] = [a[sort_field], b[sort_field]];
      return (x < y ? -1 : x > y ? 1 : a.id - b.id) * sign;
    })
    .map(({ id }) => id);
}

const idsOf = (body: Body): number[] => body.data.contact.contacts.map(({ id }: { id: string }) => Number(id));

/** Makes a filter rare, because all filters together match no contact. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const [early, late] = [fc.integer({ min: -2, max: 10 }), fc.integer({ min: 6, max: 26 })];
const asking = fc.record({
  status: seldom(fc.constantFrom(0, 1, 2, 3)),
  tag: seldom(fc.subarray(tags)),
  list: seldom(fc.subarray(lists)),
  from: seldom(early),
  to: seldom(late),
  updated_from: seldom(early),
  updated_to: seldom(late),
  sort_field: fc.option(fc.constantFrom<SortField>('creation_date', 'last_modified', 'f_name', 'l_name', 'email'), {
    nil: undefined,
  }),
  sort_order: fc.option(fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'), { nil: undefined }),
  page: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  limit: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
});
const given = (asked: object) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Asked;

for (const [way, { get }] of ways) {
  t.test(`any combination of filters, sort order and page gives the right contacts and total by ${way}`, async (t) => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(asking, async (generated) => {
        const asked = given(generated);
        const { page = 1, limit = 25 } = asked;
        const { status, body } = await get(`/contacts?${queryOf(asked)}`);
        t.equal(status, 200);
        const all = expected(asked);
        if (idsOf(body).length > 0) found++;
        t.strictSame(idsOf(body), all.slice((page - 1) * limit, page * limit), JSON.stringify(asked));
        t.equal(body.data.contact.total, all.length);
        t.match(body.data, { limit, offset: (page - 1) * limit });
      }),
      { numRuns: 200 },
    );
    t.ok(found > 80, `${found} of 200 found anybody`);
  });

  t.test(
    `a cursor visits every contact of a list once, in order, and the last page has no cursor, by ${way}`,
    async (t) => {
      let pages = 0;
      await fc.assert(
        fc.asyncProperty(asking, async (generated) => {
          const { page: _, ...asked } = given(generated);
          const seen: number[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const { body } = await get(`/contacts?${queryOf(asked)}&cursor=${cursor}`);
            seen.push(...idsOf(body));
            pages++;
            cursor = body.data.contact.next_cursor;
          }
          t.strictSame(seen, expected(asked), JSON.stringify(asked));
        }),
        { numRuns: 40 },
      );
      t.ok(pages > 100, `${pages} pages of 40 lists`);
    },
  );
}

t.test("without parameters the list has the newest 25 contacts, in the specification's format", async (t) => {
  const { body, headers } = await get('/contacts');
  t.strictSame(Object.keys(body), ['code', 'data']);
  t.strictSame(Object.keys(body.data).sort(), ['contact', 'limit', 'offset']);
  t.strictSame(Object.keys(body.data.contact).sort(), ['contacts', 'total']);
  t.strictSame(idsOf(body), expected({}).slice(0, 25));
  t.equal(body.data.contact.total, 120);
  t.equal(headers.get('x-wp-total'), '120');
  t.equal(headers.get('x-wp-totalpages'), '5');
  for (const record of body.data.contact.contacts) {
    for (const [name, value] of Object.entries(record)) t.type(value, 'string', name);
  }
});

for (const [what, query] of [
  ['a name', 'status=Subscribed'],
  ['a digit', 'status=1'],
  ['verified', 'status=verified'],
] as const) {
  t.test(`the filter status can be ${what}`, async (t) => {
    t.equal((await get(`/contacts?${query}`)).body.data.contact.total, expected({ status: 1 }).length);
  });
}

t.test(
  'the filter email matches the whole email address, ignoring case, even together with other filters',
  async (t) => {
    const find = async (query: string) => (await get(`/contacts?${query}`)).body.data.contact;
    const [contact] = known as [Known];
    t.match(await find(`email=${contact.email.toUpperCase()}`), { total: 1, contacts: [{ id: '1' }] });
    t.match(await find(`email=${contact.email}&status=0&tag=${tags[0]}`), { total: 1 });
    t.match(await find(`email=${contact.email}&status=1`), { total: 0, contacts: [] });
    t.match(await find(`email=${contact.email}&tag=${tags[3]}`), { total: 0, contacts: [] });
    for (const part of ['c0@x', '%25', 'c_@x.example', '@x.example']) t.equal((await find(`email=${part}`)).total, 0);
  },
);

for (const query of [
  `tag=${tags[3]}`,
  `tag=${lists[0]}`,
  `list=${tags[0]}`,
  'tag=999999',
  'tag=[999999]',
  'tag=-1',
  'tag=0',
  'page=1000000',
  'offset=120',
  'from=2027-01-01',
  'to=1900-01-01',
  'from=2026-01-05&to=2026-01-01',
]) {
  t.test(`${query} matches no contact and still succeeds`, async (t) => {
    const { status, body } = await get(`/contacts?${query}`);
    t.equal(status, 200);
    t.strictSame(body.data.contact.contacts, []);
    t.equal(body.data.contact.total, /page|offset/.test(query) ? 120 : 0);
  });
}

for (const write of [
  (ids: number[]) => JSON.stringify(ids),
  (ids: number[]) => JSON.stringify(ids.map(String)),
  (ids: number[]) => ids.join(),
]) {
  t.test(`filters on tags and lists can be given as ${write([1, 2])}`, async (t) => {
    const [tag, list] = [tags.slice(0, 2), lists.slice(0, 1)];
    const query = new URLSearchParams({ tag: write(tag), list: write(list) });
    t.equal((await get(`/contacts?${query}`)).body.data.contact.total, expected({ tag, list }).length);
  });
}

t.test('the last possible day and a day in the distant past are valid', async (t) => {
  const query = 'from=0001-01-01&to=9999-12-31&updated_from=1969-12-31&updated_to=9999-12-31';
  t.equal((await get(`/contacts?${query}`)).body.data.contact.total, 120);
});

t.test('an empty parameter has no effect on the filter', async (t) => {
  const query = 'email=&status=&from=&to=&tag=&list=&sort_field=&sort_order=&page=&updated_from=';
  t.equal((await get(`/contacts?${query}`)).body.data.contact.total, 120);
});

for (const query of [
  'sort_field=id',
  'sort_field=email_key',
  'sort_field=f_name,l_name',
  'sort_field=(SELECT 1)',
  'sort_order=UP',
  'status=gone',
  'status=6',
  'status[]=gone',
  'status=1,gone',
  'from=2026-13-01',
  'from=2026-02-30',
  'to=01.01.2026',
  'updated_from=tomorrow',
  'updated_to=2026-1-1',
  'from=2026-01-01T00:00:00',
  'page=0',
  'limit=501',
  'offset=-1',
  'cursor=x',
  'tag=x',
  'tag[]=',
  `tag=${tags[0]},x`,
  `tag[]=[${tags[0]}]`,
  `list=[${lists[0]}`,
  'list={"id":1}',
  'cursor=WzEsMl0',
  `tag=${Array.from({ length: 101 }, (_, n) => n + 1).join()}`,
]) {
  t.test(`contacts?${query} is refused with unprocessable_entity`, async (t) => {
    const { status, body } = await get(`/contacts?${query}`);
    t.equal(status, 422);
    t.equal(body.code, 'unprocessable_entity');
  });
}

for (const [field, order, isSteady] of [
  ['creation_date', 'ASC', true],
  ['creation_date', 'DESC', true],
  ['last_modified', 'ASC', true],
  ['last_modified', 'DESC', false],
  ['f_name', 'ASC', false],
  ['l_name', 'DESC', false],
  ['email', 'ASC', false],
] as const) {
  t.test(
    `paging by ${field} ${order} ${isSteady ? 'misses nobody despite changes' : 'reports that it can miss changed contacts'}`,
    async (t) => {
      const [tag] = await addTerms(service, 'tag', [`Walked ${field} ${order}`]);
      const people = Array.from({ length: 24 }, (_, n) => ({
        email: `walk${n}@x.example`,
        f_name: `W${n}`,
        tags: [tag],
      }));
      const { results } = (await post('/contacts/batch', { contacts: people })).body.data;
      const ids: number[] = results.map(({ id }: Body) => Number(id));
      // The contacts are created on one day, since counts are stored by day.
      const [made] = await db
        .selectFrom('automations_contacts')
        .select('last_modified')
        .where('id', 'in', ids)
        .execute();
      const midnight = made?.last_modified.setUTCHours(0, 0, 0, 0) as number;
      const changeAt = (id: number, second: number) =>
        db.transaction().execute(async (trx) => {
          await trx
            .updateTable('automations_contacts')
            .set({ last_modified: new Date(midnight + second * 1_000) })
            .where('id', '=', id)
            .execute();
          await recordContactChanges(trx, [id]);
        });
      for (const [n, id] of ids.entries()) await changeAt(id, n);
      const seen = new Set<number>();
      const path = `/contacts?tag=${tag}&sort_field=${field}&sort_order=${order}&limit=5`;
      for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
        const { body, headers }: Body = await get(`${path}&cursor=${cursor}`);
        t.equal(headers.get('x-cursor-may-miss'), isSteady ? null : 'changed');
        for (const id of idsOf(body)) seen.add(id);
        cursor = body.data.contact.next_cursor;
        const changed = ids.filter((_, n) => n % 4 === page % 4);
        if (isSteady && page < 4) {
          for (const id of changed) await changeAt(id, 1_000 + page);
          await post('/contact/add', { email: `late${page}${field}${order}@x.example`, tags: [tag] });
        }
      }
      t.strictSame(
        ids.filter((id) => !seen.has(id)),
        [],
      );
      const { contacts } = (await get(`/contacts?tag=${tag}&limit=500`)).body.data.contact;
      for (const { id } of contacts) await del(`/contact/${id}`);
      await del(`/tag/${tag}`);
    },
  );
}

t.test('with_fields adds custom field values to the records of contacts that have them', async (t) => {
  const fieldId = async (name: string) =>
    (await post('/field/add', { field_name: name, type: 1 })).body.data.fields.ID as string;
  const [shoe, hat, other] = [await fieldId('Shoe'), await fieldId('Hat'), await fieldId('Other')];
  const add = async (email: string, fields: object) =>
    (await post('/contact/add', { email, fields })).body.data.contact.contact.id as number;
  const ids = [
    await add('fields-a@x.example', { [shoe]: '42', [hat]: 'L', [other]: 'no' }),
    await add('fields-b@x.example', { [other]: 'no' }),
  ];
  for (const more of ['', '&cursor=']) {
    const { body } = await get(`/contacts?ids=${ids}&with_fields=${shoe},${hat},999&sort_order=ASC${more}`);
    const fields = body.data.contact.contacts.map((contact: Body) => contact.fields);
    t.same(fields, [{ [shoe]: '42', [hat]: 'L' }, {}]);
  }
  const { body } = await get(`/contacts?ids=${ids}`);
  t.notOk('fields' in body.data.contact.contacts[0], 'nothing is added without a request');
  for (const id of ids) await del(`/contact/${id}`);
});

t.test(
  "a page continues where the previous one ended, even if that page's contacts are renamed or deleted in between",
  async (t) => {
    const sort = { field: 'f_name', descending: false } as const;
    const pageOf = (tables: typeof db) =>
      createFinder({ db: tables, contactIndex: withoutIndex }).page([], sort, {
        limit: 9,
        offset: 0,
      });
    const whole = await pageOf(db);
    const last = whole.rows.at(-1) as Body;
    /** The number of queries so far: the last contact of a page is renamed between the page's two queries. */
    let queries = 0;
    const meddling = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++queries === 1) {
          await db
            .updateTable('automations_contacts')
            .set({ f_name: 'Zzz', id: 99_999 })
            .where('id', '=', last.id)
            .execute();
        }
        return result;
      },
    });
    const { rows, next } = await pageOf(meddling);
    await db
      .updateTable('automations_contacts')
      .set({ f_name: last.f_name, id: last.id })
      .where('id', '=', 99_999)
      .execute();
    t.equal(rows.length, 8);
    t.strictSame(next, whole.next);
    t.strictSame(next, { id: last.id, value: last.f_name });
  },
);

t.test('a cursor is valid only for its own sort order', async (t) => {
  const { body } = await get('/contacts?sort_field=f_name&cursor=');
  const { next_cursor } = body.data.contact;
  t.equal((await get(`/contacts?sort_field=f_name&cursor=${next_cursor}`)).status, 200);
  t.equal((await get(`/contacts?sort_field=l_name&cursor=${next_cursor}`)).status, 422);
  t.equal((await get(`/contacts?sort_field=f_name&sort_order=ASC&cursor=${next_cursor}`)).status, 422);
});

for (const [query, ignored] of [
  ['tags=1', 'tags'],
  ['tags[]=1&Status=1&tag=999999', 'tags, Status'],
  ['tags=1&strict=0', 'tags'],
  ['na%0D%0Ame=1', 'na%0D%0Ame'],
  [`${'x'.repeat(60)}=1`, 'x'.repeat(50)],
  ['%F0%9F%98%80=1', '%F0%9F%98%80'],
] as const) {
  t.test(`ignored parameters in ${query} are named in a header, and refused if the request is strict`, async (t) => {
    for (const path of ['/contacts?', '/contacts?cursor=&', '/contacts/export?']) {
      const { status, headers } = await get(path + query);
      t.equal(status, 200);
      t.equal(headers.get('x-ignored-parameters'), ignored);
      const refused = await get(`${path}${query.replace('&strict=0', '')}&strict=1`);
      t.match(refused, { status: 422, body: { code: 'unprocessable_entity' } });
      t.ok(refused.body.message.includes(ignored), refused.text);
    }
  });
}

t.test(
  'parameters that the host or the list knows are not reported as unknown, even if the request is strict',
  async (t) => {
    const query = 'tag=&strict=1&_fields=code&_envelope=1&_locale=user&page=1&per_page=5&sort_field=email';
    const { status, headers } = await get(`/contacts?${query}`);
    t.equal(status, 200);
    t.equal(headers.get('x-ignored-parameters'), null);
    t.equal((await service.call('GET', '/contacts?strict=1&rest_route=/automations/contacts')).status, 200);
    t.match(await get('/contacts/export?strict=1&page=2'), { status: 422 }, 'an export has no pages');
  },
);

t.test('each unknown parameter is logged once', async (t) => {
  const received: unknown[] = [];
  const log = { warn: (fields: { parameters: string[] }) => received.push(fields.parameters) } as unknown as Log;
  const tell = createUnknownReporter(log);
  for (const names of [['tags'], ['tags', 'lists'], ['api_key'], ['lists']]) tell(names, false);
  t.strictSame(received, [['tags'], ['lists']]);
});

t.test('a total includes every change up to the request', async (t) => {
  const [tag, other] = await addTerms(service, 'tag', ['Counted', 'Counted too']);
  const query = `/contacts?tag[]=${tag}&tag[]=${other}&list[]=${lists[0]}`;
  const total = async () => (await get(query)).body.data.contact.total;
  t.equal(await total(), 0);
  const { body } = await post('/contact/add', { email: 'counted@x.example', tags: [tag], lists: [lists[0]] });
  const { id } = body.data.contact.contact;
  t.equal(await total(), 1);
  await post(`/contact/tag-unassign/${id}`, { tagId: [tag] });
  t.equal(await total(), 0);
  await post(`/contact/tag-assign/${id}`, { tags: [other] });
  t.equal(await total(), 1);
  await del(`/tag/${other}`);
  t.equal(await total(), 0);
  await del(`/contact/${id}`);
  await del(`/tag/${tag}`);
});

/** Returns MySQL's plan for a filter and page without the index. */
const planOf = async (args: FilterArgs, field: SortField) => {
  const filter = await resolveFilter(db, args, criteria);
  const sort = { field, descending: false };
  const [page] = await explain(db, (tables) => listPositions(tables, filter, sort, { limit: 25, offset: 0 }));
  return page as Explained;
};

for (const [field, index] of [
  ['creation_date', 'contacts_created'],
  ['last_modified', 'contacts_modified'],
  ['f_name', 'contacts_first_name'],
  ['l_name', 'contacts_last_name'],
  ['email', 'contacts_email_order'],
] as const) {
  t.test(
    `without the contact index, a list sorted by ${field} is read from a MySQL index without sorting`,
    async (t) => {
      const [contacts, membership] = (await planOf({ tag: tags.slice(0, 1) }, field)).plans as [Plan, Plan];
      t.match(contacts, { table: 'c', key: index });
      t.match(contacts.Extra, /Using index/, 'the contacts themselves are not looked up');
      t.notMatch(contacts.Extra, /filesort/);
      t.match(
        membership,
        { table: 'h', type: /^(eq_ref|const|ref)$/, key: 'PRIMARY' },
        'a membership by its whole key',
      );
    },
  );

  t.test(
    `without the contact index, an email address or ids are looked up by key even if the list is sorted by ${field}`,
    async (t) => {
      const address = await planOf({ email: known[0]?.email ?? '' }, field);
      t.match(address.plans[0], { table: 'c', type: 'const', key: 'contacts_email' });
      const ids = await planOf({ ids: [1, 2] }, field);
      t.match(ids.plans[0], { table: 'c', type: 'range', key: 'PRIMARY' });
    },
  );
}

t.test(
  'without the contact index, a few contacts are looked up by key, and matches of an email address are counted by key',
  async (t) => {
    const filter = await resolveFilter(db, { tag: tags, search: 'x' }, criteria);
    const [few] = await explain(db, (tables) => listIdsAmong(tables, filter, [1, 2]));
    t.ok(indexesOf([few as Explained]).includes('c.PRIMARY'), JSON.stringify(few));
    const address = await resolveFilter(db, { email: known[0]?.email ?? '' }, criteria);
    const [counted] = await explain(db, (tables) => countContacts(tables, address));
    t.ok(indexesOf([counted as Explained]).includes('c.contacts_email'), JSON.stringify(counted));
  },
);

t.test("a condition on several tags reads only the contact's own tags", async (t) => {
  const { plans } = await planOf({ tag: tags }, 'f_name');
  t.match(
    plans.find(({ table }) => table === 'h'),
    { type: /^(ref|range)$/, key: 'contact_terms_contact' },
  );
});

for (const [way, { get: read }] of ways) {
  t.test(
    `phone numbers, accented letters and email addresses with + are found as users type them, by ${way}`,
    async (t) => {
      const site = await addSpelled();
      const found = async (query: string) => {
        const { body } = await read(`/contacts?${query}`);
        return body.data.contact.contacts.map(({ email }: Body) => email).sort();
      };
      for (const [search, emails] of [
        ['+49', ['a+b@spelled.example']],
        ['(30)', ['a+b@spelled.example']],
        ['49 (30) 90-18', ['a+b@spelled.example']],
        ['39 6', ['nfc@spelled.example']],
        ['Ren\u00e9e', ['nfc@spelled.example', 'nfd@spelled.example']],
        ['Rene\u0301e', ['nfc@spelled.example', 'nfd@spelled.example']],
      ] as const) {
        t.strictSame(await found(`search=${encodeURIComponent(search)}`), emails, search);
      }
      for (const form of ['NFC', 'NFD'] as const) {
        for (const field of [site.text, site.choice, site.boxes]) {
          const value = encodeURIComponent('caf\u00e9'.normalize(form));
          const query = `field[${field}]=${value}`;
          t.strictSame(await found(query), ['nfc@spelled.example', 'nfd@spelled.example'], `${form} ${field}`);
        }
      }
      t.strictSame(await found('email=a+b@spelled.example'), ['a+b@spelled.example']);
      t.strictSame(await found('country=UK&search=spelled'), ['a+b@spelled.example']);
      t.equal((await read('/contact?email=a+b@spelled.example')).status, 200);
    },
  );
}

type Spelled = { text: string; choice: string; boxes: string };
let spelled: Promise<Spelled> | undefined;

/** Adds contacts with texts in several spellings, on the first call only. */
function addSpelled(): Promise<Spelled> {
  spelled ??= makeSpelled();
  return spelled;
}

async function makeSpelled(): Promise<Spelled> {
  const add = async (field: object): Promise<string> => (await post('/field/add', field)).body.data.fields.ID;
  const text = await add({ field_name: 'Spelled text', type: 1 });
  const choice = await add({ field_name: 'Spelled choice', type: 4, options: ['caf\u00e9'] });
  const boxes = await add({ field_name: 'Spelled boxes', type: 6, options: ['cafe\u0301', 'tea'] });
  const values = (value: string) => ({ [text]: value, [choice]: value, [boxes]: [value] });
  const contacts = [
    { email: 'a+b@spelled.example', contact_no: '+49 (30) 901820', country: 'uk' },
    { email: 'nfc@spelled.example', f_name: 'Ren\u00e9e', contact_no: '0039/6', fields: values('caf\u00e9') },
    { email: 'nfd@spelled.example', f_name: 'Rene\u0301e', fields: values('cafe\u0301') },
  ];
  await post('/contacts/batch', { contacts });
  return { text, choice, boxes };
}
