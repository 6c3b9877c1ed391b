/** Contacts' privacy rights: one answer has all of a contact's data, and erased data stays erased. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PersonalSection } from '../../automations-api/plugins/automations/context/personal-section.ts';
import { digest } from '../../shared/import/store-batch.ts';
import {
  type Automations,
  addContact,
  addTerms,
  answerOf,
  type Body,
  keepCounts,
  request,
  startAutomations,
} from '../fixtures/automations.ts';
import { importFile } from '../fixtures/imports.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, { ALLOW_PRIVATE_DESTINATIONS: '1' }, stores);
const { get, post, del, db } = service;
keepCounts(t, service);

const [tag] = (await addTerms(service, 'tag', ['<b>Bold</b>'])) as [number];
const [list] = (await addTerms(service, 'list', ['News'])) as [number];
const field = (await post('/field/add', { field_name: 'Colour', type: 1 })).body.data.fields.ID;
// Nothing listens at this URL.
await post('/webhook/add', { url: 'http://127.0.0.1:1/' });

const script = `<script>alert("it's")</script>`;
const addAda = (email: string, more = {}) =>
  addContact(service, { email, f_name: script, tags: [tag], lists: [list], fields: { [field]: 'teal' }, ...more });
const page = async (id: number, init: RequestInit = {}, { site, key }: Automations = service) =>
  answerOf(await fetch(`${site}/wp-json/automations/contact/${id}/export?format=html&api_key=${key}`, init));
const erased = (id: number) => post(`/contact/erase/${id}`);

/** Lists the tables that contain a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`SHOW TABLES`.execute(db);
  const found: string[] = [];
  for (const table of rows.map((row) => Object.values(row)[0] as string)) {
    const { rows } = await sql`SELECT * FROM ${sql.table(table)}`.execute(db);
    if (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase())) found.push(table);
  }
  return found;
}

t.test('the JSON export contains everything stored about a contact, and nothing about other contacts', async (t) => {
  const id = await addAda('ada@x.example', { status: 'subscribed' });
  const other = await addAda('other@x.example');
  await db.transaction().execute((trx) =>
    trx
      .insertInto('automations_mails')
      .values({
        kind: 'plain',
        recipient: 'ada@x.example',
        contact_id: id,
        data: JSON.stringify({ subject: 'Hello' }),
        due_at: new Date(),
        created_at: new Date('2026-01-02T03:04:05Z'),
      })
      .execute(),
  );
  const { status, body, text } = await get(`/contact/${id}/export`);
  t.equal(status, 200);
  const held = body.data.export;
  t.match(held, {
    site: String,
    exported_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    contact: {
      id: String(id),
      email: 'ada@x.example',
      f_name: script,
      wpid: '0',
      status: '1',
      status_name: 'subscribed',
    },
    tags: [{ ID: tag, name: '<b>Bold</b>' }],
    lists: [{ ID: list, name: 'News' }],
    fields: [{ name: 'Colour', slug: 'colour', value: 'teal' }],
    mails: [{ at: '2026-01-02 03:04:05', status: 'waiting', to: 'ada@x.example', data: { subject: 'Hello' } }],
  });
  const reported = held.webhook_deliveries.map(({ event }: Body) => event);
  t.ok(['contact.created', 'tag.added', 'list.added'].every((event) => reported.includes(event)));
  t.equal(held.webhook_deliveries[0].payload.data.email, 'ada@x.example');
  t.notOk(text.includes('other@x.example'));
  t.notOk(text.includes(`"${other}"`));
  t.equal((await get('/contact/999999999/export')).body.code, 'contact_not_exists');
  t.equal((await get(`/contact/${id}/export?format=pdf`)).status, 422);
  const { audit } = (await get('/audit?action=contact.exported')).body.data;
  t.match(audit, [{ action: 'contact.exported', subject: String(id) }]);
  t.equal((await page(id, { method: 'HEAD' })).status, 200);
  t.same((await get('/audit?action=contact.exported')).body.data.audit, audit, 'a HEAD is no export');
});

t.test('the export as a page can be read and printed, and nothing in it is run as a script', async (t) => {
  const id = await addAda('page@x.example');
  const { status, headers, text } = await page(id, { headers: { Accept: 'text/html' } });
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  t.match(headers.get('cache-control'), 'no-store');
  t.notMatch(text, /<script|<b>|<img|<link|https?:\/\/(?!localhost)|\son\w+=/);
  t.match(text, '&#60;script&#62;alert(&#34;it&#39;s&#34;)&#60;/script&#62;');
  for (const part of ['page@x.example', 'teal', 'Sent to webhooks', '<html lang="en">', '@media print']) {
    t.ok(text.includes(part), part);
  }
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  t.match(headers.get('content-security-policy'), `style-src 'sha256-${hash}'`);
  t.match(headers.get('content-security-policy'), "default-src 'none'");
});

t.test('another plugin can add a section to the personal data export', async (t) => {
  const id = await addAda('orders@x.example');
  const orders: PersonalSection = {
    name: 'orders',
    title: 'Orders',
    list: async (_, { email }) => [{ number: 7, of: email }],
  };
  const remove = service.app.host.hooks.addFilter('automations_personal_data', (sections: PersonalSection[]) => [
    ...sections,
    orders,
  ]);
  t.teardown(remove);
  t.strictSame((await get(`/contact/${id}/export`)).body.data.export.orders, [{ number: 7, of: 'orders@x.example' }]);
  t.match((await page(id)).text, '<h2>Orders</h2>');
  t.match((await erased(id)).body.data.erased, { orders: 1 });
});

t.test('no table contains erased data, and the answer counts the erased entries', async (t) => {
  const id = await addAda('Gone.Person.Before@x.example', { l_name: 'Goneperson' });
  await post(`/contact/update-email/${id}`, { email: 'Gone.Person@x.example' });
  const write = await service.makeKey('write');
  const url = `${service.site}/wp-json/automations/contact/erase/${id}?api_key=${write}`;
  t.match(await request(url, 'POST'), { status: 403, body: { code: 'permission_denied' } });
  const jobs: number[] = [];
  for (const filter of [
    { email: ' gone.PERSON@x.example' },
    { search: 'GONE.Person@x.example ', tag: [tag] },
    { email: 'gone.person.before@x.example' },
  ]) {
    const job = { filter, action: 'set_status', status: 'subscribed' };
    jobs.push((await post('/contacts/action', job)).body.data.job.ID);
  }
  const [previous, present] = ['gone.person.before@x.example', 'Gone.Person@X.example '];
  const { ID: segment } = (
    await post('/segment/add', { name: 'Of one', filter: { email: previous, field: { [field]: [present, 'teal'] } } })
  ).body.data.segment;
  const steps = [{ action: 'add_tags', tags: [tag] }];
  const rule = { name: 'Of one', trigger: { event: 'contact.updated' }, conditions: { email: present }, steps };
  const { ID: ruleId } = (await post('/rule/add', rule)).body.data.rule;
  const changed = { conditions: { search: `${present}`, tag: [tag] } };
  t.equal((await post(`/rule/update/${ruleId}`, changed)).status, 200);
  const { status, body } = await erased(id);
  t.equal(status, 200);
  t.match(body.data, { contact: { id }, erased: { contact: 1, tags: 1, lists: 1, fields: 1, mails: 0 } });
  t.ok(body.data.erased.webhook_deliveries >= 3);
  t.strictSame(await tablesWith('gone.person'), []);
  t.strictSame(await tablesWith('goneperson'), []);
  const filters = await Promise.all(jobs.map(async (job) => (await get(`/job/${job}`)).body.data.job.filter));
  t.strictSame(
    filters,
    [{ email: '(erased)' }, { search: '(erased)', tag: [tag] }, { email: '(erased)' }],
    'they leave out as many as before',
  );
  t.strictSame((await get(`/segment/${segment}`)).body.data.segment.filter, {
    email: '(erased)',
    field: { [field]: ['(erased)', 'teal'] },
  });
  t.strictSame((await get(`/rule/${ruleId}`)).body.data.rule.conditions, { search: '(erased)', tag: [tag] });
  await del(`/rule/${ruleId}`);
  const { audit } = (await get('/audit')).body.data;
  t.ok(audit.some(({ action, subject }: Body) => action === 'contact.erased' && subject === String(id)));
  t.equal((await get(`/contact?id=${id}`)).status, 404);
  t.match(await erased(id), { status: 404, body: { code: 'contact_not_exists' } });
});

t.test('import records about a contact are erased with it, even for a merged contact', async (t) => {
  const kept = await addAda('imported.1@x.example');
  const rows = ['IMPORTED.1@x.example,First', 'write to imported.2@X.example,Broken', 'imported.3@x.example,Third'];
  const file = `Email,Last name\n${rows.join('\n')}\nimported.2@x.example,Second\nstays@x.example,Stays\nno address,\n`;
  const dry = await importFile(service, 'people.csv', file, 'dry_run=1');
  t.match(dry, { created: 3, changed: 1, failed: 2 });
  t.match(await importFile(service, 'people.csv', file, 'on_taken=skip'), { created: 3, skipped: 1, failed: 2 });
  t.match(await importFile(service, 'people.csv', 'Email,Last name\nimported.1@x.example,Again\n'), { changed: 1 });
  t.same((await tablesWith('imported.1')).filter((name) => name.includes('import')).length, 3, 'it is kept until then');
  const idOf = async (email: string) => (await get(`/contact?email=${email}`)).body.data.contact.contact.id;
  const other = await idOf('imported.2@x.example');
  t.match((await get(`/contact/${other}/export`)).body.data.export.imports, [
    { file: 'people.csv', row: 4, before: null },
  ]);
  await post('/contact/merge', { keep: kept, other });
  const { imports } = (await get(`/contact/${kept}/export`)).body.data.export;
  t.match(imports, [{ row: 4 }, { file: 'people.csv', row: 1, before: { email: 'imported.1@x.example' } }]);
  t.match((await erased(kept)).body.data.erased, { imports: 2 });
  for (const email of ['imported.1', 'imported.2', digest('imported.1@x.example'), digest('imported.2@x.example')]) {
    t.strictSame(await tablesWith(email), [], email);
  }
  const { preview, failed } = (await get(`/import/${dry.ID}`)).body.data.import;
  t.equal(failed, 2, 'counts stay');
  t.same(
    preview.map(({ columns }: Body) => columns.Email),
    ['imported.3@x.example', 'stays@x.example', 'no address'],
  );
  const { text } = await answerOf(
    await fetch(`${service.site}/wp-json/automations/import/${dry.ID}/errors?api_key=${service.key}`),
  );
  t.match(text, /no address/, "other contacts' rows stay");
});

t.test('an erased email address can be added again only on explicit request, whichever route is used', async (t) => {
  const email = 'Never@x.example';
  await erased(await addAda(email));
  const other = await addContact(service, { email: 'mover@x.example' });
  const refused = { status: 422, body: { code: 'unprocessable_entity', message: /erased at their own request/ } };
  t.match(await post('/contact/add', { email: 'NEVER@X.example' }), refused);
  t.match(await post(`/contact/update/${other}`, { email }), refused);
  t.match(await post(`/contact/update-email/${other}`, { email }), refused);
  const batch = async (contact: object) =>
    (
      await post('/contacts/batch', {
        contacts: [{ email: 'before@x.example' }, contact, { email: 'after@x.example' }],
      })
    ).body.data;
  const { results, created, failed } = await batch({ email });
  t.strictSame([created, failed], [2, 1]);
  t.strictSame(
    results.map(({ index, ok }: Body) => [index, ok]),
    [
      [0, true],
      [1, false],
      [2, true],
    ],
  );
  t.match(results[1], { status: 422, error: { code: 'unprocessable_entity' } });
  t.equal((await get(`/contact?email=${email}`)).status, 404);
  t.match(await batch({ email, after_erasure: true }), { created: 1, updated: 2, failed: 0 });
  t.match(await batch({ email, f_name: 'Back' }), { created: 0, updated: 3, failed: 0 });
  const { id } = (await get(`/contact?email=${email}`)).body.data.contact.contact;
  await del(`/contact/${id}`);
  t.equal((await post('/contact/add', { email })).status, 200, 'deletion alone blocks nothing');
  await erased((await get(`/contact?email=${email}`)).body.data.contact.contact.id);
  t.equal((await post(`/contact/update-email/${other}`, { email, after_erasure: true })).status, 200);
});

const addressIsFree = async (email: string) => (await post('/contact/add', { email })).status === 200;

t.test(
  "a contact's earlier email addresses and those of merged contacts are erased too, unless another contact uses them",
  async (t) => {
    const [first, second, merged, others, last] = ['first', 'second', 'merged', 'others', 'last'].map(
      (name) => `${name}@previous.example`,
    ) as [string, string, string, string, string];
    const id = await addAda(first);
    const move = (contact: number, email: string) => post(`/contact/update-email/${contact}`, { email });
    const joined = await addAda(second);
    await move(joined, merged.toUpperCase());
    await post('/contact/merge', { keep: id, other: joined });
    await move(id, others);
    await move(id, last);
    const other = await addContact(service, { email: others });
    t.equal((await erased(id)).status, 200);
    for (const email of [first, second, merged, last]) t.notOk(await addressIsFree(email), email);
    await del(`/contact/${other}`);
    t.ok(await addressIsFree(others));
    t.equal((await post('/contact/add', { email: first, after_erasure: true })).status, 200);
  },
);

t.test('an earlier email address that is added during the erasure is either erased or kept as a whole', async (t) => {
  for (let round = 0; round < 8; round++) {
    const previous = `previous${round}@x.example`;
    const id = await addAda(previous);
    await post(`/contact/update-email/${id}`, { email: `now${round}@x.example` });
    const add = () => post('/contact/add', { email: previous });
    const [first, second] = await Promise.all(round % 2 ? [add(), erased(id)] : [erased(id), add()]);
    const [added, erasure] = round % 2 ? [first, second] : [second, first];
    t.equal(erasure.status, 200);
    if (added.status === 200) await del(`/contact/${added.body.data.contact.contact.id}`);
    t.equal(await addressIsFree(previous), added.status === 200, previous);
  }
});

t.test('an email address that is added during its erasure stays erased', async (t) => {
  for (let round = 0; round < 8; round++) {
    const email = `raced${round}@x.example`;
    const id = await addAda(email);
    const [erasure, ...others] = await Promise.all([
      erased(id),
      ...Array.from({ length: 3 }, () => post('/contact/add', { email })),
      ...Array.from({ length: 2 }, () => post('/contacts/batch', { contacts: [{ email, f_name: 'Again' }] })),
      post(`/contact/update/${id}`, { f_name: 'Again' }),
    ]);
    t.equal(erasure?.status, 200);
    t.ok(others.every(({ status }) => [200, 404, 422].includes(status)));
    t.equal((await get(`/contact?email=${email}`)).status, 404, email);
  }
});

t.test(
  'every process of the installation recognises erased email addresses; a process with another secret does not',
  async (t) => {
    await erased(await addAda('known@x.example'));
    const secret = service.config.certificateSecret;
    const same = await startAutomations(t, { CERTIFICATE_SECRET: secret }, stores);
    t.equal((await same.post('/contact/add', { email: 'known@x.example' })).status, 422);
    const other = await startAutomations(t, { CERTIFICATE_SECRET: `another than ${secret}` }, stores);
    t.equal((await other.post('/contact/add', { email: 'known@x.example' })).status, 200);
  },
);
