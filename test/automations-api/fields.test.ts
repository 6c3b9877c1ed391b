/** Custom fields and the values contacts have for them. */
import t from 'tap';
import { insertFieldGroup } from '../../automations-api/plugins/automations/fields/queries.ts';
import { addContact, type Body, startAutomations } from '../fixtures/automations.ts';

const service = await startAutomations(t);
const { get, post, del } = service;

let made = 0;
const addField = async (field: object): Promise<Body> =>
  (await post('/field/add', { field_name: `Field ${++made}`, type: 1, ...field })).body.data.fields;
const valuesOf = async (id: number): Promise<Body> => (await get(`/contact?id=${id}`)).body.data.contact.fields;

t.test('field/add answers every field of the specification, all as strings', async (t) => {
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

t.test('a field without placeholder and options has an empty array for meta', async (t) => {
  t.strictSame((await addField({})).meta, []);
});

t.test('fields are listed by id with exactly the fields of the specification', async (t) => {
  const { ID, name } = await addField({ placeholder: 'p' });
  const { status, body, headers } = await get('/fields');
  t.equal(status, 200);
  t.match(body.data, { limit: 0, offset: 0 });
  const field = body.data.fields[ID];
  t.strictSame(Object.keys(field).sort(), ['ID', 'created_at', 'group_id', 'meta', 'name', 'slug', 'type']);
  t.match(field, { ID, name, group_id: '0', type: '1', meta: { placeholder: 'p' } });
  t.equal(headers.get('x-wp-total'), String(Object.keys(body.data.fields).length));
});

t.test('two fields never share a name in any case, nor a slug', async (t) => {
  const first = await addField({ field_name: 'Same slug' });
  const second = await addField({ field_name: 'Same-slug' });
  t.equal(first.slug, 'same-slug');
  t.equal(second.slug, 'same-slug-2');
  t.match(await post('/field/add', { field_name: 'SAME SLUG', type: 1 }), {
    status: 422,
    body: { code: 'already_exists' },
  });
});

t.test('a field goes only into a group that exists', async (t) => {
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
  ['a word for type', { field_name: 'x', type: 'text' }, 422, 'unprocessable_entity'],
  ['mode 3', { field_name: 'x', type: 1, mode: 3 }, 422, 'unprocessable_entity'],
  ['search 0', { field_name: 'x', type: 1, search: 0 }, 422, 'unprocessable_entity'],
  ['a negative group', { field_name: 'x', type: 1, group_id: -1 }, 422, 'unprocessable_entity'],
  ['options too deep', { field_name: 'x', type: 4, options: [[['a']]] }, 422, 'unprocessable_entity'],
  ['too many options', { field_name: 'x', type: 4, options: Array(501).fill('a') }, 422, 'unprocessable_entity'],
] as const) {
  t.test(`field/add with ${what} is ${code}`, async (t) => {
    t.match(await post('/field/add', body), { status, body: { code } });
  });
}

t.test('field/update changes what is given, and refuses taken names and slugs', async (t) => {
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
  ['a textarea', { type: 3 }, 'two\nlines', 'two\nlines'],
  ['a choice in another case', { type: 4, ...choices }, 'dark blue', 'Dark Blue'],
  ['a radio', { type: 5, ...choices }, 'Red', 'Red'],
  ['several boxes', { type: 6, ...choices }, ['red', 'Dark Blue', 'Red'], ['Red', 'Dark Blue']],
  ['one box', { type: 6, ...choices }, 'Red', ['Red']],
  ['a date', { type: 7 }, '2024-02-29', '2024-02-29'],
  ['a date with a time', { type: 7 }, '2024/3/1 10:00:00', '2024-03-01'],
] as const) {
  t.test(`the value of ${what} is stored by its type and shown again`, async (t) => {
    const { ID } = await addField(field);
    const { body } = await post('/contact/add', { email: `value${ID}@x.example`, fields: { [ID]: given } });
    t.strictSame(body.data.contact.fields, { [ID]: shown });
    const { id } = body.data.contact.contact;
    t.strictSame(await valuesOf(id), { [ID]: shown });
    await post(`/contact/update/${id}`, { f_name: 'Other' });
    t.strictSame(await valuesOf(id), { [ID]: shown }, 'an update that does not name it keeps it');
    await post(`/contact/update/${id}`, { fields: { [ID]: '' } });
    t.strictSame(await valuesOf(id), {}, 'an empty value clears it');
  });
}

for (const [what, field, given] of [
  ['a word for a number', { type: 2 }, 'many'],
  ['an exponent', { type: 2 }, '1e5'],
  ['too many digits', { type: 2 }, '1'.repeat(21)],
  ['no option', { type: 4, ...choices }, 'Green'],
  ['one wrong box', { type: 6, ...choices }, ['Red', 'Green']],
  ['a day that does not exist', { type: 7 }, '2023-02-29'],
  ['a word for a date', { type: 7 }, 'tomorrow'],
  ['an object for a text', { type: 1 }, { a: 1 }],
  ['a text that is too long', { type: 1 }, 'x'.repeat(1_001)],
] as const) {
  t.test(`a value that is ${what} is unprocessable_entity and makes no contact`, async (t) => {
    const { ID } = await addField(field);
    const email = `wrong${ID}@x.example`;
    t.match(await post('/contact/add', { email, fields: { [ID]: given } }), {
      status: 422,
      body: { code: 'unprocessable_entity' },
    });
    t.equal((await get(`/contact?email=${email}`)).status, 404);
  });
}

t.test('values of unknown fields and of fields that are not editable are ignored', async (t) => {
  const fixed = await addField({ mode: 2 });
  const id = await addContact(service, { email: 'ignored@x.example', fields: { [fixed.ID]: 'a', 99999: 'b', x: 'c' } });
  t.strictSame(await valuesOf(id), {});
});

t.test('deleting a field is permanent and takes its values from every contact', async (t) => {
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
