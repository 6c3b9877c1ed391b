/** Custom fields and contacts' values. */
import fc from 'fast-check';
import { plainNumber } from '../../automations-api/plugins/automations/fields/core/numbers.ts';
import { insertFieldGroup } from '../../automations-api/plugins/automations/fields/group-queries.ts';
import { addContact, type Body, startAutomations } from '../fixtures/automations.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { get, post, del } = service;

let made = 0;
const addField = async (field: object): Promise<Body> =>
  (await post('/field/add', { field_name: `Field ${++made}`, type: 1, ...field })).body.data.fields;
/** Sends raw JSON, because some programs send numbers with more digits than JavaScript's. */
const sendJson = async (body: string): Promise<Body> => {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': service.key };
  const answer = await fetch(`${service.site}/wp-json/automations/contact/add`, { method: 'POST', headers, body });
  return answer.json();
};
const valuesOf = async (id: number): Promise<Body> => (await get(`/contact?id=${id}`)).body.data.contact.fields;

t.test('field/add returns every field in the specification as a string', async (t) => {
  const { status, body } = await post('/field/add', {
    field_name: 'Favourite colour',
    type: 4,
    placeholder: 'Pick one',
    mode: 1,
    search: 2,
    options: [{ red: 'Red' }, { blue: 'Blue' }],
  });
  t.equal(status, 200);
  t.match(body, { code: 'success', data: { limit: 0, offset: 0 } });
  const { ID, created_at, ...rest } = body.data.fields;
  t.match(ID, /^\d+$/);
  t.match(created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  t.strictSame(rest, {
    name: 'Favourite colour',
    type: '4',
    meta: { placeholder: 'Pick one', options: ['Red', 'Blue'] },
    slug: 'favourite-colour',
    gid: '0',
    mode: '1',
    search: '2',
    view: '1',
  });
});

for (const [what, options, kept] of [
  ['a list of texts', ['a', 'b'], ['a', 'b']],
  ['pairs', [{ x: 'a' }, { y: 'b' }], ['a', 'b']],
  ['one object', { x: 'a', y: 'b' }, ['a', 'b']],
] as const) {
  t.test(`options given as ${what} are stored as texts`, async (t) => {
    t.strictSame((await addField({ type: 5, options })).meta, { options: kept });
  });
}

t.test('the meta of a field without placeholder and options is an empty array', async (t) => {
  t.strictSame((await addField({})).meta, []);
});

t.test("fields are listed by id with exactly the specification's fields", async (t) => {
  const { ID, name } = await addField({ placeholder: 'p' });
  const { status, body, headers } = await get('/fields');
  t.equal(status, 200);
  t.match(body.data, { limit: 0, offset: 0 });
  const field = body.data.fields[ID];
  t.strictSame(Object.keys(field).sort(), ['ID', 'created_at', 'group_id', 'meta', 'name', 'slug', 'type']);
  t.match(field, { ID, name, group_id: '0', type: '1', meta: { placeholder: 'p' } });
  t.equal(headers.get('x-wp-total'), String(Object.keys(body.data.fields).length));
});

t.test('the first page lists all fields, and later pages are empty', async (t) => {
  await addField({});
  const count = Object.keys((await get('/fields?page=1')).body.data.fields).length;
  for (const page of [2, 3]) {
    const { status, body, headers } = await get(`/fields?page=${page}`);
    t.equal(status, 200);
    t.strictSame(body.data, { fields: {}, limit: 0, offset: 0 });
    t.match(Object.fromEntries(headers), { 'x-wp-total': String(count), 'x-wp-totalpages': '1' });
  }
  for (const page of ['0', '-1', 'x']) t.equal((await get(`/fields?page=${page}`)).status, 422);
});

t.test('fields created at the same time get different slugs, and each name is created once', async (t) => {
  const names = ['At once', 'at-once', 'AT ONCE', 'at  once', 'at_ once', 'at once!', 'at/once', '(at once)'];
  const answers = await Promise.all(names.map((field_name) => post('/field/add', { field_name, type: 1 })));
  const made = answers.flatMap(({ body }) => body.data?.fields ?? []);
  t.equal(made.length, 7, 'AT ONCE is the name of another');
  t.equal(new Set(made.map(({ slug }) => slug)).size, 7);
  for (const { status, body } of answers) if (status !== 200) t.equal(body.code, 'already_exists');
  const same = await Promise.all(
    Array.from({ length: 8 }, () => post('/field/add', { field_name: 'Only one', type: 1 })),
  );
  t.strictSame(same.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)]);
});

for (const [what, letter] of [
  ['become longer in their normal form', '\u{FB2C}'],
  ['become longer in lower case', '\u0130'],
  ['become longer in a slug', '\u{FDFA}'],
  ['are surrogate pairs', '\u{10400}'],
  ['are lone surrogates', '\uD800'],
] as const) {
  t.test(`two names whose letters ${what} stay distinct, even if only their last letters differ`, async (t) => {
    const [one, other] = [letter.repeat(200), `${letter.repeat(199)}!`];
    const field = await addField({ field_name: one });
    const second = await addField({ field_name: other });
    t.not(field.slug, second.slug);
    t.match(await post('/field/add', { field_name: one, type: 1 }), { status: 422, body: { code: 'already_exists' } });
    const again = { field_name: one, slug: field.slug };
    t.equal((await post(`/field/update/${field.ID}`, again)).status, 200, 'its own slug sent back');
    t.equal((await get('/fields')).body.data.fields[field.ID].slug, field.slug);
    for (const kind of ['tag', 'list']) {
      const terms = { [`${kind}s`]: [one, other] };
      t.equal((await post(`/${kind}/add`, terms)).body.data[`${kind}s`].length, 2);
      t.match(await post(`/${kind}/add`, terms), { status: 422, body: { code: 'already_exists' } });
    }
  });
}

t.test('two fields never have the same slug, or names that differ only in case', async (t) => {
  const first = await addField({ field_name: 'Same slug' });
  const second = await addField({ field_name: 'Same-slug' });
  t.equal(first.slug, 'same-slug');
  t.equal(second.slug, 'same-slug-2');
  t.match(await post('/field/add', { field_name: 'SAME SLUG', type: 1 }), {
    status: 422,
    body: { code: 'already_exists' },
  });
});

t.test('groups are created, renamed, sorted and deleted, and deleting a group keeps its fields', async (t) => {
  const addGroup = async (name: string): Promise<string> =>
    (await post('/field-group/add', { name })).body.data.field_groups.ID;
  const [billing, shipping] = [await addGroup(' Billing '), await addGroup('Shipping')];
  const field = await addField({ group_id: Number(shipping) });
  t.match(await post('/field-group/add', { name: 'BILLING' }), { status: 422, body: { code: 'already_exists' } });
  const taken = await post(`/field-group/update/${shipping}`, { name: 'billing' });
  t.match(taken, { status: 422, body: { code: 'already_exists' } });
  t.equal((await post(`/field-group/update/${billing}`, { name: 'BILLING' })).status, 200, 'its own name');
  await post('/fields/order', { groups: [shipping, billing] });
  const names = async () =>
    (await get('/field-groups')).body.data.field_groups.map(({ name }: { name: string }) => name);
  t.strictSame((await names()).slice(0, 2), ['Shipping', 'BILLING']);
  t.equal((await del(`/field-group/${shipping}`)).status, 200);
  t.notOk((await names()).includes('Shipping'));
  t.equal((await get('/fields')).body.data.fields[field.ID].group_id, '0');
  t.match(await del(`/field-group/${shipping}`), { status: 404, body: { code: 'data_not_found' } });
});

t.test('fields keep the order that was set, and new fields come last', async (t) => {
  const ids = [(await addField({})).ID, (await addField({})).ID, (await addField({})).ID].map(Number);
  const [a, b, c] = ids as [number, number, number];
  t.equal((await post('/fields/order', { fields: [c, a, b, c] })).status, 200);
  const late = Number((await addField({})).ID);
  const positions = async () => {
    const { fields } = (await get('/fields?details=1')).body.data;
    return [a, b, c, late].map((id) => fields[id].position);
  };
  const [first = 0, second = 0, third = 0, last = 0] = await positions();
  t.strictSame([third, first, second], [1, 2, 3]);
  t.ok(last > 3);
  t.match(await post('/fields/order', { fields: [a, 4711] }), { status: 422, body: { message: /4711/ } });
  t.match(await post('/fields/order', {}), { status: 400, body: { code: 'required_fields_missing' } });
  t.strictSame(await positions(), [first, second, third, last], 'nothing moved');
});

t.test(
  'the response counts the contacts with a value for a field, and lists everything that uses the field',
  async (t) => {
    const field = await addField({});
    const one = await addContact(service, { email: 'valued@x.example', fields: { [field.ID]: 'a' } });
    await addContact(service, { email: 'valued2@x.example', fields: { [field.slug]: 'b' } });
    await post(`/contact/update/${one}`, { fields: { [field.ID]: null } });
    const filter = { field: { [field.slug]: { empty: 1 } } };
    const { segment } = (await post('/segment/add', { name: 'Without it', filter })).body.data;
    const set = { action: 'set_field', field: { [field.ID]: 'x' } };
    const { rule } = (
      await post('/rule/add', { name: 'Sets it', trigger: { event: 'contact.created' }, steps: [set], active: false })
    ).body.data;
    t.strictSame((await get(`/field/${field.ID}/uses`)).body.data.uses, {
      contacts: 1,
      rules: [{ ID: rule.ID, name: 'Sets it' }],
      segments: [{ ID: segment.ID, name: 'Without it' }],
      others: [],
    });
    t.match((await get('/fields?counts=1&details=1')).body.data.fields[field.ID], {
      contacts: 1,
      mode: '1',
      search: '1',
    });
    const sql = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
    t.equal((await sql.get(`/field/${field.ID}/uses`)).body.data.uses.contacts, 1, 'also where SQL counts');
    t.equal((await sql.get('/fields?counts=1')).body.data.fields[field.ID].contacts, null);
  },
);

t.test("segments, rules and jobs keep working when a field's slug changes", async (t) => {
  const { ID, slug } = await addField({ field_name: 'Plan' });
  const contact = await addContact(service, { email: 'planned@x.example', fields: { [ID]: 'pro' } });
  const [bySlug, byId] = [{ [slug]: 'pro' }, { [ID]: 'pro' }];
  const set = (field: object) => ({ action: 'set_field', field });
  const { segment } = (await post('/segment/add', { name: 'Pros', filter: { field: bySlug } })).body.data;
  t.match(segment, { filter: { field: byId }, count: 1 }, 'stored references use its id');
  const steps = [set({ [`field:${slug}`]: 'basic' })];
  const said = { name: 'Downgrades', trigger: { event: 'tag.added' }, conditions: { field: bySlug }, steps };
  const { rule } = (await post('/rule/add', said)).body.data;
  t.match(rule, { conditions: { field: byId }, steps: [set({ [ID]: 'basic' })] });
  const job = (await post('/contacts/action', { filter: { field: { [slug]: 'none' } }, ...set(bySlug) })).body.data.job;
  t.match(job, { filter: { field: { [ID]: 'none' } }, parameters: { field: byId } });

  t.equal((await post(`/field/update/${ID}`, { slug: 'tariff', field_name: 'Tariff' })).status, 200);
  t.match((await get(`/segment/${segment.ID}`)).body.data.segment, { filter: { field: byId }, count: 1 });
  const dry = (await post(`/rule/dry-run/${rule.ID}`, { contact })).body.data.dry_run;
  t.match(dry, { would_run: true, steps: [{ field: { [ID]: 'basic' }, would: 'change' }] });
  const { uses } = (await get(`/field/${ID}/uses`)).body.data;
  t.match(uses, { rules: [{ ID: rule.ID }], segments: [{ ID: segment.ID }] });
});

t.test('a stored filter or step that names a field twice is refused', async (t) => {
  const { ID, slug } = await addField({});
  const field = { [ID]: 'a', [slug]: 'b' };
  const refused = { status: 422, body: { message: new RegExp(`two values for field ${ID}`) } };
  t.match(await post('/segment/add', { name: 'Twice', filter: { field } }), refused);
  const step = { action: 'set_field', field };
  t.match(await post('/contacts/action', { filter: { status: 'bounced' }, ...step }), refused);
  t.match(await post('/rule/add', { name: 'Twice', trigger: { event: 'tag.added' }, steps: [step] }), refused);
});

t.test('a field can be added only to an existing group', async (t) => {
  const group = await insertFieldGroup(service.db, 'Address', new Date());
  t.equal((await addField({ group_id: group.id })).gid, String(group.id));
  t.match(await post('/field/add', { field_name: 'Lost', type: 1, group_id: 4711 }), {
    status: 422,
    body: { code: 'unprocessable_entity' },
  });
});

for (const [what, body, status, code] of [
  ['no name', { type: 1 }, 400, 'required_fields_missing'],
  ['no type', { field_name: 'x' }, 400, 'required_fields_missing'],
  ['type 0', { field_name: 'x', type: 0 }, 422, 'unprocessable_entity'],
  ['type 8', { field_name: 'x', type: 8 }, 422, 'unprocessable_entity'],
  ['text as the type', { field_name: 'x', type: 'text' }, 422, 'unprocessable_entity'],
  ['mode 3', { field_name: 'x', type: 1, mode: 3 }, 422, 'unprocessable_entity'],
  ['search 0', { field_name: 'x', type: 1, search: 0 }, 422, 'unprocessable_entity'],
  ['a negative group', { field_name: 'x', type: 1, group_id: -1 }, 422, 'unprocessable_entity'],
  ['no options for a select', { field_name: 'x', type: 4 }, 422, 'unprocessable_entity'],
  ['empty options for a radio', { field_name: 'x', type: 5, options: [] }, 422, 'unprocessable_entity'],
  ['no options for a checkbox', { field_name: 'x', type: 6, options: '' }, 422, 'unprocessable_entity'],
  ['options too deep', { field_name: 'x', type: 4, options: [[['a']]] }, 422, 'unprocessable_entity'],
  ['too many options', { field_name: 'x', type: 4, options: Array(501).fill('a') }, 422, 'unprocessable_entity'],
] as const) {
  t.test(`field/add with ${what} answers ${code}`, async (t) => {
    t.match(await post('/field/add', body), { status, body: { code } });
  });
}

t.test('field/update changes only the given values, and refuses names and slugs of other fields', async (t) => {
  const field = await addField({ type: 4, options: ['a'], placeholder: 'p' });
  const other = await addField({ field_name: 'Other one' });
  const { status, body } = await post(`/field/update/${field.ID}`, {
    slug: 'My slug',
    field_name: 'Renamed field',
    options: ['b', 'c'],
  });
  t.equal(status, 200);
  t.strictSame(body.data, { fields: { ID: field.ID, name: 'Renamed field' }, limit: 0, offset: 0 });
  const listed = (await get('/fields')).body.data.fields[field.ID];
  t.match(listed, {
    name: 'Renamed field',
    slug: 'my-slug',
    type: '4',
    meta: { placeholder: 'p', options: ['b', 'c'] },
  });
  const again = { slug: 'my-slug', field_name: 'Renamed field' };
  t.equal((await post(`/field/update/${field.ID}`, again)).status, 200, 'its own name and slug');
  t.match(await post(`/field/update/${other.ID}`, { ...again, slug: 'free' }), { body: { code: 'already_exists' } });
  t.match(await post(`/field/update/${other.ID}`, { ...again, field_name: 'Free' }), {
    status: 422,
    body: { code: 'already_exists' },
  });
  t.match(await post('/field/update/99999', again), { status: 404, body: { code: 'data_not_found' } });
  for (const missing of [{ slug: 'x' }, { field_name: 'x' }]) {
    t.match(await post(`/field/update/${field.ID}`, missing), { body: { code: 'required_fields_missing' } });
  }
});

const choices = { options: ['Red', 'Dark Blue'] };
for (const [what, field, given, shown] of [
  ['a text', { type: 1 }, 'hello "quoted"', 'hello "quoted"'],
  ['a number as text', { type: 2 }, '12.50', '12.5'],
  ['a JSON number', { type: 2 }, -3, '-3'],
  ['a number beyond a double', { type: 2 }, '12345678901234567890.0123456789', '12345678901234567890.0123456789'],
  ['a round number', { type: 2 }, 100, '100'],
  ['a large JSON number', { type: 2 }, 1e21, '1000000000000000000000'],
  ['the largest JSON number', { type: 2 }, 1.7976931348623157e308, `17976931348623157${'0'.repeat(292)}`],
  ['a tenth', { type: 2 }, 0.1, '0.1'],
  ['a fraction alone', { type: 2 }, '-.50', '-0.5'],
  ['a point at the end', { type: 2 }, '5.', '5'],
  ['a small JSON number', { type: 2 }, -2.5e-11, '-0.000000000025'],
  ['a negative zero', { type: 2 }, -0, '0'],
  ['a negative zero as text', { type: 2 }, '-0', '0'],
  ['an exponent as text', { type: 2 }, ' +1.50E3', '1500'],
  [
    'more digits than DECIMAL has',
    { type: 2 },
    `${'1'.repeat(40)}.${'2'.repeat(40)}`,
    `${'1'.repeat(40)}.${'2'.repeat(40)}`,
  ],
  ['a textarea', { type: 3 }, 'two\nlines', 'two\nlines'],
  ['a choice in another case', { type: 4, ...choices }, 'dark blue', 'Dark Blue'],
  ['a radio', { type: 5, ...choices }, 'Red', 'Red'],
  ['several boxes', { type: 6, ...choices }, ['red', 'Dark Blue', 'Red'], ['Red', 'Dark Blue']],
  ['one box', { type: 6, ...choices }, 'Red', ['Red']],
  ['a date', { type: 7 }, '2024-02-29', '2024-02-29'],
  ['the first date', { type: 7 }, '0001-01-01', '0001-01-01'],
  ['a date of the first century', { type: 7 }, '0099-12-31', '0099-12-31'],
  ['a date before the year 1000', { type: 7 }, '0999/2/28', '0999-02-28'],
  ['a date with a time', { type: 7 }, '2024/3/1 10:00:00', '2024-03-01'],
] as const) {
  t.test(`a value sent as ${what} is read according to its field's type, stored and returned`, async (t) => {
    const { ID } = await addField(field);
    const { body } = await post('/contact/add', { email: `value${ID}@x.example`, fields: { [ID]: given } });
    t.strictSame(body.data.contact.fields, { [ID]: shown });
    const { id } = body.data.contact.contact;
    t.strictSame(await valuesOf(id), { [ID]: shown });
    await post(`/contact/update/${id}`, { f_name: 'Other' });
    t.strictSame(await valuesOf(id), { [ID]: shown }, 'an update that does not name it keeps it');
    await post(`/contact/update/${id}`, { fields: { [ID]: '' } });
    t.strictSame(await valuesOf(id), { [ID]: shown }, 'an empty text keeps it');
    await post(`/contact/update/${id}`, { fields: { [ID]: null } });
    t.strictSame(await valuesOf(id), {}, 'null clears it');
  });
}

for (const [what, field, given] of [
  ['text for a number', { type: 2 }, 'many'],
  ['half an exponent', { type: 2 }, '1e'],
  ['a huge exponent', { type: 2 }, '1e999999999'],
  ['hexadecimal', { type: 2 }, '0x10'],
  ['too many digits', { type: 2 }, '1'.repeat(401)],
  ['no option', { type: 4, ...choices }, 'Green'],
  ['one wrong box', { type: 6, ...choices }, ['Red', 'Green']],
  ['a day that does not exist', { type: 7 }, '2023-02-29'],
  ['text for a date', { type: 7 }, 'tomorrow'],
  ['an object for a text', { type: 1 }, { a: 1 }],
  ['a text that is too long', { type: 1 }, 'x'.repeat(1_001)],
] as const) {
  t.test(
    `a value that is ${what} is ignored if other values are valid, and refused if it is the only value`,
    async (t) => {
      const { ID } = await addField(field);
      const fields = { [ID]: given };
      const { body } = await post('/contact/add', { email: `wrong${ID}@x.example`, fields });
      t.match(body.data, { contact: { fields: {} }, ignored: { tags: [], lists: [], fields: [String(ID)] } });
      const { id } = body.data.contact.contact;
      t.match(await post(`/contact/update/${id}`, { f_name: 'Ada', fields }), {
        status: 200,
        body: { data: { contact: { contact: { db_contact: { f_name: 'Ada' } } }, ignored: { fields: [String(ID)] } } },
      });
      t.match(await post(`/contact/update/${id}`, { fields }), {
        status: 422,
        body: { code: 'unprocessable_entity', message: new RegExp(`field ${ID} `) },
      });
      t.strictSame(await valuesOf(id), {});
    },
  );
}

for (const number of ['9007199254740993', '-12345678901234567890.5', '0.12345678901234567891', '12345678901234567e2']) {
  t.test(`the JSON number ${number} keeps its digits, and inside a text it stays text`, async (t) => {
    const { ID } = await addField({ type: 2 });
    const f_name = `"${number}" \\`;
    const json = JSON.stringify({ email: `exact${ID}@x.example`, f_name, fields: { [ID]: 'number' } });
    const { data } = await sendJson(json.replace('"number"', number));
    t.strictSame(data.contact.fields, { [ID]: plainNumber(number) });
    t.equal(data.contact.contact.f_name, f_name);
    t.match(await sendJson(json.replace('"number"', `${number}-1`)), { code: 'rest_invalid_json' });
  });
}

t.test('an empty list of choices clears a checkbox, even when sent as text', async (t) => {
  const { ID } = await addField({ type: 6, ...choices });
  const id = await addContact(service, { email: `boxes${ID}@x.example` });
  for (const none of ['[]', '[ ]', []]) {
    await post(`/contact/update/${id}`, { fields: { [ID]: 'Red' } });
    t.equal((await post(`/contact/update/${id}`, { fields: { [ID]: none } })).status, 200);
    t.strictSame(await valuesOf(id), {}, JSON.stringify(none));
  }
});

t.test('every JSON number is stored and returned with all its digits', async (t) => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const plain = plainNumber(String(number)) as string;
      t.ok(Number(plain) === number, `${number}: ${plain}`);
      t.equal(plainNumber(plain), plain);
    }),
    { numRuns: 500 },
  );
});

t.test('fields can be sent as JSON text, keyed by slug', async (t) => {
  const [one, two] = [await addField({ field_name: 'By slug: Größe' }), await addField({ type: 2 })];
  const fixed = await addField({ field_name: 'Fixed slug', mode: 2 });
  const given = { [one.slug]: 'XL', [two.ID]: 5, [fixed.slug]: 'a', 'no-such-slug': 'b', constructor: 'c' };
  const id = await addContact(service, { email: 'by-slug@x.example', fields: given });
  t.strictSame(await valuesOf(id), { [one.ID]: 'XL', [two.ID]: '5' });
  await post(`/contact/update/${id}`, { fields: JSON.stringify({ [one.slug]: 'M' }) });
  t.strictSame(await valuesOf(id), { [one.ID]: 'M', [two.ID]: '5' });
  await service.call('POST', `/contact/update/${id}?fields[${two.slug}]=6&fields[${one.ID}]=&blank_values_update=1`);
  t.strictSame(await valuesOf(id), { [two.ID]: '6' });
  await post('/contacts/batch', { contacts: [{ email: 'by-slug@x.example', fields: { [two.slug]: 7 } }] });
  t.strictSame(await valuesOf(id), { [two.ID]: '7' });
  for (const wrong of ['{', '[1]', 'x', '"x"', [1], true]) {
    t.match(await post(`/contact/update/${id}`, { fields: wrong }), { body: { code: 'unprocessable_entity' } });
  }
});

for (const [what, from, given, to, shown] of [
  ['a number to text', { type: 2 }, '12.50', { type: 1 }, '12.5'],
  ['digits to a number', { type: 1 }, ' 007 ', { type: 2 }, '7'],
  ['a large number to a text', { type: 2 }, 1e25, { type: 3 }, `1${'0'.repeat(25)}`],
  ['a date to text', { type: 7 }, '2024-02-29', { type: 1 }, '2024-02-29'],
  ['a text to a date', { type: 1 }, '2024/3/1', { type: 7 }, '2024-03-01'],
  ['boxes to text', { type: 6, ...choices }, ['Red', 'Dark Blue'], { type: 1 }, 'Red, Dark Blue'],
  ['one box to a select', { type: 6, ...choices }, ['Red'], { type: 4 }, 'Red'],
  ['a text to a box', { type: 1 }, 'red', { type: 6, ...choices }, ['Red']],
  ['two boxes to a select', { type: 6, ...choices }, ['Red', 'Dark Blue'], { type: 4 }, undefined],
  ['a text to a number', { type: 1 }, 'many', { type: 2 }, undefined],
  ['text that is not a date to a date', { type: 1 }, 'tomorrow', { type: 7 }, undefined],
  ['a text to a select without that option', { type: 1 }, 'Green', { type: 4, ...choices }, undefined],
  ['a long text to a short one', { type: 3 }, 'x'.repeat(1_001), { type: 1 }, undefined],
  ['text to a select without options', { type: 1 }, 'Red', { type: 4 }, undefined],
  ['a select to one without options', { type: 4, ...choices }, 'Red', { type: 4, options: [] }, undefined],
] as const) {
  t.test(`changing the type from ${what} ${shown === undefined ? 'is refused' : 'converts every value'}`, async (t) => {
    const { ID, name, slug } = await addField(from);
    const people = [1, 2].map((n) =>
      addContact(service, { email: `type${ID}-${n}@x.example`, fields: { [ID]: given } }),
    );
    const [id, cleared] = (await Promise.all(people)) as [number, number];
    await post(`/contact/update/${cleared}`, { fields: { [ID]: null } });
    const before = await valuesOf(id);
    const { status, body } = await post(`/field/update/${ID}`, { field_name: name, slug, ...to });
    t.equal(status, shown === undefined ? 422 : 200);
    if (shown === undefined) t.match(body, { code: 'unprocessable_entity' });
    t.strictSame(await valuesOf(id), shown === undefined ? before : { [ID]: shown });
    t.strictSame(await valuesOf(cleared), {});
    const { type } = (await get('/fields')).body.data.fields[ID];
    t.equal(type, String(shown === undefined ? from.type : to.type));
  });
}

t.test("if a field's type changes while contacts get values, no value of the old type remains", async (t) => {
  const { ID, name, slug } = await addField({});
  const people = Array.from({ length: 12 }, (_, n) =>
    post('/contact/add', { email: `racing${n}@x.example`, fields: { [ID]: n % 6 === 5 ? 'word' : String(n) } }),
  );
  const [changed, ...added] = await Promise.all([
    post(`/field/update/${ID}`, { field_name: name, slug, type: 2 }),
    ...people,
  ]);
  t.ok([200, 422].includes(changed.status), changed.text);
  for (const { status, body } of added) {
    if (status !== 200) continue;
    const { [ID]: value } = await valuesOf(body.data.contact.contact.id);
    if (changed.status !== 200) continue;
    if (value === undefined) t.same(body.data.ignored.fields, [Number(ID)], 'a text that came after the change');
    else t.match(value, /^\d+$/);
  }
});

t.test('values of unknown fields and read-only fields are ignored', async (t) => {
  const fixed = await addField({ mode: 2 });
  const id = await addContact(service, { email: 'ignored@x.example', fields: { [fixed.ID]: 'a', 99999: 'b', x: 'c' } });
  t.strictSame(await valuesOf(id), {});
});

t.test('deleting a field also deletes its values from every contact', async (t) => {
  const { ID, name } = await addField({});
  const id = await addContact(service, { email: 'deleted-field@x.example', fields: { [ID]: 'a' } });
  const { status, body } = await del(`/field/${ID}`);
  t.equal(status, 200);
  t.strictSame(body.data, { fields: { ID, name }, limit: 0, offset: 0 });
  t.strictSame(await valuesOf(id), {});
  const left = await service.db
    .selectFrom('automations_field_values')
    .selectAll()
    .where('field_id', '=', Number(ID))
    .execute();
  t.strictSame(left, []);
  t.match(await del(`/field/${ID}`), { status: 404, body: { code: 'data_not_found' } });
});
