/**
 * Every kind of filter finds the right contacts: in the index, by SQL and if it is stored. Results are compared with
 * a check of every contact.
 */
import fc from 'fast-check';
import { createFinder, withoutIndex } from '../../automations-api/plugins/automations/finder/core/finder.ts';
import { parseFilter } from '../../automations-api/plugins/automations/finder/parse-filter.ts';
import { resolveFilter } from '../../automations-api/plugins/automations/finder/resolve.ts';
import { addContact, addTerms, type Body, criteria, keepCounts, startAutomations } from '../fixtures/automations.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
/** A service without the contact index. */
const bySql = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
const ways = [
  ['the index', service],
  ['SQL', bySql],
] as const;
const { post, del, db } = service;
keepCounts(t, service);

const tags = (await addTerms(service, 'tag', ['A', 'B', 'C', 'Nobody'])) as [number, number, number, number];
const lists = (await addTerms(service, 'list', ['L', 'M'])) as [number, number];

const options = ['Red', 'green "dark"', 'Blau, hell', 'É'];
const addField = async (field_name: string, type: number) =>
  Number((await post('/field/add', { field_name, type, options: type < 4 ? [] : options })).body.data.fields.ID);
const field = {
  text: await addField('Company', 1),
  number: await addField('Seats', 2),
  note: await addField('Note', 3),
  select: await addField('Colour', 4),
  radio: await addField('Size', 5),
  checkbox: await addField('Interests', 6),
  date: await addField('Birthday', 7),
};

type Person = {
  id: number;
  email: string;
  f_name: string;
  l_name: string;
  contact_no: string;
  country: string;
  state: string;
  source: string;
  type: string;
  points: number;
  status: number;
  tags: number[];
  lists: number[];
  fields: Record<number, string | string[]>;
};

/**
 * Names in many scripts, with characters that are special in SQL and patterns, and with a separate accent character.
 */
const firstNames = ['Ada', 'ÉLODIE', 'E\u0301lodie', 'Юлия', '王芳', '100%', 'a_b', "O'Hara", 'Straße', 'STRAẞE', ''];
const lastNames = ['Lovelace', 'Άννα', 'de la Cruz', 'ada', '\\', '🙂 Smile', ''];
const phones = ['+49 (170) 123-4567', '0170 1234', '', '555.0199', 'ext 12'];
const countries = ['DE', 'FR', 'US', ''];
const sources = ['public_api', 'Shop ', 'shop', 'wc_order', 'Žlutý'];
const states = ['Berlin', 'ÎLE', 'île', ''];
const types = ['lead', 'customer'];
const points = [-3, 0, 1, 5, 2_147_483_647];
const companies = ['Acme', 'GROẞ', 'groß', 'ACME', 'Acme GmbH & Co', 'Ümlaut', '50%_off', 'x'.repeat(600), 'Acme '];
const numbers = [
  '1',
  '-12.5',
  '0',
  '1000000',
  '12345678901234567',
  '12345678901234568',
  '1e25',
  '0.1',
  '0.10000000001',
];
const dates = ['0001-01-01', '0099-12-31', '0999-03-01', '1990-05-17', '2000-02-29', '2026-01-01'];

const anyOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const person = fc.record({
  f_name: anyOf(firstNames),
  l_name: anyOf(lastNames),
  contact_no: anyOf(phones),
  country: anyOf(countries),
  state: anyOf(states),
  source: anyOf(sources),
  type: anyOf(types),
  points: anyOf(points),
  status: fc.nat(3),
  tags: fc.subarray(tags.slice(0, 3)),
  lists: fc.subarray(lists),
  text: maybe(anyOf(companies)),
  number: maybe(anyOf(numbers)),
  note: maybe(anyOf(['Called TWICE\nand once more', 'called once', 'Ελλάδα'])),
  select: maybe(anyOf(options)),
  radio: maybe(anyOf(options)),
  checkbox: maybe(fc.subarray(options, { minLength: 1 })),
  date: maybe(anyOf(dates)),
});

const people: Person[] = [];
for (const [n, { text, number, note, select, radio, checkbox, date, ...own }] of fc.sample(person, 150).entries()) {
  const given = { text, number, note, select, radio, checkbox, date };
  const fields = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[field[name as keyof typeof field], value]],
    ),
  );
  const email = `${n % 3 === 0 ? 'Élan' : 'p'}${n}.0170@${n % 2 ? 'mail' : 'x'}.example`;
  const id = await addContact(service, { email, ...own, status: String(own.status), fields });
  people.push({ id, email, ...own, fields });
}

const lower = (text: string) => text.toLowerCase().replaceAll('ß', 'ss');
const forms = (text: string) => [text, text.normalize('NFC'), text.normalize('NFD')].map(lower);
const hasPart = (text: string, part: string) => forms(part).some((form) => lower(text).includes(form));
const digits = (text: string) => text.replace(/\D/g, '');

/** A reference implementation of each parameter, for one contact. */
const meets: Record<string, (person: Person, given: Body) => boolean> = {
  search: ({ email, f_name, l_name, contact_no }, given: string) => {
    const texts = [email, `${f_name} ${l_name}`, digits(contact_no)];
    const part = given.trim();
    const isPhone = /^[\d\s+().,/-]+$/.test(part) && digits(part).length >= 3;
    return texts.some((text) => hasPart(text, part) || (isPhone && text.includes(digits(part))));
  },
  country: ({ country }, given: string[]) => given.includes(country),
  source: ({ source }, given: string[]) => given.some((one) => lower(one.trim()) === lower(source)),
  state: ({ state }, given: string[]) => given.some((one) => lower(one) === lower(state)),
  type: ({ type }, given: string[]) => given.includes(type),
  points: ({ points }, given: Body) => {
    const { from = given, to = given } = typeof given === 'object' ? { from: -Infinity, to: Infinity, ...given } : {};
    return points >= from && points <= to;
  },
  status: ({ status }, given: number[]) => given.includes(status),
  tag: ({ tags }, given: number[]) => given.some((id) => tags.includes(id)),
  tag_all: ({ tags }, given: number[]) => given.every((id) => tags.includes(id)),
  tag_not: ({ tags }, given: number[]) => !given.some((id) => tags.includes(id)),
  list: ({ lists }, given: number[]) => given.some((id) => lists.includes(id)),
  list_all: ({ lists }, given: number[]) => given.every((id) => lists.includes(id)),
  list_not: ({ lists }, given: number[]) => !given.some((id) => lists.includes(id)),
  field: (person, given: Record<string, Body>) =>
    Object.entries(given).every(([id, asked]) => meetsField(Number(id), person.fields[Number(id)], asked)),
  any_of: (person, given: Asked[]) => given.some((group) => meetsAll(person, group)),
};
const meetsAll = (one: Person, filter: Asked) =>
  Object.entries(filter).every(([name, given]) => meets[name]?.(one, given));

/** The canonical notation of those numbers in this test that have several notations. */
const written: Record<string, string> = { '1e25': `1${'0'.repeat(25)}`, '1.0': '1' };
const exact = (text: string) => written[text] ?? text;

function meetsField(id: number, value: string | string[] | undefined, asked: Body): boolean {
  if (typeof asked === 'string' || Array.isArray(asked)) {
    const given = [asked].flat() as string[];
    if (value === undefined) return false;
    if (Array.isArray(value)) return given.some((one) => value.includes(one));
    return given.some((one) => lower(exact(one)) === lower(exact(value)));
  }
  const { contains, from, to, empty } = asked;
  if (empty !== undefined && (empty === '1') !== (value === undefined)) return false;
  if (contains === undefined && from === undefined && to === undefined) return true;
  if (typeof value !== 'string') return false;
  const rank = (text: string) => (id === field.date ? Date.parse(text) : Number(text));
  return (
    (contains === undefined || hasPart(value, contains)) &&
    (from === undefined || rank(value) >= rank(from)) &&
    (to === undefined || rank(value) <= rank(to))
  );
}

const parts = [
  ...['ada', 'LODIE', 'élodie', 'E\u0301LODIE', 'юЛи', '芳', '%', '_', "o'h", 'ada lovelace', 'a de la', '\\', '🙂'],
  ...[
    '0170',
    '0170-1234',
    '(170) 123',
    '+49 170',
    '12',
    '5550199',
    '@mail',
    'p1',
    '.example',
    'STRASSE',
    'STRAS',
    'rassE',
    'ß',
    'aẞe',
    '  ada  ',
  ],
];
const sameOf = (name: keyof typeof field, values: readonly string[]) =>
  fc
    .oneof(anyOf(values), fc.subarray([...values], { minLength: 1, maxLength: 3 }))
    .map((asked) => ({ [field[name]]: asked }));
const range = (values: readonly string[]) =>
  fc
    .record({ from: maybe(anyOf(values)), to: maybe(anyOf(values)) })
    .map((bounds) => Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined)))
    .filter((bounds) => Object.keys(bounds).length > 0);
const asked = {
  search: anyOf(parts),
  country: fc.subarray(countries.slice(0, 3), { minLength: 1 }),
  source: fc.subarray([...sources, 'SHOP', 'ŽLUTÝ', 'nowhere'], { minLength: 1 }),
  state: fc.subarray(['BERLIN', 'Île', 'nowhere'], { minLength: 1 }),
  type: fc.subarray(types, { minLength: 1 }),
  points: fc.oneof(
    anyOf(points),
    fc.record({ from: anyOf(points) }),
    fc.record({ to: anyOf(points) }),
    fc.record({ from: anyOf(points), to: anyOf(points) }),
  ),
  status: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  tag: fc.subarray(tags, { minLength: 1 }),
  tag_all: fc.subarray([...tags, 999_999], { minLength: 1, maxLength: 2 }),
  tag_not: fc.subarray([...tags, 999_999], { minLength: 1 }),
  list: fc.subarray(lists, { minLength: 1 }),
  list_all: fc.subarray(lists, { minLength: 1 }),
  list_not: fc.subarray([...lists, 999_999], { minLength: 1 }),
  field: fc.oneof(
    sameOf('text', companies),
    sameOf('note', ['called ONCE', 'Ελλάδα', 'ΕΛΛΆΔΑ']),
    sameOf('number', [...numbers, '1.0', '100', '1e-15']),
    sameOf('select', options),
    sameOf('radio', options),
    sameOf('checkbox', options),
    sameOf('date', dates),
    anyOf(['acme', '%', 'ümL', 'gmbh & c']).map((contains) => ({ [field.text]: { contains } })),
    anyOf(['twice', 'once\n', 'ΛΆΔ']).map((contains) => ({ [field.note]: { contains } })),
    range(numbers).map((bounds) => ({ [field.number]: bounds })),
    range(dates).map((bounds) => ({ [field.date]: bounds })),
    fc.tuple(anyOf(Object.values(field)), anyOf(['0', '1'])).map(([id, empty]) => ({ [id]: { empty } })),
    fc.constant({ [field.text]: { contains: 'acme', empty: '0' }, [field.number]: { from: '0' } }),
  ),
};
type Asked = Record<string, Body>;
const kinds = Object.keys(asked) as (keyof typeof asked)[];
const withKinds = (names: (keyof typeof asked)[]): fc.Arbitrary<Asked> =>
  fc.record(Object.fromEntries(names.map((name) => [name, asked[name] as fc.Arbitrary<Body>])));
const groups = fc.array(fc.subarray(kinds, { minLength: 1, maxLength: 2 }).chain(withKinds), {
  minLength: 1,
  maxLength: 3,
});
/** Random filters, mostly with one or two kinds of conditions, because six kinds together match hardly any contact. */
const asking: fc.Arbitrary<Asked> = fc
  .oneof(
    { weight: 2, arbitrary: fc.subarray(kinds, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.subarray(kinds, { minLength: 3, maxLength: 6 }) },
  )
  .chain(withKinds)
  .chain((filter) =>
    fc.oneof(
      fc.constant(filter),
      groups.map((any_of) => ({ ...filter, any_of })),
      groups.map((any_of) => ({ any_of })),
    ),
  );

const expected = (filter: Asked) => people.filter((one) => meetsAll(one, filter)).map(({ id }) => id);

/** Writes a query as PHP does: `field[1][from]=…`, `tag_all[]=…`. */
function toQuery(given: Body, name = ''): string[] {
  if (typeof given !== 'object') return [`${name}=${encodeURIComponent(given)}`];
  if (Array.isArray(given))
    return given.flatMap((one, n) => toQuery(one, `${name}[${typeof one === 'object' ? n : ''}]`));
  return Object.entries(given).flatMap(([key, value]) => toQuery(value, name ? `${name}[${key}]` : key));
}

const idsOf = (body: Body): number[] => body.data.contact.contacts.map(({ id }: Body) => Number(id));
const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
const list = async (get: (path: string) => Promise<Body>, query: string) => {
  const { status, body, text } = await get(`/contacts?strict=1&${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
  return { ids: idsOf(body), total: body.data.contact.total as number };
};

t.test('any filter finds the same contacts by index, by SQL and by checking every contact', async (t) => {
  let found = 0;
  const sorts = fc.constantFrom('creation_date', 'last_modified', 'f_name', 'email');
  await fc.assert(
    fc.asyncProperty(asking, sorts, async (filter, sort) => {
      const all = expected(filter);
      if (all.length > 0 && all.length < people.length) found++;
      const query = `${toQuery(filter).join('&')}&sort_field=${sort}`;
      for (const [way, { get }] of ways) {
        const { ids, total } = await list(get, `${query}&limit=500`);
        t.strictSame(sorted(ids), sorted(all), `${way}: ${JSON.stringify(filter)}`);
        t.equal(total, all.length);
        const page = await list(get, `${query}&limit=7&page=2`);
        t.strictSame(page, { ids: ids.slice(7, 14), total }, `page 2 by ${way}`);
      }
    }),
    { numRuns: 200, endOnFailure: true },
  );
  t.ok(found > 80, `${found} of 200 found some and not all`);
});

t.test(
  'a stored filter finds the same contacts as the request, whether it searches all contacts or a few',
  async (t) => {
    const few = people.filter((_, n) => n % 3 === 0).map(({ id }) => id);
    const finder = createFinder({ db, contactIndex: withoutIndex });
    await fc.assert(
      fc.asyncProperty(asking, async (filter) => {
        const kept = await parseFilter(db, JSON.parse(JSON.stringify(filter)));
        const all = expected(filter);
        t.strictSame(
          sorted(await finder.among(await resolveFilter(db, kept, criteria), few)),
          sorted(all.filter((id) => few.includes(id))),
          JSON.stringify(filter),
        );
        t.strictSame(await parseFilter(db, kept), kept, 'read back as stored');
      }),
      { numRuns: 40, endOnFailure: true },
    );
  },
);

for (const query of [
  `search=${'x'.repeat(255)}`,
  'country=Atlantis',
  'country=D1',
  'tag_all=x',
  'list_not[]=',
  `source[]=${'x'.repeat(101)}`,
  'status=subscribed,happy',
  'from=2026-01-01 24:00:00',
  'to=2026-01-01 1:00:00',
  'updated_from=2026-02-30 00:00:00',
  'type=robot',
  'points=many',
  'points=1.5',
  'points[from]=x',
  'points[least]=1',
  'points[]=1',
  `state[]=${'x'.repeat(101)}`,
  'field=1',
  'field[999999]=1',
  'field[no-such-slug]=1',
  `field[${field.number}]=many`,
  `field[${field.date}]=2026-13-01`,
  `field[${field.select}]=Mauve`,
  `field[${field.checkbox}][]=Mauve`,
  `field[${field.number}][from]=x`,
  `field[${field.date}][to]=1`,
  `field[${field.text}][from]=1`,
  `field[${field.number}][contains]=1`,
  `field[${field.select}][contains]=R`,
  `field[${field.text}][like]=a`,
  `field[${field.text}][empty]=maybe`,
  `field[${field.text}][0][1]=a`,
  `field[${field.text}][contains][]=a`,
  `field[${field.number}][from][]=1`,
  `field[${field.date}][to][a]=1`,
  `field[${field.number}][empty][]=1`,
  `field[${field.number}]=x&field[${field.text}][from]=1`,
]) {
  t.test(`contacts?${query.slice(0, 60)} is refused with an error that names the parameter`, async (t) => {
    const { status, body } = await service.get(`/contacts?${query}`);
    t.equal(status, 422);
    t.equal(body.code, 'unprocessable_entity');
    t.ok(body.message.includes(query.split(/[=[]/)[0]), body.message);
  });
}

for (const query of [
  'search=&country=&state=&type=&points[from]=&points[to]=&source=&tag_all=&tag_not=&list_all=&list_not=&status=&status[]=',
  `field[${field.text}]=&field[${field.number}][from]=&field[${field.number}][to]=&field[${field.note}][contains]=`,
  'search=%20%20',
  'tag_not=999999&list_not=999999',
  `tag_not=${lists[0]}`,
]) {
  t.test(`the filter ${query} excludes no contact`, async (t) => {
    for (const [, { get }] of ways) t.equal((await list(get, query)).total, people.length);
    const all = await service.post('/contacts/action', {
      filter: Object.fromEntries(new URLSearchParams(query)),
      action: 'delete',
    });
    t.equal(all.status, 422, 'an action does not widen it either');
  });
}

t.test('bounds in seconds include both ends, for both kinds of dates', async (t) => {
  const [row] = await db
    .selectFrom('automations_contacts')
    .selectAll()
    .where('id', '=', people[9]?.id ?? 0)
    .execute();
  const at = (ms: number) =>
    new Date((row?.creation_date.getTime() ?? 0) + ms).toISOString().slice(0, 19).replace('T', ' ');
  for (const [, { get }] of ways) {
    const has = async (query: string) => (await list(get, `limit=500&${query}`)).ids.includes(row?.id ?? 0);
    t.ok(await has(`from=${at(0)}&to=${at(0)}`));
    t.notOk(await has(`from=${at(1_000)}`));
    t.notOk(await has(`to=${at(-1_000)}`));
    t.ok(await has(`updated_from=${at(0)}&status=${row?.status}&to=${at(0).replace(' ', '+')}`));
  }
});

t.test('while contacts change, a search includes every committed change, even on later pages', async (t) => {
  const find = async (query = 'search=freshly') => (await list(service.get, query)).total;
  t.equal(await find(), 0);
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    ids.push(
      await addContact(service, { email: `n${n}@x.example`, f_name: 'Freshly', fields: { [field.text]: 'Made' } }),
    );
    t.equal(await find(), n + 1);
    t.equal(await find(`field[${field.text}][contains]=mad`), n + 1);
  }
  await Promise.all(
    ids.map(async (id, n) => {
      await post(`/contact/update/${id}`, { f_name: n % 2 ? 'Freshly' : 'Stale', fields: { [field.text]: 'Other' } });
      t.ok((await find()) >= 2);
    }),
  );
  t.equal(await find(), 2);
  t.equal(await find(`field[${field.text}][contains]=mad`), 0);
  for (const id of ids) await del(`/contact/${id}`);
  t.equal(await find(), 0);
});

t.test(
  "after a field's type changes, filters use the new type at once; a filter on a deleted field is refused",
  async (t) => {
    const id = await addField('Code', 1);
    const contact = await addContact(service, { email: 'code@x.example', fields: { [id]: '12' } });
    for (const [, { get }] of ways) t.equal((await list(get, `field[${id}][contains]=1`)).total, 1);
    await post(`/field/update/${id}`, { field_name: 'Code', slug: 'code', type: 2 });
    for (const [way, { get }] of ways) {
      t.equal((await list(get, 'field[code][from]=11&field[code][to]=13')).total, 1, way);
      t.equal((await list(get, 'field[code]=12.0')).total, 1, way);
    }
    await del(`/field/${id}`);
    t.equal((await service.get(`/contacts?field[${id}]=12`)).status, 422);
    await del(`/contact/${contact}`);
  },
);
