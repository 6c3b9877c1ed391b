/**
 * The documented requests of FunnelKit Automations' API, and a model of its add, update and assign semantics: a client
 * of that API gets the same contacts from Waypost.
 */
import fc from 'fast-check';
import { addTerms, type Body, keepCounts, request, startAutomations } from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t, { API_NAMESPACES: 'funnelkit-automations' });
keepCounts(t, service);
const { site, key } = service;
const ask = (method: string, path: string, body?: Body) =>
  request(`${site}/wp-json/funnelkit-automations${path}?api_key=${key}`, method, body);
const tags = (await addTerms(service, 'tag', ['Tag 1', 'Tag 2', 'Tag 3'])) as [number, number, number];
const lists = (await addTerms(service, 'list', ['List 1', 'List 2'])) as [number, number];
const fieldId = async (field: object) => String((await ask('POST', '/field/add', field)).body.data.fields.ID);
const born = await fieldId({ field_name: 'Born', type: 7, placeholder: 'Birthday', mode: 1, search: 1 });
const gender = await fieldId({ field_name: 'Gender', type: 4, options: [{ m: 'Male' }, { f: 'Female' }] });
const city = await fieldId({ field_name: 'City', type: 1, group_id: 0 });
const locked = await fieldId({ field_name: 'Locked', type: 1, mode: 2 });

const detail = {
  contact: { id: Number, uid: String, email: String, wp_id: 0, meta: {}, children: {}, is_subscribed: Boolean },
  customer: null,
  fields: {},
};
const record = {
  ...{ id: String, wpid: '0', uid: String, email: 'gary@gmail.com', f_name: 'Gary', l_name: 'Watson' },
  ...{ contact_no: '1234567890', country: 'AU', state: 'Sydney', timezone: '', type: 'lead', source: 'public_api' },
  ...{ points: '0', tags: `[${tags[0]},${tags[1]}]`, lists: `[${lists[0]}]`, status: '3' },
  ...{ last_modified: /^[\d-]{10} [\d:]{8}$/, creation_date: /^[\d-]{10} [\d:]{8}$/ },
};
const gary = { email: 'gary@gmail.com', f_name: 'Gary', l_name: 'Watson', contact_no: '1234567890', state: 'Sydney' };

/** The documented requests in an order in which each finds what it needs; `{new}` is the id that the last add returned. */
const documented: [what: string, method: string, path: string, body: Body, data: Body][] = [
  ['Get All Tags', 'GET', '/tags', { page: 1 }, { tags: [{ ID: tags[2], name: 'Tag 3' }, {}, {}] }],
  ['Add Tags', 'POST', '/tag/add', { tags: ['tag1'] }, { tags: [{ ID: Number, name: 'tag1', type: '1', data: null }] }],
  ['Update a Tag', 'POST', '/tag/update/{new}', { tag: 'tag2' }, { tags: { name: 'tag2' } }],
  ['Delete a Tag', 'DELETE', '/tag/{new}', undefined, { tags: { name: 'tag2' } }],
  ['Get All Lists', 'GET', '/lists', { page: 1 }, { lists: [{ ID: lists[1], name: 'List 2' }, { name: 'List 1' }] }],
  ['Add Lists', 'POST', '/list/add', { lists: ['list1'] }, { lists: [{ ID: Number, name: 'list1', type: '2' }] }],
  ['Update a List', 'POST', '/list/update/{new}', { list: 'list2' }, { lists: { name: 'list2' } }],
  ['Delete a List', 'DELETE', '/list/{new}', undefined, { lists: { name: 'list2' } }],
  [
    ...(['Get All Fields', 'GET', '/fields', { page: 1 }] as const),
    { fields: { [born]: { group_id: '0', ID: born, name: 'Born', type: '7', meta: { placeholder: 'Birthday' } } } },
  ],
  [
    ...(['Add Field', 'POST', '/field/add'] as const),
    { field_name: 'custom_field', type: 7, placeholder: 'Custom Field', mode: 1, search: 1 },
    { fields: { name: 'custom_field', slug: 'custom_field', type: '7', gid: '0', mode: '1', search: '1', view: '1' } },
  ],
  [
    ...(['Update A Field', 'POST', '/field/update/{new}'] as const),
    { slug: 'custom_field', field_name: 'custom_field2', type: 7, placeholder: 'Custom Field 2', mode: 1, search: 1 },
    { fields: { ID: String, name: 'custom_field2' } },
  ],
  ['Delete A Field', 'DELETE', '/field/{new}', undefined, { fields: { ID: String, name: 'custom_field2' } }],
  [
    ...(['Add Contact', 'POST', '/contact/add'] as const),
    {
      ...gary,
      country: 'Au',
      status: 'subscribed',
      tags: [tags[0]],
      fields: { [born]: '20-11-1993', [gender]: 'Male' },
    },
    {
      contact: {
        ...detail,
        contact: {
          ...detail.contact,
          db_contact: null,
          f_name: 'Gary',
          status: '1',
          source: 'public_api',
          type: 'lead',
        },
        fields: { [born]: '1993-11-20', [gender]: 'Male' },
      },
    },
  ],
  [
    ...(['Update a Contact', 'POST', '/contact/update/{new}'] as const),
    {
      ...gary,
      country: 'Au',
      status: 'unsubscribed',
      tags: [tags[1]],
      lists: [lists[0]],
      fields: { [gender]: 'Female' },
    },
    {
      contact: {
        contact: { db_contact: record, blank_values_update: false },
        fields: { [born]: '1993-11-20', [gender]: 'Female' },
      },
    },
  ],
  ['Get Contact by Email', 'GET', '/contact', { email: gary.email }, { contact: { contact: { db_contact: record } } }],
  [
    ...(['Get All Contacts', 'GET', '/contacts'] as const),
    {
      ...{ page: 1, email: gary.email, sort_order: 'ASC', sort_field: 'f_name', status: 'unsubscribed' },
      ...{ from: '2020-01-01', to: '2999-01-01', updated_from: '2020-01-01', updated_to: '2999-01-01' },
      ...{ tag: [tags[0], 999], list: [lists[0]] },
    },
    { contact: { contacts: [record], total: 1 } },
  ],
  [
    ...(['Update Email of a Contact', 'POST', '/contact/update-email/{new}'] as const),
    { email: 'gary.w@gmail.com' },
    { contact: { contact: { email: 'gary.w@gmail.com' } } },
  ],
  [
    ...(['Change Status of a Contact', 'POST', '/contact/change-status/{new}', { status: 'subscribed' }] as const),
    { contact: { contact: { is_subscribed: true, db_contact: { status: '1' } } } },
  ],
  [
    ...(['Assign Tags', 'POST', '/contact/tag-assign/{new}', { tags: [tags[1], tags[2]] }] as const),
    { tags: [{ id: tags[2], value: 'Tag 3' }] },
  ],
  [
    ...(['Unassign Tags', 'POST', '/contact/tag-unassign/{new}', { tagId: [tags[0]] }] as const),
    { tags: [{ id: tags[0], value: 'Tag 1' }] },
  ],
  [
    ...(['Assign Lists', 'POST', '/contact/list-assign/{new}', { lists: [lists[1]] }] as const),
    { lists: [{ id: lists[1], value: 'List 2' }] },
  ],
  [
    ...(['Unassign Lists', 'POST', '/contact/list-unassign/{new}', { listId: [lists[1]] }] as const),
    { lists: [{ id: lists[1], value: 'List 2' }] },
  ],
  ['Delete a contact', 'DELETE', '/contact/{new}', undefined, { limit: 0, offset: 0 }],
];

t.test('every documented request gets its documented answer', async (t) => {
  let id = 0;
  for (const [what, method, path, body, data] of documented) {
    const answer = await ask(method, path.replace('{new}', String(id)), body);
    t.match(answer, { status: 200, body: { code: 'success', data: { ...data, limit: Number, offset: Number } } }, what);
    if (!path.endsWith('/add')) continue;
    const { tags: [tag] = [], lists: [list] = [], fields, contact } = answer.body.data;
    id = Number(contact?.contact.id ?? tag?.ID ?? list?.ID ?? fields?.ID);
  }
});

/** A contact of the model. Unset columns are missing. */
type Person = {
  columns: Record<string, string>;
  status: number;
  tags: Set<number>;
  lists: Set<number>;
  fields: Record<string, string>;
};
type Call = { call: string; contact: number; body: Body };

const statuses: Record<string, number> = { unverified: 0, Subscribed: 1, bounced: 2, unsubscribed: 3, '1': 1 };
const unset: Record<string, string> = { source: 'public_api', type: 'lead' };
const columns = ['f_name', 'l_name', 'contact_no', 'country', 'state', 'source', 'type'];
/** Values of fields with their stored form; undefined for a value that does not fit. */
const values: Record<string, Record<string, string | undefined>> = {
  [born]: { '20-11-1993': '1993-11-20', '1.2.2003': '2003-02-01', '2001-02-03': '2001-02-03', '31-02-2020': undefined },
  [gender]: { Male: 'Male', female: 'Female', Other: undefined },
  [city]: { Paris: 'Paris', Rome: 'Rome' },
};

class Model {
  readonly people = new Map<number, Person>();

  /** Applies a call. Returns false if it is refused; then nothing changes. `id` is the id of a new contact. */
  apply({ call, contact, body }: Call, id: number): boolean {
    const email = String(body.email ?? '');
    const before = this.people.get(contact);
    if (call === 'contact/add') return email !== '' && !this.#isTaken(email) && this.#write(id, undefined, body);
    if (!before) return false;
    if (call === 'contact/update-email')
      return email !== '' && !this.#isTaken(email, contact) && this.#write(contact, before, body);
    if (call === 'contact/change-status') return this.#write(contact, before, body);
    if (call === 'contact/update') return !this.#isTaken(email, contact) && this.#write(contact, before, body);
    const [kind, known] = call.includes('tag') ? (['tags', tags] as const) : (['lists', lists] as const);
    const given = (Object.values(body)[0] as number[]).filter((one) => (known as readonly number[]).includes(one));
    for (const one of given) call.includes('unassign') ? before[kind].delete(one) : before[kind].add(one);
    return given.length > 0;
  }

  #isTaken(email: string, except?: number): boolean {
    return [...this.people].some(([id, one]) => id !== except && one.columns.email === email);
  }

  #write(id: number, before: Person | undefined, body: Body): boolean {
    const { tags: withTags, lists: withLists, fields = {}, status, email, blank_values_update: clears } = body;
    const isKept = (value: unknown) => value === undefined || (value === '' && !clears);
    const next: Person = structuredClone(
      before ?? { columns: {}, status: 0, tags: new Set(), lists: new Set(), fields: {} },
    );
    const given = columns.filter((name) => !isKept(body[name]));
    if (status !== undefined && statuses[status] === undefined) return false;
    if (body.country === 'Nowhere') return false;
    const picked = (ids: number[] = [], known: readonly number[]) => ids.filter((one) => known.includes(one));
    const [newTags, newLists] = [picked(withTags, tags), picked(withLists, lists)];
    const entries = Object.entries(fields as Record<string, string | null>).filter(([, value]) => !isKept(value));
    const fitting = entries.filter(
      ([name, value]) => value === null || value === '' || values[name]?.[value] !== undefined,
    );
    const known = fitting.filter(([name]) => Object.hasOwn(values, name));
    const asked = new Set(withTags).size + new Set(withLists).size + entries.length;
    const valid = new Set(newTags).size + new Set(newLists).size + known.length;
    const onlyThose = given.length === 0 && status === undefined && !email;
    if (before && onlyThose && asked > 0 && valid === 0) return false;
    if (email) next.columns.email = email;
    for (const name of given) next.columns[name] = body[name] ?? '';
    for (const name of given) if (!body[name]) next.columns[name] = name === 'type' ? 'lead' : '';
    if (status !== undefined) next.status = statuses[status] as number;
    replace(next.tags, newTags, withTags, body.replace_tags);
    replace(next.lists, newLists, withLists, body.replace_lists);
    for (const [name, value] of known) {
      if (value) next.fields[name] = values[name]?.[value] as string;
      else delete next.fields[name];
    }
    this.people.set(id, next);
    return true;
  }
}

/** Adds ids, or replaces all; unknown ids alone replace nothing. */
function replace(set: Set<number>, picked: number[], given: number[] | undefined, replaces: boolean | undefined): void {
  if (replaces && given && (picked.length > 0 || given.length === 0)) set.clear();
  for (const id of picked) set.add(id);
}

const maybe = <T>(value: fc.Arbitrary<T>, freq = 1) => fc.option(value, { nil: undefined, freq });
const anyOf = <T>(...all: T[]) => fc.constantFrom(...all);
const emails = Array.from({ length: 8 }, (_, n) => `p${n}@x.example`);
const ids = (known: readonly number[]) => fc.subarray([...known, 999_999], { maxLength: 3 });
const text = (...all: string[]) => maybe(anyOf<string | null>(...all, '', null));
const attributes = {
  ...{ f_name: text('Ada', 'Bo'), l_name: text('King'), contact_no: text('1', '+49 2'), state: text('Texas') },
  ...{ country: maybe(anyOf<string | null>('AU', 'DE', '', null, 'Nowhere'), 3), source: text('shop') },
  ...{
    type: maybe(anyOf<string | null>('lead', 'customer', null), 3),
    status: maybe(anyOf(...Object.keys(statuses), 'happy'), 3),
  },
  ...{
    tags: maybe(ids(tags)),
    lists: maybe(ids(lists)),
    replace_tags: maybe(fc.boolean()),
    replace_lists: maybe(fc.boolean()),
  },
  blank_values_update: maybe(fc.boolean(), 3),
  fields: maybe(
    fc.dictionary(
      anyOf(born, gender, city, locked, '999999'),
      anyOf<string | null>(...Object.values(values).flatMap(Object.keys), '', null),
      {
        maxKeys: 3,
      },
    ),
  ),
};
const termsOf = (call: string, name: string, known: readonly number[]) =>
  fc.record({
    call: fc.constant(call),
    body: fc.record({ [name]: fc.subarray([...known, 999_999], { minLength: 1 }) }),
  });
const anyCall: fc.Arbitrary<Call> = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      {
        weight: 2,
        arbitrary: fc.record({
          call: fc.constant('contact/add'),
          body: fc.record({ email: anyOf(...emails), ...attributes }),
        }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          call: fc.constant('contact/update'),
          body: fc.record({ email: maybe(anyOf(...emails), 5), ...attributes }),
        }),
      },
      fc.record({ call: fc.constant('contact/update-email'), body: fc.record({ email: anyOf(...emails) }) }),
      fc.record({
        call: fc.constant('contact/change-status'),
        body: fc.record({ status: anyOf(...Object.keys(statuses), 'happy') }),
      }),
      termsOf('contact/tag-assign', 'tags', tags),
      termsOf('contact/tag-unassign', 'tagId', tags),
      termsOf('contact/list-assign', 'lists', lists),
      termsOf('contact/list-unassign', 'listId', lists),
    ),
  )
  .map(([contact, one]) => ({ contact, ...one }));

const asModel = ({ contact: { db_contact: row }, fields }: Body) => ({
  ...Object.fromEntries(['email', ...columns, 'status'].map((name) => [name, row[name]])),
  ...{ tags: JSON.parse(row.tags).sort(), lists: JSON.parse(row.lists).sort(), fields },
});
const ofModel = (one: Person) => ({
  ...Object.fromEntries(['email', ...columns].map((name) => [name, one.columns[name] ?? unset[name] ?? ''])),
  ...{ status: String(one.status), tags: [...one.tags].sort(), lists: [...one.lists].sort(), fields: one.fields },
});

t.test('after 2,000 random calls every contact matches the model', async (t) => {
  const seed = Date.now();
  const model = new Model();
  let refused = 0;
  for (const [n, { call, contact, body }] of fc.sample(anyCall, { numRuns: 2_000, seed }).entries()) {
    const there = [...model.people.keys()];
    const id = there[contact % (there.length + 1)] ?? 999_999;
    const sent = JSON.parse(JSON.stringify(body));
    const path = call === 'contact/add' ? `/${call}` : `/${call}/${id}`;
    const answer = await ask('POST', path, sent);
    const created = answer.body.data?.contact?.contact.id;
    const isAllowed = model.apply({ call, contact: id, body: sent }, created ?? 0);
    const about = `call ${n} of seed ${seed}: ${path} ${JSON.stringify(sent)}: ${answer.text}`;
    if (isAllowed !== (answer.status === 200)) return t.fail(about);
    if (!isAllowed) refused++;
    const shown = call === 'contact/add' ? created : id;
    const expected = model.people.get(shown);
    if (!expected) continue;
    const { contact: now } =
      isAllowed && n % 20 > 0 ? answer.body.data : (await ask('GET', '/contact', { id: shown })).body.data;
    if (now?.contact.db_contact && !t.same(asModel(now), ofModel(expected), about)) return;
    if (n % 100 === 99) {
      await ask('DELETE', `/contact/${shown}`);
      model.people.delete(shown);
    }
  }
  for (const [id, one] of model.people) {
    const { body } = await ask('GET', '/contact', { id });
    t.same(asModel(body.data.contact), ofModel(one), `contact ${id} of seed ${seed}`);
  }
  t.ok(refused > 100 && refused < 1_500, `${refused} calls were refused`);
});
