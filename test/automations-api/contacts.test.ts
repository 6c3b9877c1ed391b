/** Single contacts: they are created, read, changed and deleted in the formats of the specification. */
import { sql } from 'kysely';
import { parseCountry } from '../../automations-api/plugins/automations/contacts/core/countries.ts';
import { type Keep, once } from '../../automations-api/plugins/automations/contacts/idempotent-writes.ts';
import { forgetOld } from '../../automations-api/plugins/automations/retention.ts';
import { inTransaction } from '../../shared/db/db.ts';
import {
  addContact,
  addTerms,
  type Body,
  findWrongCounts,
  keepCounts,
  recordOf,
  startAutomations,
} from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { call, get, post, del, db } = service;
keepCounts(t, service);

let made = 0;
const newEmail = () => `contact${++made}@x.example`;
const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

t.test('contact/add returns every field of a new contact', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Created']);
  const [list] = await addTerms(service, 'list', ['Created']);
  const { status, body } = await post('/contact/add', {
    email: 'Ada.Lovelace@X.example',
    f_name: 'Ada',
    l_name: 'Lovelace',
    contact_no: '+44 20',
    status: 'subscribed',
    country: 'gb',
    state: 'London',
    tags: [tag],
    lists: [list],
    source: 'import',
  });
  t.equal(status, 200);
  t.match(body, { code: 'success', data: { limit: 0, offset: 0 } });
  const { contact, customer, fields } = body.data.contact;
  t.equal(customer, null);
  t.strictSame(fields, {});
  const { id, uid, ...rest } = contact;
  t.type(id, 'number');
  t.match(uid, /^[0-9a-f]{32}$/);
  t.strictSame(rest, {
    email: 'Ada.Lovelace@X.example',
    wp_id: 0,
    meta: {},
    children: {},
    f_name: 'Ada',
    l_name: 'Lovelace',
    state: 'London',
    country: 'GB',
    contact_no: '+44 20',
    status: '1',
    source: 'import',
    type: 'lead',
    db_contact: null,
    blank_values_update: false,
    is_subscribed: true,
  });
});

t.test("GET contact returns a contact's details and record, and every value in the record is a string", async (t) => {
  const tags = await addTerms(service, 'tag', ['Read 1', 'Read 2']);
  const [list] = await addTerms(service, 'list', ['Read']);
  const email = newEmail();
  const id = await addContact(service, { email, tags, lists: [list] });
  const byId = await get(`/contact?id=${id}`);
  const byEmail = await get(`/contact?email=${email.toUpperCase()}`);
  t.equal(byId.status, 200);
  t.strictSame(byEmail.body, byId.body);
  const { contact, customer, fields } = byId.body.data.contact;
  t.equal(customer, null);
  t.strictSame(fields, {});
  t.strictSame(Object.keys(contact).sort(), [
    'blank_values_update',
    'children',
    'db_contact',
    'email',
    'id',
    'is_subscribed',
    'meta',
    'uid',
    'wp_id',
  ]);
  const { uid, last_modified, creation_date, ...record } = contact.db_contact;
  t.equal(uid, contact.uid);
  t.match(last_modified, dateTime);
  t.match(creation_date, dateTime);
  t.strictSame(record, {
    id: String(id),
    wpid: '0',
    email,
    f_name: '',
    l_name: '',
    contact_no: '',
    country: '',
    state: '',
    timezone: '',
    type: 'lead',
    source: 'public_api',
    points: '0',
    tags: JSON.stringify(tags),
    lists: JSON.stringify([list]),
    status: '0',
  });
});

t.test(
  'the id takes precedence over the email address; a request with neither, and an unknown contact, get different errors',
  async (t) => {
    const email = newEmail();
    const id = await addContact(service, { email: newEmail() });
    await addContact(service, { email });
    t.equal((await get(`/contact?id=${id}&email=${email}`)).body.data.contact.contact.id, id);
    t.match(await get('/contact'), { status: 400, body: { code: 'required_fields_missing' } });
    for (const query of ['id=999999999', 'id=0', 'email=nobody@x.example', 'email=not an address']) {
      t.match(await get(`/contact?${query}`), { status: 404, body: { code: 'contact_not_exists' } });
    }
    t.match(await get('/contact?id=one'), { status: 422, body: { code: 'unprocessable_entity' } });
  },
);

for (const email of [
  'a',
  'a@b',
  '@x.example',
  'a@',
  'a b@x.example',
  'a@x..example',
  'a@-x.example',
  '.a@x.example',
  `${'a'.repeat(65)}@x.example`,
  'a@x.example\nBcc: b@x.example',
  '\u212aim@x.example',
  'a@\uff58.example',
  'a@x\u200b.example',
  'a@\u212a.example',
  'a@x.example\0',
  'a\u200d@x.example',
  ['a@x.example'],
  { a: 1 },
  `a@${'x'.repeat(260)}.example`,
]) {
  t.test(`the email address ${JSON.stringify(email).slice(0, 40)} is refused and creates no contact`, async (t) => {
    const { status, body } = await post('/contact/add', { email });
    t.equal(status, 422);
    t.equal(body.code, typeof email === 'string' ? 'email_invalid' : 'unprocessable_entity');
  });
}

for (const email of [
  "o'hara+tag@x.example",
  'jörg@müller.example',
  'UPPER@X.EXAMPLE',
  ' space@x.example ',
  'a@sub.x.example',
]) {
  t.test(`the email address ${JSON.stringify(email)} is accepted`, async (t) => {
    const id = await addContact(service, { email });
    t.equal((await recordOf(service, id)).email, email.trim());
  });
}

t.test(
  'email addresses that differ only in case belong to one contact, and email addresses that differ in accents to two',
  async (t) => {
    await addContact(service, { email: 'Rene@unique.example' });
    t.match(await post('/contact/add', { email: 'rENE@UNIQUE.example' }), {
      status: 422,
      body: { code: 'already_exists' },
    });
    t.equal((await post('/contact/add', { email: 'René@unique.example' })).status, 200);
    await addContact(service, { email: 'kim@unique.example' });
    for (const query of ['contact?email', 'contacts?email']) {
      const { body } = await get(`/${query}=${encodeURIComponent('\u212aim@unique.example')}`);
      t.equal(body.data?.contact.total ?? body.code, query === 'contacts?email' ? 0 : 'contact_not_exists', query);
    }
    t.match(await post('/contact/add', { f_name: 'No address' }), {
      status: 400,
      body: { code: 'required_fields_missing' },
    });
    t.match(await post('/contact/add', { email: '' }), { status: 400, body: { code: 'required_fields_missing' } });
  },
);

t.test('every lookup finds a contact however the domain of its email address is written', async (t) => {
  const unicode = 'Zoë@bücher-zoe.example';
  const ascii = 'zoë@xn--bcher-zoe-q9a.example';
  const id = await addContact(service, { email: unicode });
  t.match(await post('/contact/add', { email: ascii }), { status: 422, body: { code: 'already_exists' } });
  for (const email of [unicode, ascii, ascii.replace('xn--', 'XN--')]) {
    const asked = encodeURIComponent(email);
    t.match((await get(`/contact?email=${asked}`)).body, { data: { contact: { contact: { id } } } }, email);
    t.match((await get(`/contacts?email=${asked}`)).body, { data: { contact: { total: 1 } } }, email);
  }
  t.match((await get(`/contacts?search=${encodeURIComponent('BÜCHER-zoe')}`)).body, {
    data: { contact: { total: 1 } },
  });
  t.equal((await post('/bounces', { email: ascii, type: 'hard' })).status, 200);
  t.match(await recordOf(service, id), { email: unicode, status: '2' }, 'mail servers name the domain as DNS has it');
});

for (const [given, stored] of [
  ['DE', 'DE'],
  ['de', 'DE'],
  ['Germany', 'DE'],
  ['united states', 'US'],
  ['USA', 'US'],
  ['uk', 'GB'],
  ['Côte d’Ivoire', 'CI'],
  ["cote d'ivoire", 'CI'],
  ['Türkiye', 'TR'],
  ['Hong Kong', 'HK'],
  ['Saint Lucia', 'LC'],
  ['st lucia', 'LC'],
  ['The Gambia', 'GM'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Guinea Bissau', 'GW'],
  ['Viet Nam', 'VN'],
  ['Korea, Republic of', 'KR'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Macedonia', 'MK'],
  ['', ''],
] as const) {
  t.test(`the country ${JSON.stringify(given)} is stored as ${JSON.stringify(stored)}`, async (t) => {
    const { body } = await post('/contact/add', { email: newEmail(), country: given });
    t.equal(body.data.contact.contact.country, stored);
  });
}

t.test('a country is recognised by each of its English names, however it is spelt', async (t) => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => code !== 'ZZ');
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames(['en'], { type: 'region', style, fallback: 'none' });
    for (const code of codes) {
      const name = names.of(code);
      if (name === undefined || name.length === 2) continue;
      // A code that ISO withdrew has the name of its replacement.
      const country = Intl.getCanonicalLocales(`und-${code}`)[0]?.slice('und-'.length);
      for (const spelt of [name, name.toUpperCase(), name.replaceAll('&', 'and').replaceAll('’', "'")]) {
        t.equal(parseCountry(spelt), country, spelt);
      }
    }
  }
});

for (const [what, body] of [
  ['an unknown country', { country: 'Atlantis' }],
  ['a three-letter country', { country: 'DEU' }],
  ['an unknown status', { status: 'gone' }],
  ['a nonexistent status', { status: 6 }],
  ['a negative status', { status: '-1' }],
  ['an unknown type', { type: 'vip' }],
  ['an object as the name', { f_name: { a: 1 } }],
  ['a name that is too long', { l_name: 'x'.repeat(101) }],
  ['only unknown lists', { lists: ['x'] }],
  ['text as the fields', { fields: 'x' }],
] as const) {
  t.test(`${what} is refused by add and by update with unprocessable_entity, and changes nothing`, async (t) => {
    const email = newEmail();
    t.match(await post('/contact/add', { email, ...body }), { status: 422, body: { code: 'unprocessable_entity' } });
    const id = await addContact(service, { email });
    const before = await recordOf(service, id);
    t.match(await post(`/contact/update/${id}`, { f_name: 'x', ...body }), {
      status: 422,
      body: { code: 'unprocessable_entity' },
    });
    t.strictSame(await recordOf(service, id), before);
  });
}

t.test(
  'an update writes the given values, adds tags, clears values that are null, and keeps everything else',
  async (t) => {
    const tags = await addTerms(service, 'tag', ['Update 1', 'Update 2', 'Update 3']);
    const [list] = await addTerms(service, 'list', ['Update']);
    const id = await addContact(service, {
      email: newEmail(),
      f_name: 'First',
      l_name: 'Last',
      status: 'bounced',
      country: 'FR',
      tags: tags.slice(0, 2),
      lists: [list],
    });
    const { status, body } = await post(`/contact/update/${id}`, {
      f_name: '',
      l_name: null,
      contact_no: '1',
      country: null,
      tags: [tags[1], tags[2], 999999],
    });
    t.equal(status, 200);
    const { db_contact } = body.data.contact.contact;
    t.match(db_contact, {
      f_name: 'First',
      l_name: '',
      contact_no: '1',
      country: '',
      status: '2',
      tags: JSON.stringify(tags),
      lists: `[${list}]`,
    });
    t.strictSame(body.data.ignored, { tags: [999999], lists: [], fields: [] });
    t.strictSame(await recordOf(service, id), db_contact);
  },
);

t.test(
  "update and update-email change the email address, even to another case, but not to another contact's",
  async (t) => {
    const [first, second] = [newEmail(), newEmail()];
    const id = await addContact(service, { email: first });
    await addContact(service, { email: second });
    for (const path of [`/contact/update/${id}`, `/contact/update-email/${id}`]) {
      t.match(await post(path, { email: second.toUpperCase() }), { status: 422, body: { code: 'already_exists' } });
      t.match(await post(path, { email: 'nonsense' }), { status: 422, body: { code: 'email_invalid' } });
      const own = await post(path, { email: first.toUpperCase() });
      t.equal(own.status, 200);
      t.equal(own.body.data.contact.contact.email, first.toUpperCase());
      const fresh = newEmail();
      t.equal((await post(path, { email: fresh })).body.data.contact.contact.db_contact.email, fresh);
      t.equal((await get(`/contact?email=${first}`)).status, 404);
      t.equal((await post(path, { email: first })).status, 200);
    }
    t.match(await post(`/contact/update-email/${id}`, {}), { status: 400, body: { code: 'required_fields_missing' } });
  },
);

const statuses = { unverified: '0', subscribed: '1', bounced: '2', unsubscribed: '3' };
for (const [from, fromCode] of Object.entries(statuses)) {
  for (const [to, toCode] of Object.entries(statuses)) {
    t.test(`change-status and update change a contact from ${from} to ${to}`, async (t) => {
      for (const path of ['change-status', 'update']) {
        const id = await addContact(service, { email: newEmail(), status: from });
        t.equal((await recordOf(service, id)).status, fromCode);
        const { body } = await post(`/contact/${path}/${id}`, { status: to.toUpperCase() });
        t.match(body.data.contact.contact, { is_subscribed: toCode === '1', db_contact: { status: toCode } });
        const byDigit = await post(`/contact/${path}/${id}`, { status: Number(fromCode) });
        t.equal(byDigit.body.data.contact.contact.db_contact.status, fromCode);
      }
    });
  }
  t.test(`the status verified subscribes a contact that is ${from}, unless it has opted out`, async (t) => {
    const id = await addContact(service, { email: newEmail(), status: from });
    const { body } = await post(`/contact/change-status/${id}`, { status: 'verified' });
    t.equal(body.data.contact.contact.db_contact.status, from === 'unsubscribed' ? '3' : '1');
  });
}

t.test('sending back an unchanged record changes nothing', async (t) => {
  const tags = await addTerms(service, 'tag', ['Back 1', 'Back 2', 'Back 3']);
  const lists = await addTerms(service, 'list', ['Back 1', 'Back 2']);
  const id = await addContact(service, { email: newEmail(), tags, lists });
  const record = await recordOf(service, id);
  t.equal(record.tags, JSON.stringify(tags));
  t.equal((await post(`/contact/update/${id}`, record)).status, 200);
  t.strictSame(await recordOf(service, id), record);
  t.equal((await call('POST', `/contact/update/${id}?${new URLSearchParams(record)}`)).status, 200);
  t.strictSame(await recordOf(service, id), record);
  t.match(await post('/contacts/batch', { contacts: [record] }), { body: { data: { updated: 1 } } });
  t.strictSame(await recordOf(service, id), record);
  t.strictSame((await post(`/contact/tag-unassign/${id}`, { tagId: record.tags })).body.data.tags.length, 3);
  t.strictSame((await post(`/contact/tag-assign/${id}`, { tags: record.tags })).body.data.tags.length, 3);
  t.equal((await recordOf(service, id)).tags, record.tags);
});

for (const wrong of ['x', '1,x', '[1', '[1,"x"]', '{"a":1}', ['x'], [[1]], [null], [1.5], [true], { a: 1 }, true]) {
  t.test(
    `tags given as ${JSON.stringify(wrong)} are refused with unprocessable_entity and change nothing`,
    async (t) => {
      const [tag] = await addTerms(service, 'tag', [`Wrong ${JSON.stringify(wrong)}`]);
      const email = newEmail();
      const id = await addContact(service, { email, tags: [tag] });
      const refused = { status: 422, body: { code: 'unprocessable_entity', message: /tags|tagId/ } };
      t.match(await post(`/contact/update/${id}`, { tags: wrong }), refused);
      t.match(await post(`/contact/tag-assign/${id}`, { tags: wrong }), refused);
      t.match(await post(`/contact/tag-unassign/${id}`, { tagId: wrong }), refused);
      t.match(await post('/contact/add', { email: newEmail(), tags: wrong }), refused);
      const [result] = (await post('/contacts/batch', { contacts: [{ email, tags: wrong }] })).body.data.results;
      t.match(result, { ok: false, status: 422, error: { code: 'unprocessable_entity' } });
      t.equal((await recordOf(service, id)).tags, `[${tag}]`);
    },
  );
}

/** Requests about an existing contact, each with the values that it changes. All other values stay. */
const changesOfKnown: [string, object, object][] = [
  ['nothing', {}, {}],
  ['empty texts', { f_name: '', email: '', status: '', type: '', points: '', fields: { text: '', box: '' } }, {}],
  ['no tags and lists', { tags: [], lists: [], tag_names: [], list_names: '' }, {}],
  ['null for an email, a status, tags and lists', { email: null, status: null, tags: null, lists: null }, {}],
  ['other tags', { tags: ['b'] }, { tags: ['a', 'b'] }],
  ['other tags by name', { tag_names: ['b'], list_names: 'b' }, { tags: ['a', 'b'], lists: ['a', 'b'] }],
  ['tags with replacement', { tags: ['b'], replace_tags: true }, { tags: ['b'] }],
  ['lists with replacement, as text', { list_names: 'b', replace_lists: '1' }, { lists: ['b'] }],
  ['no tags, with replacement', { tags: [], replace_tags: true, replace_lists: true }, { tags: [] }],
  ['unknown tags, with replacement', { f_name: 'New', tags: [987654], replace_tags: true }, { f_name: 'New' }],
  ['a value', { f_name: 'New', fields: { text: 'new' } }, { f_name: 'New', text: 'new' }],
  [
    'null',
    { f_name: null, points: null, source: null, fields: { text: null } },
    { f_name: '', points: '0', source: '', text: undefined },
  ],
  [
    'empty texts that clear',
    { f_name: '', points: '', country: '', fields: { text: '' }, blank_values_update: true },
    { f_name: '', points: '0', country: '', text: undefined },
  ],
  ['null for a type', { type: null }, { type: 'lead' }],
  ['the name of a status', { status: 'SoftBounced' }, { status: '4' }],
];

t.test('a request changes only the values it names, both alone and in a batch', async (t) => {
  const tags = (await addTerms(service, 'tag', ['Known a', 'Known b'])) as [number, number];
  const lists = (await addTerms(service, 'list', ['Known a', 'Known b'])) as [number, number];
  const fieldOf = async (name: string, more: object) =>
    (await post('/field/add', { field_name: `Known ${name}`, ...more })).body.data.fields.ID;
  const [text, box] = [await fieldOf('text', { type: 1 }), await fieldOf('box', { type: 6, options: ['x'] })];
  const ids = { text, box } as Record<string, string>;
  const place = (letter: unknown) => (letter === 'a' ? 0 : letter === 'b' ? 1 : undefined);
  const given = ({ tags: t, lists: l, tag_names, list_names, fields, ...others }: Body) => ({
    ...others,
    ...(t === undefined
      ? {}
      : { tags: t?.map((one: unknown) => (place(one) === undefined ? one : tags[place(one) as number])) ?? t }),
    ...(l === undefined ? {} : { lists: l }),
    ...(tag_names === undefined ? {} : { tag_names: tag_names.map((one: string) => `Known ${one}`) }),
    ...(list_names === undefined ? {} : { list_names: list_names && `Known ${list_names}` }),
    ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [ids[name], one])) }),
  });
  for (const [what, request, change] of changesOfKnown) {
    for (const way of ['update', 'batch'] as const) {
      const email = newEmail();
      const own = { f_name: 'Ada', country: 'GB', type: 'customer', source: 'shop', points: 7, status: 'subscribed' };
      const start = { ...own, email, tags: [tags[0]], lists: [lists[0]], fields: { [text]: 'kept', [box]: ['x'] } };
      const id = await addContact(service, start);
      const body = given(request) as Body;
      const { status } =
        way === 'update'
          ? await post(`/contact/update/${id}`, body)
          : await post('/contacts/batch', { contacts: [{ ...body, email }] });
      t.equal(status, 200, `${what}, ${way}`);
      const detail = (await get(`/contact?id=${id}`)).body.data.contact;
      const {
        text: newText,
        tags: newTags = ['a'],
        lists: newLists = ['a'],
        ...columns
      } = { text: 'kept', ...change } as Body;
      const idsOf = (of: number[], letters: string[]) => JSON.stringify(letters.map((one) => of[place(one) as number]));
      t.match(
        { ...detail.contact.db_contact, fields: detail.fields },
        {
          ...{ ...own, points: '7', status: '1', email, ...columns },
          ...{ tags: idsOf(tags, newTags), lists: idsOf(lists, newLists) },
        },
        `${what}, ${way}`,
      );
      t.strictSame(detail.fields, { ...(newText === undefined ? {} : { [text]: newText }), [box]: ['x'] }, what);
    }
  }
});

t.test(
  'unknown tags, lists and fields are ignored and named in the answer, and a request with nothing else is refused',
  async (t) => {
    const [tag] = await addTerms(service, 'tag', ['Ignoring']);
    const [list] = await addTerms(service, 'list', ['Ignored list']);
    const field = (await post('/field/add', { field_name: 'Ignoring', type: 2 })).body.data.fields.ID;
    const unknown = [
      [{ tags: [987654, list] }, { tags: [987654, list] }],
      [{ lists: [tag] }, { lists: [tag] }],
      [{ tag_names: ['Nowhere', 'no where'] }, { tags: ['Nowhere', 'no where'] }],
      [{ fields: { 987654: 'x', nowhere: 'y', [field]: 'z' } }, { fields: ['987654', String(field), 'nowhere'] }],
    ] as const;
    const none = { tags: [], lists: [], fields: [] };
    for (const [body, named] of unknown) {
      const email = newEmail();
      const ignored = { ...none, ...named };
      const sorted = ({ fields, ...others }: Body) => ({ ...others, fields: [...fields].sort() });
      const add = await post('/contact/add', { email, ...body });
      t.strictSame([add.status, sorted(add.body.data.ignored)], [200, sorted(ignored)]);
      const { id } = add.body.data.contact.contact;
      t.match(await post(`/contact/update/${id}`, body), { status: 422, body: { code: 'unprocessable_entity' } });
      const update = await post(`/contact/update/${id}`, { ...body, l_name: 'King' });
      t.strictSame([update.status, sorted(update.body.data.ignored)], [200, sorted(ignored)]);
      const [result] = (await post('/contacts/batch', { contacts: [{ email, ...body }] })).body.data.results;
      t.strictSame([result.ok, sorted(result.ignored)], [true, sorted(ignored)]);
      t.match(await recordOf(service, id), { l_name: 'King', tags: '[]', lists: '[]' });
      const strict = { ...body, f_name: 'Strict', strict: true };
      t.equal((await post('/contact/add', { ...strict, email: newEmail() })).status, 422);
      t.equal((await post(`/contact/update/${id}`, strict)).status, 422);
      const batched = await post('/contacts/batch', { contacts: [{ ...strict, email }, { email: newEmail() }] });
      t.match(batched.body.data, { created: 1, failed: 1, results: [{ status: 422 }, { ok: true }] });
      t.equal((await recordOf(service, id)).f_name, '');
    }
    const { body } = await post('/contact/add', { email: newEmail(), tags: [tag, 987654] });
    t.strictSame(body.data.ignored, { ...none, tags: [987654] });
    t.strictSame((await post('/contact/add', { email: newEmail() })).body.data.ignored, none);
  },
);

t.test('a request repeated with the same Idempotency-Key gets the first answer and writes nothing', async (t) => {
  const email = newEmail();
  const send = (path: string, body: object, key: string) => call('POST', path, body, { 'Idempotency-Key': key });
  const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true';
  const first = await send('/contact/add', { email, f_name: 'Ada' }, 'add');
  const again = await send('/contact/add', { email, f_name: 'Ada' }, 'add');
  t.strictSame([first.status, isReplayed(first), isReplayed(again)], [200, false, true]);
  t.strictSame(again.body, first.body);
  t.equal((await send('/contact/add', { email }, 'add')).status, 422, 'another body');
  t.match((await send('/contact/add', { email, f_name: 'Ada' }, 'other')).body, { code: 'already_exists' });
  const { id } = first.body.data.contact.contact;

  const updated = await send(`/contact/update/${id}`, { l_name: 'King', fields: {} }, 'update');
  await post(`/contact/update/${id}`, { l_name: 'Lovelace' });
  const repeated = await send(`/contact/update/${id}`, { l_name: 'King', fields: {} }, 'update');
  t.ok(isReplayed(repeated));
  t.strictSame([repeated.body, repeated.headers.get('etag')], [updated.body, updated.headers.get('etag')]);
  t.equal((await recordOf(service, id)).l_name, 'Lovelace');

  const contacts = Array.from({ length: 150 }, (_, n) => ({ email: n === 7 ? 'none' : `once${n}@x.example` }));
  const batched = await send('/contacts/batch', { contacts }, 'batch');
  t.match(batched.body.data, { created: 149, failed: 1 });
  const replayed = await send('/contacts/batch', { contacts }, 'batch');
  t.ok(isReplayed(replayed));
  t.strictSame(replayed.body, batched.body);
  t.equal((await send('/contact/add', { email: newEmail() }, 'x'.repeat(256))).status, 422);
});

t.test('a repeated request gets the first answer even if that answer was lost on the way', async (t) => {
  const request = {
    method: 'POST' as const,
    ...{ route: '/automations/contact/add', params: { n: ++made }, path: {}, query: {} },
    ...{ headers: { 'idempotency-key': 'lost', 'x-api-key': 'k' }, caller: undefined },
  };
  const answer = { data: { code: 'success' } };
  const act = async (keep: Keep<object>) => {
    await inTransaction(db, async (trx) => keep?.(trx, answer));
    throw new Error('the connection was lost');
  };
  await t.rejects(once(db, request, act), /lost/);
  t.strictSame(await once(db, request, act), { ...answer, headers: { 'Idempotency-Replayed': 'true' } });
  const failing = { ...request, headers: { ...request.headers, 'idempotency-key': 'failed' } };
  const fail = async () => Promise.reject(new Error('nothing was done'));
  await t.rejects(once(db, failing, fail), /nothing/);
  t.strictSame(await once(db, failing, async () => answer), answer);
  await forgetOld(db, { auditDays: 1, timelineDays: 1, eventDays: 0 }, new Date(Date.now() + 25 * 3_600_000));
  t.strictSame(await db.selectFrom('automations_idempotency_keys').select('claim').execute(), []);
});

t.test('without a status, a new contact is unverified and an updated contact keeps its status', async (t) => {
  const id = await addContact(service, { email: newEmail() });
  t.equal((await recordOf(service, id)).status, '0');
  await post(`/contact/change-status/${id}`, { status: 'bounced' });
  await post(`/contact/update/${id}`, { f_name: 'x' });
  t.equal((await recordOf(service, id)).status, '2');
  t.match(await post(`/contact/change-status/${id}`, {}), { status: 400, body: { code: 'required_fields_missing' } });
  t.match(await post(`/contact/change-status/${id}`, { status: 'x' }), { body: { code: 'unprocessable_entity' } });
});

for (const { one, many, given } of [
  { one: 'tag', many: 'tags', given: 'tagId' },
  { one: 'list', many: 'lists', given: 'listId' },
] as const) {
  t.test(`${one}-assign and ${one}-unassign return what changed, and repeating them changes nothing`, async (t) => {
    const [a, b, c] = (await addTerms(service, one, [`${one} a`, `${one} b`, `${one} c`])) as [number, number, number];
    const id = await addContact(service, { email: newEmail(), [many]: [a] });
    const assign = (body: object) => post(`/contact/${one}-assign/${id}`, body);
    const unassign = (body: object) => post(`/contact/${one}-unassign/${id}`, body);
    const first = await assign({ [many]: [a, String(b), 999999, 0, b] });
    t.equal(first.status, 200);
    const ignored = { tags: [], lists: [], fields: [], [many]: [999999, 0] };
    t.strictSame(first.body.data, { [many]: [{ id: b, value: `${one} b` }], ignored, limit: 0, offset: 0 });
    t.strictSame((await assign({ [many]: [a, b] })).body.data[many], []);
    t.strictSame((await assign({ [many]: c })).body.data[many], [{ id: c, value: `${one} c` }]);
    t.equal((await recordOf(service, id))[many], JSON.stringify([a, b, c]));
    t.match(await assign({ [many]: [999999] }), { status: 422, body: { code: 'unprocessable_entity' } });
    t.match(await assign({}), { status: 400, body: { code: 'required_fields_missing' } });
    t.strictSame((await unassign({ [given]: [c, a, 999999] })).body.data[many], [
      { id: c, value: `${one} c` },
      { id: a, value: `${one} a` },
    ]);
    t.strictSame((await unassign({ [given]: [a] })).body.data[many], []);
    t.equal((await recordOf(service, id))[many], JSON.stringify([b]));
    t.match(await unassign({ [given]: [999999] }), { status: 422, body: { code: 'unprocessable_entity' } });
    t.match(await unassign({ [many]: [a] }), { status: 400, body: { code: 'required_fields_missing' } });
    const other = one === 'tag' ? 'list' : 'tag';
    const [foreign] = await addTerms(service, other, [`not a ${one}`]);
    t.match(await assign({ [many]: [foreign] }), { status: 422 });
  });
}

t.test('every route answers contact_not_exists for a contact that does not exist', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['For nobody']);
  for (const [path, body] of [
    ['update', {}],
    ['update-email', { email: newEmail() }],
    ['change-status', { status: 'bounced' }],
    ['tag-assign', { tags: [tag] }],
    ['tag-unassign', { tagId: [tag] }],
    ['list-assign', { lists: [1] }],
    ['list-unassign', { listId: [1] }],
  ] as [string, object][]) {
    for (const id of ['0', '999999999', '99999999999999999999']) {
      t.match(await post(`/contact/${path}/${id}`, body), { status: 404, body: { code: 'contact_not_exists' } }, path);
    }
  }
  t.match(await del('/contact/999999999'), { status: 404, body: { code: 'contact_not_exists' } });
});

t.test('deleting a contact leaves no personal data in any table', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Of the erased']);
  const field = (await post('/field/add', { field_name: 'Of the erased', type: 1 })).body.data.fields.ID;
  const email = 'erase.me@x.example';
  const id = await addContact(service, { email, f_name: 'Erasmus', tags: [tag], fields: { [field]: 'Erasmus' } });
  const hook = { url: 'http://hooks.example/', events: ['contact.updated'] };
  const { ID: webhook } = (await post('/webhook/add', hook)).body.data.webhooks;
  await post(`/contact/update/${id}`, { l_name: 'Erasmus' });
  const tablesWithThem = async () => {
    const { rows } = await sql<{ name: string }>`SHOW TABLES LIKE 'wp\\_automations%'`.execute(db);
    const holding: string[] = [];
    for (const table of rows.map((row) => Object.values(row)[0] as string)) {
      const { rows: kept } = await sql`SELECT * FROM ${sql.table(table)}`.execute(db);
      if (/erase\.me|Erasmus/i.test(JSON.stringify(kept))) holding.push(table);
    }
    return holding.sort();
  };
  t.strictSame(await tablesWithThem(), [
    'wp_automations_contacts',
    'wp_automations_field_values',
    'wp_automations_timeline',
    'wp_automations_webhook_deliveries',
  ]);
  const { status, body } = await del(`/contact/${id}`);
  t.equal(status, 200);
  t.strictSame(body, { code: 'success', data: { limit: 0, offset: 0 } });
  t.equal((await get(`/contact?id=${id}`)).status, 404);
  t.strictSame(await tablesWithThem(), ['wp_automations_webhook_deliveries'], 'except pending webhook events');
  await del(`/webhook/${webhook}`);
  t.strictSame(await tablesWithThem(), []);
  t.equal((await post('/contact/add', { email })).status, 200, 'the email is free again');
});

for (const [kind, column] of [
  ['with current columns', 'VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci'],
  ['with older columns', 'VARCHAR(100) CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci'],
  ['without Unicode', 'VARCHAR(100) CHARACTER SET latin1 COLLATE latin1_swedish_ci'],
] as const) {
  t.test(`every read connects contacts to the current users of a WordPress ${kind}`, async (t) => {
    const other = await startAutomations(t, { TABLE_PREFIX: 'blog_' });
    const run = (text: string) => sql.raw(text).execute(other.db);
    await run(
      `CREATE TABLE blog_users (ID BIGINT UNSIGNED PRIMARY KEY, user_email ${column} NOT NULL, KEY user_email (user_email))`,
    );
    await run("INSERT INTO blog_users VALUES (8, 'jose@x.example'), (9, 'known@x.example'), (7, 'Known@x.example')");
    const emails = ['known@x.example', 'later@x.example', 'josé@x.example', '名前@x.example', '😀@x.example'];
    const ids: number[] = [];
    for (const email of emails) ids.push(await addContact(other, { email }));
    const shown = async () => {
      const { contacts } = (await other.get('/contacts?sort_order=ASC')).body.data.contact;
      const details = await Promise.all(ids.map((id) => other.get(`/contact?id=${id}`)));
      const exported = (await other.get('/contacts/export?format=jsonl')).text.trim().split('\n');
      const listed = contacts.map(({ wpid }: Body) => wpid);
      t.strictSame(
        details.map(({ body }) => String(body.data.contact.contact.wp_id)),
        listed,
      );
      t.strictSame(
        details.map(({ body }) => body.data.contact.contact.db_contact.wpid),
        listed,
      );
      t.strictSame(
        exported.map((line) => JSON.parse(line).wpid),
        listed,
      );
      return listed.join();
    };
    t.equal(await shown(), '7,0,0,0,0');
    await run("INSERT INTO blog_users VALUES (5, 'LATER@x.example')");
    t.equal(await shown(), '7,5,0,0,0', 'a user made later');
    await run("UPDATE blog_users SET user_email = 'moved@x.example' WHERE ID = 7");
    t.equal(await shown(), '9,5,0,0,0', 'a user with another email');
    await run('DELETE FROM blog_users WHERE ID IN (5, 9)');
    t.equal(await shown(), '0,0,0,0,0', 'deleted users');
    await run("INSERT INTO blog_users VALUES (6, 'known@x.example')");
    const added = await other.post('/contact/update-email/2', { email: 'moved@x.example' });
    t.equal(added.body.data.contact.contact.wp_id, 7);
    const joined = sql<{ ID: number; id: number }>`
      SELECT u.ID, c.id FROM blog_users u JOIN blog_automations_contacts c ON c.email_key = LOWER(u.user_email) ORDER BY c.id`;
    t.strictSame(
      (await joined.execute(other.db)).rows,
      [
        { ID: 6, id: ids[0] },
        { ID: 7, id: ids[1] },
      ],
      'a join',
    );
    await run('DROP TABLE blog_users');
    t.equal(await shown(), '0,0,0,0,0', 'without WordPress');
  });
}

t.test('stored counts match the actual counts after every kind of change', async (t) => {
  const [tag, other] = await addTerms(service, 'tag', ['Counted', 'Counted too']);
  const ids: number[] = [];
  for (const status of ['unverified', 'subscribed', 'bounced']) {
    ids.push(await addContact(service, { email: newEmail(), status, tags: [tag] }));
  }
  await sql`UPDATE ${sql.table('automations_contacts')} SET f_name = f_name`.execute(db);
  await post(`/contact/change-status/${ids[0]}`, { status: 'unsubscribed' });
  await post(`/contact/tag-assign/${ids[1]}`, { tags: [other] });
  await post(`/contact/update/${ids[2]}`, { tags: [other], f_name: 'x' });
  await del(`/contact/${ids[1]}`);
  await del(`/tag/${tag}`);
  t.strictSame(await findWrongCounts(db), []);
});

t.test('a change that sets the same values leaves last_modified unchanged', async (t) => {
  const id = await addContact(service, { email: newEmail(), f_name: 'Same' });
  const old = new Date('2024-01-01T00:00:00Z');
  await db.updateTable('automations_contacts').set({ last_modified: old }).where('id', '=', id).execute();
  await post(`/contact/update/${id}`, { f_name: 'Same' });
  t.equal(((await recordOf(service, id)) as Body).last_modified, '2024-01-01 00:00:00');
  await post(`/contact/update/${id}`, { f_name: 'Different' });
  t.not(((await recordOf(service, id)) as Body).last_modified, '2024-01-01 00:00:00');
});
