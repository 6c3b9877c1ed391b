/**
 * Every published example works: a client generated from the description calls each operation once with its example,
 * and the answer matches its schema. The examples refer to a small site that is created here: contact 1 has tag 1 and
 * is on list 3, and there is an object with the id 1 of every other kind. Operations run in the order GET, POST,
 * DELETE. An operation whose object an earlier one deletes has a line in `prepared`.
 */
import createClient from 'openapi-fetch';
import { insertDelivery } from '../../../automations-api/plugins/automations/webhooks/core/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addAdmin, openAdminBrowser } from '../../fixtures/admins.ts';
import { addContact, addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { connectWorkspace } from '../../fixtures/link-clicks.ts';
import { compileSchema, type Document, matches, type Operation } from '../../fixtures/openapi.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { openTestDb, putLink } from '../../fixtures/redirects.ts';
import { untilRuns } from '../../fixtures/rules.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const links = await openTestDb(t, stores);
const settings = { DEFAULT_SHORT_DOMAIN: 'go.example.com', ALLOW_PRIVATE_DESTINATIONS: '1' };
const service = await startAutomations(t, settings, stores);
const { site, key, db, get, post } = service;
const document: Document = (await get('/openapi.json')).body;
const receiver = await startReceiver(t);

/** The id for each path parameter. */
const ids: Record<string, number> = {
  tag_id: 1,
  list_id: 3,
  field_id: 1,
  group_id: 1,
  contact_id: 1,
  note_id: 1,
  segment_id: 1,
  job_id: 1,
  webhook_id: 1,
  delivery_id: 1,
  form_id: 1,
  // The first key is the client's own.
  key_id: 2,
  rule_id: 1,
  hook_id: 1,
  template_id: 1,
  run_id: 1,
};

async function makeSite(): Promise<void> {
  await addTerms(service, 'tag', ['Customer', 'Trial']);
  await addTerms(service, 'list', ['Newsletter', 'Product news']);
  await post('/field/add', { field_name: 'Plan', type: 4, options: ['Free', 'Pro'] });
  await post('/field-group/add', { name: 'Invoices' });
  const trigger = { event: 'tag.added', tag: 1 };
  const steps = [{ wait: '2 days' }, { action: 'add_lists', lists: [3] }];
  await post('/rule/add', { name: 'Greeting', trigger, steps });
  await addContact(service, { email: 'ada@example.com', f_name: 'Ada', tags: [1], lists: [3], fields: { 1: 'Pro' } });
  await addContact(service, { email: 'ada+news@example.com', tags: [2] });
  await untilRuns(service, 1, 'waiting');
  await post('/contact/1/note', { note: 'A note' });
  await post('/segment/add', { name: 'Trials', filter: { tag: [2] } });
  await post('/form/add', { name: 'Sign-up', lists: [3] });
  await post('/hook/add', { name: 'Shop', mapping: { email: 'billing.email', f_name: 'billing.first_name' } });
  await post('/template/add', { name: 'Welcome', subject: 'Hello', body: 'Thank you.' });
  await post('/webhook/add', { url: receiver.url, events: ['contact.deleted'] });
  await db
    .updateTable('automations_webhooks')
    .set({ failing_since: new Date(0) })
    .execute();
  const payload = JSON.stringify({ type: 'tag.added' });
  const dead = { webhook_id: 1, event_id: 'evt_1', event: 'tag.added', contact_id: 1, payload, created_at: new Date() };
  await inTransaction(db, (trx) => insertDelivery(trx, { ...dead, status: 'dead' }));
  await service.makeKey('read');
  const by = { by_type: 'api_key', by_id: 1, by_name: '' };
  const job = { status: 'cancelled', filter: '{}', action: '{"action":"delete"}', total: 1, ...by } as const;
  await db
    .insertInto('automations_jobs')
    .values({ ...job, created_at: new Date() })
    .execute();
  await putLink(links, { slug: 'spring', public_id: 'lnk_spring' });
}
await makeSite();
const { key: siteKey } = await connectWorkspace(links);
await addAdmin(service, 'admin@x.example');
const browser = openAdminBrowser(service);
await browser.signIn('admin@x.example');

/** Operations for signed-in users, not for keys. */
const signedIn = new Set(['getKeys', 'postKeyAdd', 'deleteKey', 'postContactsExportLink']);
const needsBrowser = ({ operationId }: Operation) =>
  signedIn.has(operationId) || /Links(Connect|Disconnect|Connection)/.test(operationId);

/** Values that replace those in the example. */
type Prepared = { path?: Record<string, number>; body?: object };

let made = 0;
const newContact = async (contact: object = {}): Promise<Prepared> => ({
  path: { contact_id: await addContact(service, { email: `c${++made}@example.com`, ...contact }) },
});

/** An import without a file, so that no worker continues it. */
const anImport = (columns: object) => async (): Promise<Prepared> => {
  const row = {
    ...{ public_id: `imp_${++made}`, workspace_id: 0, actor: '{"type":"api_key","id":1,"name":""}', options: '{}' },
    ...{ status: 'queued' as const, requested_format: 'auto', on_taken: 'change', dry_run: false },
    ...{ file_name: 'contacts.csv', created_at: new Date() },
    ...columns,
  };
  const { insertId } = await service.db.insertInto('automations_imports').values(row).executeTakeFirstOrThrow();
  return { path: { import_id: Number(insertId) } };
};
const overAt = { status: 'done', ended_at: new Date() };

const newTerms = (kind: 'tag' | 'list') => async (): Promise<Prepared> => ({
  body: { ids: await addTerms(service, kind, ['Short-lived']) },
});

const prepared: Record<string, () => Promise<Prepared>> = {
  getImport: anImport({}),
  getImportErrors: anImport(overAt),
  getImportRows: anImport(overAt),
  deleteImport: anImport(overAt),
  postImportStart: anImport({ ...overAt, dry_run: true, file: 'imp_none' }),
  postImportPause: anImport({}),
  postImportResume: anImport({ status: 'paused' }),
  postImportCancel: anImport({}),
  postImportUndo: anImport({ ...overAt, created: 1 }),
  // The test sends nothing to other hosts.
  postWebhookAdd: async () => ({ body: { url: receiver.url } }),
  postLinksConnect: async () => ({ body: { key: siteKey } }),
  getContactLink: async () => {
    await browser.call('POST', '/automations/links/connect', { key: siteKey });
    return {};
  },
  postContactErase: newContact,
  postTagDelete: newTerms('tag'),
  postListDelete: newTerms('list'),
  deleteContact: newContact,
  postContactSendConfirmation: async () => {
    await post('/consent/settings', { double_opt_in: { enabled: true } });
    return newContact({ send_confirmation: false });
  },
};

const order = ['get', 'post', 'delete'];
const operations = Object.entries(document.paths)
  .flatMap(([at, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, at, operation })))
  .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example;
const statusOf = ({ responses }: Operation) => (responses[202] ? 202 : 200);
const isJson = (type: string) => type === 'application/json';

t.test('every route has examples of its request and response', async (t) => {
  for (const { method, at, operation } of operations) {
    const { requestBody, responses } = operation;
    if (requestBody) t.ok(bodyOf(operation), `${method} ${at} has no example: give it one beside its route`);
    for (const [type, { schema, example }] of Object.entries(responses[statusOf(operation)]?.content ?? {})) {
      if (!isJson(type)) continue;
      const checked = compileSchema(document, schema)(example);
      t.ok(checked.ok, `${method} ${at}: ${checked.ok ? '' : JSON.stringify(checked.issues)}`);
    }
  }
  const known = operations.map(({ operation }) => operation.operationId);
  for (const id of [...Object.keys(prepared), ...signedIn]) t.ok(known.includes(id), `there is an operation ${id}`);
});

const client = createClient<Record<string, Body>>({ baseUrl: `${site}/wp-json/automations` }) as Body;
const ofPage = () => ({ cookie: browser.cookie, 'x-wp-nonce': browser.nonce, 'sec-fetch-site': 'same-origin' });

for (const { method, at, operation } of operations) {
  t.test(`${method.toUpperCase()} ${at} works as in its example`, async (t) => {
    const { path, body } = (await prepared[operation.operationId]?.()) ?? {};
    const shown = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
    const example = bodyOf(operation);
    const { data, error, response } = await client[method.toUpperCase()](at, {
      params: {
        path: { ...ids, ...path },
        query: Object.fromEntries(shown.map(({ name, example }) => [name, example])),
      },
      ...(example === undefined ? {} : { body: { ...(example as object), ...body } }),
      headers: needsBrowser(operation) ? ofPage() : { 'x-api-key': key },
      parseAs: 'text',
    });
    t.equal(response.status, statusOf(operation), JSON.stringify(error));
    const json = isJson(response.headers.get('content-type')?.split(';')[0]) ? JSON.parse(data) : undefined;
    const answer = { status: response.status, headers: response.headers, text: data, json };
    matches(t, document, { method: method.toUpperCase(), at, answer });
  });
}
