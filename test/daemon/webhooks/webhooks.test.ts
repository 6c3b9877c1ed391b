/** Webhooks in the API: created, changed, rotated, deleted, and their access rights. */

import { clearWebhook, findWebhook, listEnded } from '../../../daemon/webhooks/queries.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { addWebhook } from '../../fixtures/webhooks.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { WEBHOOKS_PER_WORKSPACE: '3' } });
const { db } = daemon.context;
const url = 'https://hooks.example/waypost?token=secret';

async function newWorkspace() {
  const workspace = await addWorkspace(db, 'scale');
  return { ...workspace, call: caller(daemon, workspace.key) };
}

t.test('a webhook is created, shown, changed and deleted', async (t) => {
  const { call, publicId } = await newWorkspace();
  const made = await call('POST', '/webhooks', { url, events: ['link.created', 'link.clicked', 'link.created'] });
  t.equal(made.status, 201);
  const { secret, ...webhook } = made.json;
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.match(webhook, {
    id: /^whk_[0-9A-Za-z]{20}$/,
    workspaceId: publicId,
    url,
    events: ['link.created', 'link.clicked'],
    active: true,
    previousSecretUntil: null,
    failingSince: null,
  });
  t.same((await call('GET', '/webhooks')).json, { webhooks: [webhook] }, 'the secret is not shown again');
  t.same((await call('GET', `/webhooks/${webhook.id}`)).json, webhook);

  const changed = await call('PATCH', `/webhooks/${webhook.id}`, { events: ['link.deleted'], active: false });
  t.match([changed.status, changed.json], [200, { id: webhook.id, url, events: ['link.deleted'], active: false }]);
  t.same((await call('GET', `/webhooks/${webhook.id}`)).json, changed.json);

  t.same((await call('DELETE', `/webhooks/${webhook.id}`)).json, { ok: true });
  for (const [method, at, body] of [
    ['GET', ''],
    ['PATCH', '', { active: true }],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/msg_0b6f1c2d3e4f5a6b7c8d9e0f1a2b3c4d/retry'],
  ] as const) {
    t.match(await call(method, `/webhooks/${webhook.id}${at}`, body), { status: 404 }, `${method} ${at}`);
  }
  t.same((await call('GET', '/webhooks')).json, { webhooks: [] });
});

t.test('a webhook without selected events gets all events; webhooks are listed newest first', async (t) => {
  const { call } = await newWorkspace();
  const first = (await call('POST', '/webhooks', { url })).json;
  t.same(first.events, [
    'link.created',
    'link.updated',
    'link.deleted',
    'link.banned',
    'link.broken',
    'link.mended',
    'link.clicked',
    'domain.verified',
    'domain.misconfigured',
  ]);
  const second = (await call('POST', '/webhooks', { url, active: false })).json;
  t.equal(second.active, false);
  const { webhooks } = (await call('GET', '/webhooks')).json;
  t.same(
    webhooks.map(({ id }: Json) => id),
    [second.id, first.id],
  );
});

for (const [what, body, field] of [
  ['no url', {}, 'url'],
  ['no URL at all', { url: 'nonsense' }, 'url'],
  ['another scheme', { url: 'ftp://hooks.example/' }, 'url'],
  ['a user in the URL', { url: 'https://me:secret@hooks.example/' }, 'url'],
  ['a URL that is too long', { url: `https://hooks.example/${'x'.repeat(2_048)}` }, 'url'],
  ['an unknown event', { url, events: ['link.born'] }, 'events'],
  ['no event', { url, events: [] }, 'events'],
  ['a short secret', { url, secret: 'whsec_short' }, 'secret'],
  ['a secret of another kind', { url, secret: 'x'.repeat(50) }, 'secret'],
  ['an unknown field', { url, name: 'mine' }, 'name'],
  ['the port of another service', { url: 'https://hooks.example:6379/' }, 'url'],
  ...[
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://10.0.0.8/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://printer.local/',
    'http://metadata.google.internal/',
  ].map((address) => [`the private IP address ${address}`, { url: address }, 'url'] as const),
] as const) {
  t.test(`a webhook with ${what} is refused, and the error names the field`, async (t) => {
    const { call } = await newWorkspace();
    const { status, json } = await call('POST', '/webhooks', body);
    t.match([status, json.error?.code], [422, 'validation_failed']);
    t.match(String(json.error?.details.field), new RegExp(`^${field}`));
    t.same((await call('GET', '/webhooks')).json.webhooks, []);
  });
}

t.test(
  "a webhook cannot be changed to a private IP address, another service's port or an empty list of events",
  async (t) => {
    const { call } = await newWorkspace();
    const { id } = await addWebhook(call, url, ['link.created']);
    for (const body of [
      { url: 'http://192.168.1.1/' },
      { url: 'http://hooks.example:25/' },
      { events: [] },
      { secret: 'whsec_x' },
      { url: null },
    ]) {
      t.equal((await call('PATCH', `/webhooks/${id}`, body)).status, 422, JSON.stringify(body));
    }
  },
);

t.test('a workspace has a limited number of webhooks, however many are created at once', async (t) => {
  const { call } = await newWorkspace();
  const made = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/webhooks', { url })));
  t.same(made.map(({ status }) => status).sort(), [201, 201, 201, 409, 409, 409, 409, 409]);
  t.match(made.find(({ status }) => status === 409)?.json.error, { code: 'conflict', details: { limit: 3 } });
  const [one] = (await call('GET', '/webhooks')).json.webhooks;
  await call('DELETE', `/webhooks/${one.id}`);
  t.equal((await call('POST', '/webhooks', { url })).status, 201, 'a deleted one makes room');
});

t.test('a repeated request with its Idempotency-Key creates one webhook and returns the same secret', async (t) => {
  const { call } = await newWorkspace();
  const once = { 'idempotency-key': 'once' };
  const first = await call('POST', '/webhooks', { url }, once);
  const again = await call('POST', '/webhooks', { url }, once);
  t.equal(again.headers.get('idempotency-replayed'), 'true');
  t.same(again.json, first.json);
  t.equal((await call('GET', '/webhooks')).json.webhooks.length, 1);
});

t.test('secrets of any length are encrypted in MySQL', async (t) => {
  const { call, id: workspaceId } = await newWorkspace();
  const secret = `whsec_${Buffer.alloc(64, 9).toString('base64')}`;
  const made = await addWebhook(call, url, ['link.created'], { secret });
  t.equal(made.secret, secret);
  const rotated = (await call('POST', `/webhooks/${made.id}/rotate`)).json;
  t.not(rotated.secret, secret);
  t.ok(Date.parse(rotated.previousSecretUntil) > Date.now());
  const row = await findWebhook(db, workspaceId, made.id);
  for (const stored of [row?.secret, row?.previous_secret]) t.notMatch(stored, /whsec_/);
  t.equal(daemon.context.webhookSecrets.open(row?.secret ?? ''), rotated.secret);
  t.equal(daemon.context.webhookSecrets.open(row?.previous_secret ?? ''), secret);
  t.notMatch((await call('GET', '/webhooks')).text, /whsec_/);
});

t.test('another workspace neither sees nor changes a webhook', async (t) => {
  const [mine, theirs] = [await newWorkspace(), await newWorkspace()];
  const { id } = await addWebhook(theirs.call, url, ['link.created']);
  const delivery = (await theirs.call('POST', `/webhooks/${id}/test`)).json;
  for (const [method, at] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/${delivery.id}/retry`],
  ] as const) {
    const body = method === 'PATCH' ? { active: false } : undefined;
    t.equal((await mine.call(method, `/webhooks/${id}${at}`, body)).status, 404, `${method} ${at}`);
  }
  const own = await addWebhook(mine.call, url, ['link.created']);
  t.equal((await mine.call('POST', `/webhooks/${own.id}/deliveries/${delivery.id}/retry`)).status, 404);
  t.same((await mine.call('GET', '/webhooks')).json.webhooks.length, 1);
});

t.test("the audit log shows who did what, and shows only the host of a webhook's URL", async (t) => {
  const { call } = await newWorkspace();
  const { id } = await addWebhook(call, url, ['link.created']);
  await call('PATCH', `/webhooks/${id}`, { active: false });
  await call('POST', `/webhooks/${id}/rotate`);
  await call('DELETE', `/webhooks/${id}`);
  const { json, text } = await call('GET', '/audit');
  t.same(
    json.entries.map(({ action, objectId }: Json) => [action, objectId]),
    ['delete', 'rotate', 'update', 'create'].map((act) => [`webhook.${act}`, id]),
  );
  t.match(json.entries[3], { actor: { type: 'api_key' }, details: { host: 'hooks.example', events: 'link.created' } });
  t.notMatch(text, /token=secret|whsec_/);
});

t.test('deliveries are listed page by page, each once, while more are added', async (t) => {
  const { call } = await newWorkspace();
  const { id } = await addWebhook(call, url, ['link.created']);
  const made: string[] = [];
  const add = async () => void made.push((await call('POST', `/webhooks/${id}/test`)).json.id);
  for (let n = 0; n < 7; n++) await add();
  const before = [...made];
  const seen: string[] = [];
  let cursor: string | null = '';
  do {
    const { json } = await call('GET', `/webhooks/${id}/deliveries?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...json.deliveries.map((one: Json) => one.id));
    cursor = json.nextCursor;
    await add();
  } while (cursor);
  t.same(seen, before.reverse());
  for (const query of ['cursor=nonsense', 'limit=0', 'limit=51', 'status=lost']) {
    t.equal((await call('GET', `/webhooks/${id}/deliveries?${query}`)).status, 422, query);
  }
  t.equal((await call('GET', `/webhooks/${id}/deliveries?status=dead`)).json.deliveries.length, 0);
  t.equal((await call('POST', `/webhooks/${id}/deliveries/${made[0]}/retry`)).status, 409, 'it waits already');
  t.equal((await call('POST', `/webhooks/${id}/deliveries/msg_none/retry`)).status, 404);
});

t.test('no event can be sent manually to a webhook that is off', async (t) => {
  const { call } = await newWorkspace();
  const { id } = await addWebhook(call, url, ['link.created']);
  const delivery = (await call('POST', `/webhooks/${id}/test`)).json;
  await call('PATCH', `/webhooks/${id}`, { active: false });
  t.equal((await call('POST', `/webhooks/${id}/test`)).status, 409);
  t.equal((await call('POST', `/webhooks/${id}/deliveries/${delivery.id}/retry`)).status, 409);
});

t.test('all rows of a deleted webhook are deleted, in limited steps', async (t) => {
  const { call, id: workspaceId } = await newWorkspace();
  const { id } = await addWebhook(call, url, ['link.created']);
  for (let n = 0; n < 5; n++) await call('POST', `/webhooks/${id}/test`);
  const number = (await findWebhook(db, workspaceId, id))?.id as number;
  await call('DELETE', `/webhooks/${id}`);
  t.ok((await listEnded(db, 100)).includes(number));
  t.equal(await clearWebhook(db, number, 3), false);
  t.equal(await clearWebhook(db, number, 3), true);
  t.same(await db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', number).execute(), []);
  t.notOk((await listEnded(db, 100)).includes(number));
});
