/** API keys over HTTP: only signed-in administrators can create and revoke them. */

import { addAdmin, openAdminBrowser, peopleDb } from '../../fixtures/admins.ts';
import { type Body, startAutomations, storesOfBoth } from '../../fixtures/automations.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'http://admin.test' }, await storesOfBoth(t));
async function signedIn(email: string, role: 'administrator' | 'editor' | 'viewer') {
  await addAdmin(service, email, role);
  const browser = openAdminBrowser(service);
  await browser.signIn(email);
  const call = (method: string, at: string, body?: unknown) => browser.call(method, `/automations${at}`, body);
  return { browser, call };
}
const boss = await signedIn('boss@example.com', 'administrator');

t.test(
  'a key is shown once, works with its permission, is listed, and stops working within a second after it is revoked',
  async (t) => {
    const made = await boss.call('POST', '/key/add', { permission: 'read', description: ' the shop ' });
    t.match(made, {
      status: 200,
      body: {
        code: 'success',
        data: { keys: { ID: Number, key: /^[0-9a-f]{32}$/, permission: 'read', description: 'the shop' } },
      },
    });
    const { ID, key } = made.body.data.keys;
    const use = async (method: string, at: string) =>
      (await fetch(`${service.site}/wp-json/automations${at}?api_key=${key}`, { method })).status;
    t.equal(await use('GET', '/tags'), 200);
    t.equal(await use('POST', '/tag/add'), 403);
    const listed = await boss.call('GET', '/keys');
    t.match(
      listed.body.data.keys.find((one: Body) => one.ID === ID),
      { permission: 'read', description: 'the shop', active: true },
    );
    t.notMatch(listed.text, key);
    t.match((await boss.call('DELETE', `/key/${ID}`)).body.data.keys, { ID, active: false });
    await until(async () => (await use('GET', '/tags')) === 401);
    t.equal(await use('GET', '/tags'), 401);
    t.match(
      (await boss.call('GET', '/keys')).body.data.keys.find((one: Body) => one.ID === ID),
      { active: false },
    );
    const { audit } = (await boss.call('GET', '/audit')).body.data;
    t.match(audit, [
      { action: 'key.revoked', subject: String(ID), by: { type: 'user', name: 'boss' } },
      {
        action: 'key.created',
        subject: String(ID),
        by: { type: 'user' },
        data: { permission: 'read', description: 'the shop' },
      },
    ]);
  },
);

t.test(
  'revoking an unknown key answers data_not_found, and creating a key with an invalid permission is refused',
  async (t) => {
    t.match(await boss.call('DELETE', '/key/999999'), { status: 404, body: { code: 'data_not_found' } });
    t.match(await boss.call('POST', '/key/add', { permission: 'all' }), {
      status: 422,
      body: { code: 'unprocessable_entity' },
    });
    t.match(await boss.call('POST', '/key/add', {}), { status: 400, body: { code: 'required_fields_missing' } });
  },
);

t.test('editors, viewers and API keys with full permission cannot list, create or revoke keys', async (t) => {
  const [editor, viewer] = [await signedIn('ed@example.com', 'editor'), await signedIn('vi@example.com', 'viewer')];
  const byKey = { call: service.call };
  for (const [who, { call }] of Object.entries({ editor, viewer, byKey })) {
    for (const [method, at, body] of [
      ['GET', '/keys', undefined],
      ['POST', '/key/add', { permission: 'read' }],
      ['DELETE', '/key/1', undefined],
    ] as const) {
      t.match(
        await call(method, at, body),
        { status: 403, body: { code: 'permission_denied' } },
        `${who} ${method} ${at}`,
      );
    }
  }
});

t.test('a user who creates or revokes a key gets an email', async (t) => {
  const { ID } = (await boss.call('POST', '/key/add', { permission: 'read', description: 'reported' })).body.data.keys;
  await boss.call('DELETE', `/key/${ID}`);
  const mails = peopleDb(service).selectFrom('mails').select(['recipient', 'kind', 'data']);
  const reported = async () => (await mails.execute()).filter(({ data }) => data.includes(`${ID} (reported)`));
  t.ok(await until(async () => (await reported()).length === 2));
  t.match(await reported(), [
    { recipient: 'boss@example.com', kind: 'contacts-key-made' },
    { recipient: 'boss@example.com', kind: 'contacts-key-revoked' },
  ]);
});

t.test('the audit log names the user who made each change to users and plugins', async (t) => {
  await addAdmin(service, 'new@example.com', null);
  const { body } = await boss.browser.post('/admin/add', { email: 'new@example.com', role: 'viewer' });
  const { ID } = body.data.admin;
  await boss.browser.post(`/admin/update/${ID}`, { role: 'editor' });
  await boss.browser.del(`/admin/${ID}`);
  const { audit } = (await boss.call('GET', '/audit')).body.data;
  t.match(
    audit.slice(0, 3).map(({ action, subject, by, data }: Body) => [action, subject, by.name, data]),
    [
      ['user.contacts-role', String(ID), 'boss', { from: 'editor', to: null }],
      ['user.contacts-role', String(ID), 'boss', { from: 'viewer', to: 'editor' }],
      ['user.contacts-role', String(ID), 'boss', { from: null, to: 'viewer' }],
    ],
  );
  const user = peopleDb(service).selectFrom('users').select(['name', 'email']).where('id', '=', ID);
  const { name, email } = await user.executeTakeFirstOrThrow();
  t.same(
    audit.slice(0, 3).map((entry: Body) => entry.name),
    Array.from({ length: 3 }, () => name || email),
  );
});

t.test("the audit log's pages list every entry once, newest first, and can be filtered by actor", async (t) => {
  for (const n of [1, 2, 3]) {
    const { ID } = (await boss.call('POST', '/key/add', { permission: 'read' })).body.data.keys;
    await boss.call('DELETE', `/key/${ID}`);
    await addAdmin(service, `new${n}@example.com`);
  }
  const whole: Body[] = (await boss.call('GET', '/audit?limit=500')).body.data.audit;
  const pages: Body[] = [];
  for (let cursor = ''; ; ) {
    const { audit, next_cursor } = (await boss.call('GET', `/audit?limit=2${cursor}`)).body.data;
    pages.push(...audit);
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  t.strictSame(pages, whole);
  t.same(
    [...whole].sort((a, b) => b.at.localeCompare(a.at)),
    whole,
  );
  const actionsOf = async (query: string) =>
    new Set((await boss.call('GET', `/audit?${query}`)).body.data.audit.map(({ action }: Body) => action));
  t.same(await actionsOf('action=user.contacts-role,key.revoked'), new Set(['user.contacts-role', 'key.revoked']));
  t.same(await actionsOf('by=user&action=user.contacts-role,rule.created'), new Set(['user.contacts-role']));
  t.same(await actionsOf('by=rule'), new Set());
  t.same(await actionsOf('to=2020-01-01'), new Set());
});

t.test('the routes appear in the index and answer OPTIONS', async (t) => {
  const { body } = await boss.browser.call('GET', '/automations');
  for (const at of ['/keys', '/key/add', '/key/(?P<key_id>[\\d]+)']) t.ok(body.routes[`/automations${at}`], at);
  t.match((await boss.call('OPTIONS', '/key/add')).body.endpoints[0].args, {
    permission: { enum: ['read', 'write', 'full'] },
  });
});
