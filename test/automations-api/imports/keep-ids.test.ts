/** Imports of FunnelKit's tables that keep ids and API keys, so that FunnelKit's clients work unchanged. */
import { sql } from 'kysely';
import { keepIds } from '../../../automations-api/plugins/automations/imports/sources/keep-ids.ts';
import { type Body, request, startAutomations } from '../../fixtures/automations.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { insertRows, makeTables } from '../../fixtures/moving/wordpress-plugins.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, { API_NAMESPACES: 'funnelkit-automations' }, stores);
const { get, post, del, db, site } = service;
const { localDir } = service.config;
const env = { MYSQL_URL: stores.mysqlUrl, REDIS_PREFIX: stores.redisPrefix, LOCAL_DIR: localDir };
// The command writes the file with failed rows into its folder.
const { run } = commandLine('automations-api/cli.js', env, { cwd: localDir });
const at = '2020-02-03 04:05:06';
const keyOf = (digit: string) => digit.repeat(32);

await makeTables(service, 'funnelkit');
const contact = (id: number, email: string, more = {}) => ({
  ...{ id, wpid: 0, email, status: 1, creation_date: at, last_modified: at, ...more },
});
await insertRows(service, 'bwf_contact', [
  contact(41, 'ada@f.example', { tags: '["7","9"]', lists: '["8"]', type: 'customer', points: 5 }),
  contact(57, 'bo@f.example', { tags: '["11"]' }),
  contact(1_000, 'cy@f.example', { status: 0 }),
  contact(2_000, 'not an address'),
]);
await insertRows(service, 'bwfan_terms', [
  { ID: 7, name: 'VIP', type: 1 },
  { ID: 8, name: 'VIP', type: 2 },
  { ID: 9, name: ' vip ', type: 1 },
  { ID: 10, name: 'vip (13)', type: 1 },
  { ID: 11, name: '', type: 1, created_at: at },
  { ID: 13, name: 'Vip', type: 1 },
  { ID: 12, name: 'Of another kind', type: 5 },
]);
const field = (ID: number, name: string, slug: string, type: number, more = {}) => ({
  ...{ ID, name, slug, type, gid: 3, meta: '[]', ...more },
});
await insertRows(service, 'bwfan_fields', [
  field(1, 'Address 1', 'address-1', 1, { search: 1 }),
  field(2, 'Born', 'dob', 7),
  field(3, 'Likes', 'likes', 6, { meta: '{"options":["tea","Käse"],"placeholder":"some"}' }),
  field(4, 'likes', 'likes', 1),
  field(5, 'Last Open', 'last-open', 9, { mode: 2 }),
]);
await insertRows(service, 'bwf_contact_fields', [
  { cid: 41, f1: 'Main Street', f2: '1990-05-06', f3: '["tea","Käse"]', f4: 12, f5: at },
]);
const orders = { total_order_count: 3, total_order_value: 120.5, aov: 40.17, used_coupons: '["spring"]' };
await insertRows(
  service,
  'bwf_wc_customers',
  [41, 1_000].map((cid) => ({ cid, l_order_date: at, f_order_date: at, ...orders })),
);
await insertRows(service, 'bwfan_api_keys', [
  ...[1, 2, 3].map((permission) => ({ uid: 1, permission, api_key: keyOf(String(permission)), created_at: at })),
  { uid: 1, permission: 3, api_key: keyOf('4'), status: 2, description: 'Revoked', created_at: at },
  { uid: 1, permission: 3, api_key: 'short', created_at: at },
]);

t.test('keep_ids is refused if its conditions are not met, and then nothing is created', async (t) => {
  const session = 'Only signed-in administrators';
  t.match(await post('/import/add?from=funnelkit&keep_ids=1'), { status: 403, body: { message: new RegExp(session) } });
  await makeTables(service, 'fluentcrm');
  const faults: [string[], RegExp][] = [
    [['--from', 'fluentcrm', '--keep-ids'], /only for from=funnelkit/],
    [['--from', 'funnelkit', '--keep-ids', '--dry-run'], /dry run, which keeps no ids/],
    [['people.csv', '--keep-ids'], /--from/],
  ];
  for (const [args, err] of faults) t.match(await run('import', ...args), { code: 1, err }, args.join(' '));
  const { body } = await post('/contact/add', { email: 'first@x.example' });
  t.match(await run('import', '--from', 'funnelkit', '--keep-ids'), { code: 1, err: /without contacts/ });
  await del(`/contact/${body.data.contact.contact.id}`);
  const other = (await post('/tag/add', { tags: ['Taken'] })).body.data.tags[0].ID;
  await sql`UPDATE wp_automations_terms SET id = 7 WHERE id = ${other}`.execute(db);
  t.match(await run('import', '--from', 'funnelkit', '--keep-ids'), { code: 1, err: /another tag with the id 7/ });
  await del('/tag/7');
  t.match((await get('/tags')).body.data.tags, []);
  t.equal((await get('/imports')).body.data.imports.length, 0);
  t.match(await request(`${site}/wp-json/automations/tags?api_key=${keyOf('3')}`, 'GET'), { status: 401 });
});

t.test('keep_ids waits until deleted tags, whose ids may be needed, are removed from all contacts', async (t) => {
  const term = sql`INSERT INTO wp_automations_term_deletions (term_id, type, name, created_at) VALUES (7, 1, 'VIP', NOW())`;
  const importing = db.transaction().execute(async (trx) => {
    await term.execute(trx);
    await keepIds(trx, 'wp_', undefined);
  });
  await t.rejects(importing, { message: /still being deleted/ });
  t.match((await get('/tags')).body.data.tags, []);
});

t.test('contacts, tags, lists and fields keep their ids, and the keys keep their permissions', async (t) => {
  const imported = await run('import', '--from', 'funnelkit', '--keep-ids', '--json');
  t.match(JSON.parse(imported.out), { created: 3, changed: 0, failed: 1 }, imported.err);
  const detail = async (id: number) => (await get(`/contact?id=${id}`)).body.data.contact;
  t.match(await detail(41), {
    contact: { email: 'ada@f.example', db_contact: { tags: '[7,9]', lists: '[8]', type: 'customer', points: '5' } },
    fields: { 1: 'Main Street', 2: '1990-05-06', 3: ['tea', 'Käse'], 4: '12' },
  });
  const { customer } = await detail(41);
  t.match(customer, { cid: '41', l_order_date: at, f_order_date: at, total_order_count: '3', aov: '40.17' });
  t.match(customer, { total_order_value: '120.5', used_coupons: '["spring"]', purchased_products: '' });
  t.equal((await detail(57)).customer, null, 'no orders are known');
  t.match(await detail(57), { contact: { email: 'bo@f.example', db_contact: { tags: '[11]' } } });
  t.match((await detail(1_000)).contact.db_contact, { status: '0', creation_date: at });
  const { tags } = (await get('/tags')).body.data;
  t.same(tags, [
    { ID: 13, name: 'Vip (13) (13)' },
    { ID: 11, name: '(11)' },
    { ID: 10, name: 'vip (13)' },
    { ID: 9, name: 'vip (9)' },
    { ID: 7, name: 'VIP' },
  ]);
  t.same((await get('/lists')).body.data.lists, [{ ID: 8, name: 'VIP' }]);
  const { fields } = (await get('/fields')).body.data;
  t.match(fields, {
    1: { slug: 'address-1', type: '1' },
    2: { slug: 'dob', type: '7' },
    3: { slug: 'likes', type: '6', meta: { options: ['tea', 'Käse'], placeholder: 'some' } },
    4: { name: 'likes (4)', slug: 'likes-field-4' },
    5: { slug: 'last-open', type: '1' },
  });
  const ask = (key: string, method: string, path: string, body?: Body) =>
    request(`${site}/wp-json/funnelkit-automations${path}?api_key=${key}`, method, body);
  const add = (key: string) => ask(key, 'POST', '/tag/add', { tags: [`by ${key[0]}`] });
  const answers = async (key: string) => {
    const { body } = await add(key);
    const id = body.data?.tags[0].ID ?? 0;
    return [(await ask(key, 'GET', '/tags')).status, body.code, (await ask(key, 'DELETE', `/tag/${id}`)).status];
  };
  t.same(await answers(keyOf('1')), [200, 'permission_denied', 403]);
  t.same(await answers(keyOf('2')), [200, 'success', 403]);
  t.same(await answers(keyOf('3')), [200, 'success', 200]);
  t.match(await ask(keyOf('4'), 'GET', '/tags'), { status: 401, body: { code: 'api_key_inactive' } });
  const stored = await sql<{ hash: Buffer }>`SELECT hash FROM wp_automations_api_keys`.execute(db);
  t.notOk(
    stored.rows.some(({ hash }) => hash.includes(keyOf('3').slice(0, 16))),
    'only hashes are stored',
  );
  t.match((await get('/audit?action=key.created')).body.data.audit[0], { by: { type: 'command_line' } });
  const { body } = await post('/contact/add', { email: 'new@x.example' });
  t.equal(body.data.contact.contact.id, 2_001, 'no new contact gets an id that FunnelKit used');
});

t.test('a contact does not get the orders of a customer whose email address differs only in an accent', async (t) => {
  t.match((await get('/contact?id=1000')).body.data.contact.customer, { cid: '1000' });
  const { body } = await post('/contact/add', { email: 'cý@f.example' });
  const { id } = body.data.contact.contact;
  t.equal((await get(`/contact?id=${id}`)).body.data.contact.customer, null);
  await del(`/contact/${id}`);
});

t.test("without FunnelKit's tables a contact has no customer data", async (t) => {
  await sql`RENAME TABLE wp_bwf_wc_customers TO elsewhere`.execute(db);
  t.equal((await get('/contact?id=41')).body.data.contact.customer, null);
});

t.test('an undone import can be repeated, and then revokes keys that FunnelKit has revoked', async (t) => {
  const { ID } = (await get('/imports?limit=1')).body.data.imports[0];
  t.equal((await run('import', 'undo', String(ID))).code, 0);
  await del('/contact/2001');
  t.equal((await get('/contacts')).body.data.contact.total, 0);
  await sql`UPDATE wp_bwfan_api_keys SET status = 2 WHERE api_key = ${keyOf('3')}`.execute(db);
  const again = await run('import', '--from', 'funnelkit', '--keep-ids', '--json');
  t.match(JSON.parse(again.out), { created: 3, failed: 1 }, again.err);
  t.match((await get('/contact?id=57')).body.data.contact.contact, { email: 'bo@f.example' });
  t.equal((await get('/tags')).body.data.tags.length, 6, 'no tag is created twice');
  const ask = (digit: string) => request(`${site}/wp-json/automations/tags?api_key=${keyOf(digit)}`, 'GET');
  t.match(await ask('3'), { status: 401, body: { code: 'api_key_inactive' } });
  t.match(await ask('2'), { status: 200 });
  t.match((await get('/audit?action=key.revoked')).body.data.audit, [{ by: { type: 'command_line' } }]);
});
