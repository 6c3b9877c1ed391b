/** Webhooks: their payloads and signatures, and delivery without loss. */
import type { ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { type AutomationsTables, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { Outbox } from '../../automations-api/plugins/automations/webhooks/core/outbox.ts';
import {
  countUndelivered,
  listDeliveries,
} from '../../automations-api/plugins/automations/webhooks/delivery-queries.ts';
import { inTransaction, openDb } from '../../shared/db/db.ts';
import { type Automations, addContact, addTerms, type Body, startAutomations } from '../fixtures/automations.ts';
import { explain, indexesOf, wholeReads } from '../fixtures/explain.ts';
import { isSigned, type Receiver, startReceiver } from '../fixtures/receiver.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const local = { ALLOW_PRIVATE_DESTINATIONS: '1', WEBHOOK_RETRY_SECONDS: '0,0' };
const service = await startAutomations(t, local);
const { get, post, del, db } = service;

const addWebhook = async (on: Automations, url: string, more: object = {}): Promise<Body> => {
  const { body, text } = await on.post('/webhook/add', { url, ...more });
  if (!body.data) throw new Error(text);
  return body.data.webhooks;
};
const deliveriesOf = async (id: number, query = ''): Promise<Body[]> =>
  (await get(`/webhook/${id}/deliveries?${query}`)).body.data.deliveries;

t.test('each kind of change is sent once, with a signature and the changed values', async (t) => {
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(service, `${receiver.url}/hook?a=b`);
  const [tag] = await addTerms(service, 'tag', ['Told']);
  const [list] = await addTerms(service, 'list', ['Told']);
  const id = await addContact(service, { email: 'notified@x.example' });
  await post(`/contact/tag-assign/${id}`, { tags: [tag] });
  await post(`/contact/list-assign/${id}`, { lists: [list] });
  await post(`/contact/change-status/${id}`, { status: 'subscribed' });
  await post(`/contact/update-email/${id}`, { email: 'told2@x.example' });
  await post(`/contact/tag-unassign/${id}`, { tagId: [tag] });
  await post(`/contact/list-unassign/${id}`, { listId: [list] });
  await until(() => receiver.received.length === 9);
  const of = (name: string) => receiver.received.filter(({ json }) => json.type === name).map(({ json }) => json.data);
  t.match(of('contact.created'), [{ contact_id: id, email: 'notified@x.example', status: '0' }]);
  t.match(of('tag.added'), [{ contact_id: id, tag: { id: tag, value: 'Told' } }]);
  t.match(of('list.added'), [{ contact_id: id, list: { id: list, value: 'Told' } }]);
  t.match(of('contact.status_changed'), [{ status: '1', previous: { status: '0' } }]);
  t.match(of('contact.email_changed'), [{ email: 'told2@x.example', previous: { email: 'notified@x.example' } }]);
  t.match(of('tag.removed'), [{ contact_id: id, tag: { id: tag, value: 'Told' } }]);
  t.match(of('list.removed'), [{ contact_id: id, list: { id: list, value: 'Told' } }]);
  t.equal(of('contact.updated').length, 2);
  for (const one of receiver.received) {
    t.ok(isSigned(webhook.secret, one));
    t.notOk(isSigned(`whsec_${Buffer.alloc(32).toString('base64')}`, one), 'another secret does not sign it');
    t.notOk(isSigned(webhook.secret, { ...one, body: `${one.body} ` }), 'it is not signed after a change either');
    t.equal(one.path, '/hook?a=b');
    t.equal(one.headers['content-type'], 'application/json');
    t.match(one.json, { type: String, timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, data: Object });
  }
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 9);
  // Waits, because a delivery that is sent but not yet recorded would stay, without its payload.
  await until(async () => (await deliveriesOf(webhook.ID, 'status=delivered')).length === 9);
  await del(`/contact/${id}`);
  const deleted = await until(() => receiver.received.find(({ json }) => json.type === 'contact.deleted'));
  t.strictSame(deleted.json.data, { contact_id: id });
  await until(async () => (await deliveriesOf(webhook.ID, 'status=delivered')).length === 1);
  t.equal(receiver.received.length, 10, 'and nothing else');
  await del(`/webhook/${webhook.ID}`);
});

for (const kind of ['tag', 'list'] as const) {
  t.test(`deleting a ${kind} reports every contact that had it, and updates the contacts' last_modified`, async (t) => {
    const receiver = await startReceiver(t);
    const webhook = await addWebhook(service, receiver.url, { events: [`${kind}.removed`] });
    const [doomed, kept] = await addTerms(service, kind, [`Doomed ${kind}`, `Kept ${kind}`]);
    const contacts = [0, 1, 2].map((n) => ({ email: `doomed-${kind}${n}@x.example`, [`${kind}s`]: [doomed, kept] }));
    const { results } = (await post('/contacts/batch', { contacts })).body.data;
    const ids: number[] = results.map(({ id }: Body) => Number(id));
    const before = new Date(Date.UTC(2020, 0, 1));
    await db.updateTable('automations_contacts').set({ last_modified: before }).where('id', 'in', ids).execute();
    await del(`/${kind}/${doomed}`);
    await until(() => receiver.received.length >= 3);
    const notified = receiver.received.map(({ json }) => json.data).sort((a, b) => a.contact_id - b.contact_id);
    t.strictSame(
      notified,
      ids.map((id, n) => ({
        contact_id: id,
        email: `doomed-${kind}${n}@x.example`,
        [kind]: { id: doomed, value: `Doomed ${kind}` },
      })),
    );
    const rows = await db.selectFrom('automations_contacts').select('last_modified').where('id', 'in', ids).execute();
    for (const { last_modified } of rows) t.ok(Date.now() - last_modified.getTime() < 60_000);
    await del(`/webhook/${webhook.ID}`);
  });
}

t.test('a webhook gets only its selected events, and a change without effect sends nothing', async (t) => {
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(service, receiver.url, { events: ['contact.updated'] });
  t.strictSame(webhook.events, ['contact.updated']);
  const id = await addContact(service, { email: 'named@x.example', f_name: 'Same' });
  await post(`/contact/update/${id}`, { f_name: 'Same' });
  await post(`/contact/update/${id}`, { f_name: 'Other' });
  await until(() => receiver.received.length > 0);
  t.strictSame(
    (await deliveriesOf(webhook.ID)).map(({ event }) => event),
    ['contact.updated'],
  );
  await del(`/webhook/${webhook.ID}`);
});

t.test('a failed delivery is retried under the same id until it succeeds', async (t) => {
  const receiver = await startReceiver(t);
  receiver.answers = [500, 302, 204];
  const webhook = await addWebhook(service, receiver.url, { events: ['contact.created'] });
  await addContact(service, { email: 'again@x.example' });
  const delivered = await until(async () => (await deliveriesOf(webhook.ID, 'status=delivered'))[0]);
  t.match(delivered, { event: 'contact.created', attempts: 3, status: 'delivered', last_error: null });
  t.equal(receiver.received.length, 3, 'and the redirect is not followed');
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  t.ok(receiver.received.every((one) => isSigned(webhook.secret, one)));
  await del(`/webhook/${webhook.ID}`);
});

t.test(
  'a delivery that fails at every attempt becomes a dead letter, which can be sent again on request',
  async (t) => {
    const receiver = await startReceiver(t);
    receiver.answers = [503];
    const webhook = await addWebhook(service, receiver.url, { events: ['contact.created'] });
    await addContact(service, { email: 'dead@x.example' });
    const dead = await until(async () => (await deliveriesOf(webhook.ID, 'status=dead'))[0]);
    t.match(dead, { webhook_id: webhook.ID, status: 'dead', attempts: 3, last_error: 'it answered 503' });
    t.match(dead.payload, { type: 'contact.created', data: { email: 'dead@x.example' } });
    t.strictSame(await deliveriesOf(webhook.ID, 'status=pending'), []);
    receiver.answers = [200];
    t.equal((await post(`/webhook/retry/${dead.ID}`)).status, 200);
    await until(async () => (await deliveriesOf(webhook.ID, 'status=delivered'))[0]);
    t.equal(receiver.received.length, 4);
    t.equal(receiver.received[3]?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id']);
    t.match(await post(`/webhook/retry/${dead.ID}`), { status: 422, body: { code: 'unprocessable_entity' } });
    t.match(await post('/webhook/retry/999999999'), { status: 404, body: { code: 'data_not_found' } });
    await del(`/webhook/${webhook.ID}`);
  },
);

t.test('if a receiver answers 410, the delivery is not retried and the webhook is turned off', async (t) => {
  const receiver = await startReceiver(t);
  receiver.answers = [410];
  const webhook = await addWebhook(service, receiver.url, { events: ['contact.created'] });
  await addContact(service, { email: 'gone1@x.example' });
  await until(async () => (await deliveriesOf(webhook.ID, 'status=dead'))[0]);
  const { active } = await until(async () =>
    (await get('/webhooks')).body.data.webhooks.find(({ ID, active }: Body) => ID === webhook.ID && !active),
  );
  t.equal(active, false);
  t.equal(receiver.received.length, 1);
  await del(`/webhook/${webhook.ID}`);
});

t.test('a webhook gets no events while it is off, and gets new events once it is on again', async (t) => {
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(service, `${receiver.url}/old`, { events: ['contact.created'] });
  const off = await post(`/webhook/update/${webhook.ID}`, { active: false });
  t.match(off.body.data.webhooks, { ID: webhook.ID, active: false, url: `${receiver.url}/old` });
  await addContact(service, { email: 'off@x.example' });
  await post(`/webhook/update/${webhook.ID}`, { active: true, url: `${receiver.url}/new` });
  await addContact(service, { email: 'on@x.example' });
  const [only] = await until(() => receiver.received.length > 0 && receiver.received);
  t.match(only, { path: '/new', json: { data: { email: 'on@x.example' } } });
  t.equal((await deliveriesOf(webhook.ID)).length, 1);
  await del(`/webhook/${webhook.ID}`);
});

t.test("a webhook's secret is returned only when it is created", async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const webhook = await addWebhook(service, 'http://hooks.example/x', { secret });
  t.equal(webhook.secret, secret);
  t.match((await addWebhook(service, 'http://hooks.example/y')).secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  await addContact(service, { email: 'secret@x.example' });
  for (const path of ['/webhooks', `/webhook/${webhook.ID}/deliveries`]) {
    t.notMatch((await get(path)).text, /whsec_|secret"/, path);
  }
  t.notMatch((await post(`/webhook/update/${webhook.ID}`, { active: false })).text, /whsec_|secret"/);
  for (const bad of ['short', 'whsec_short', 'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!', { a: 1 }]) {
    t.match(await post('/webhook/add', { url: 'http://hooks.example', secret: bad }), {
      status: 422,
      body: { code: 'unprocessable_entity' },
    });
  }
  for (const { ID } of (await get('/webhooks')).body.data.webhooks) await del(`/webhook/${ID}`);
});

t.test('webhooks are listed newest first, and deleted with their deliveries', async (t) => {
  const webhook = await addWebhook(service, 'http://hooks.example/listed', {
    events: ['contact.created', 'tag.added'],
  });
  const { body, headers } = await get('/webhooks?limit=1');
  const { secret: _, ...shown } = webhook;
  t.strictSame(body.data, { webhooks: [shown], limit: 1, offset: 0 });
  t.ok(Number(headers.get('x-wp-total')) >= 1);
  await addContact(service, { email: 'listed@x.example' });
  t.equal((await deliveriesOf(webhook.ID)).length, 1);
  const { body: deleted } = await del(`/webhook/${webhook.ID}`);
  t.strictSame(deleted.data.webhooks, { ID: webhook.ID, url: 'http://hooks.example/listed' });
  const left = await db
    .selectFrom('automations_webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook.ID)
    .execute();
  t.strictSame(left, []);
  for (const answer of [
    await del(`/webhook/${webhook.ID}`),
    await post(`/webhook/update/${webhook.ID}`, { active: true }),
    await get(`/webhook/${webhook.ID}/deliveries`),
  ]) {
    t.match(answer, { status: 404, body: { code: 'data_not_found' } });
  }
});

for (const [what, body, status] of [
  ['no url', {}, 400],
  ['no URL at all', { url: 'nonsense' }, 422],
  ['another scheme', { url: 'ftp://hooks.example/' }, 422],
  ['a user in the URL', { url: 'http://me:secret@hooks.example/' }, 422],
  ['a URL that is too long', { url: `http://hooks.example/${'x'.repeat(2_048)}` }, 422],
  ['an unknown event', { url: 'http://hooks.example/', events: ['contact.born'] }, 422],
  ['no event', { url: 'http://hooks.example/', events: [] }, 422],
] as const) {
  t.test(`a webhook with ${what} is refused`, async (t) => {
    t.equal((await post('/webhook/add', body)).status, status);
  });
}

t.test('a change and its events are stored together or not at all', async (t) => {
  const webhook = await addWebhook(service, 'http://hooks.example/together', { events: ['contact.created'] });
  const table = sql.table('automations_webhook_deliveries');
  await addContact(service, { email: 'taken@x.example' });
  t.equal((await post('/contact/add', { email: 'taken@x.example' })).status, 422);
  t.equal((await deliveriesOf(webhook.ID)).length, 1, 'a refused change is not reported');
  await sql`RENAME TABLE ${table} TO taken_away`.execute(db);
  t.match(await post('/contact/add', { email: 'unsent@x.example' }), { status: 503, body: { code: 'unknown_error' } });
  await sql`RENAME TABLE taken_away TO ${table}`.execute(db);
  t.equal(
    (await get('/contact?email=unsent@x.example')).status,
    404,
    'a change whose event cannot be stored is not made',
  );
  await del(`/webhook/${webhook.ID}`);
});

/** Makes the receiver wait with its answers until the returned function sends them with a status. */
function holdAnswers(receiver: Receiver): (status: number) => void {
  const held: ServerResponse[] = [];
  receiver.answer = (response) => void held.push(response);
  return (status) => {
    receiver.answer = undefined;
    receiver.answers = [status];
    for (const response of held) response.writeHead(status).end();
  };
}

for (const [status, end] of [
  [204, 'delivered'],
  [500, 'dead'],
] as const) {
  t.test(`a deleted contact's pending deliveries are sent, and keep only ids once they are ${end}`, async (t) => {
    const receiver = await startReceiver(t);
    const letGo = holdAnswers(receiver);
    const webhook = await addWebhook(service, receiver.url);
    const contacts = Array.from({ length: 20 }, (_, n) => ({ email: `promised-${end}${n}@x.example` }));
    const { results } = (await post('/contacts/batch', { contacts })).body.data;
    const ids: number[] = results.map(({ id }: Body) => Number(id));
    await until(() => receiver.received.length > 0);
    for (const id of ids) await del(`/contact/${id}`);
    t.equal((await deliveriesOf(webhook.ID, 'limit=500')).length, 40);
    letGo(status);
    const ended = await until(async () => {
      const deliveries = await deliveriesOf(webhook.ID, `limit=500&status=${end}`);
      return deliveries.length === 40 && deliveries;
    });
    const notified = new Set(receiver.received.map(({ json: { type, data } }) => `${type} ${data.email}`));
    for (const { email } of contacts) t.ok(notified.has(`contact.created ${email}`));
    for (const { event, payload } of ended) {
      t.strictSame(Object.keys(payload.data), ['contact_id'], event);
      t.match(payload, { type: event, timestamp: String });
    }
    await del(`/webhook/${webhook.ID}`);
  });
}

t.test(
  'finished deliveries are deleted with their contact, and pending deliveries of an erased contact keep only its id',
  async (t) => {
    const receiver = await startReceiver(t);
    const webhook = await addWebhook(service, receiver.url);
    const id = await addContact(service, { email: 'erase-me@x.example' });
    await until(async () => (await deliveriesOf(webhook.ID, 'status=delivered')).length === 1);
    const letGo = holdAnswers(receiver);
    await post(`/contact/update-email/${id}`, { email: 'erase-me-too@x.example' });
    await until(() => receiver.received.length > 1);
    await post(`/contact/erase/${id}`);
    const waiting = await deliveriesOf(webhook.ID, 'status=pending');
    t.strictSame(await deliveriesOf(webhook.ID), waiting);
    t.strictSame(
      waiting.map(({ event, payload }) => [event, payload.data]),
      ['contact.deleted', 'contact.email_changed', 'contact.updated'].map((event) => [event, { contact_id: id }]),
    );
    const inFlight = receiver.received.length;
    letGo(500);
    await until(async () => (await deliveriesOf(webhook.ID, 'status=dead')).length === 3);
    for (const { json } of receiver.received.slice(inFlight)) t.strictSame(json.data, { contact_id: id });
    await del(`/webhook/${webhook.ID}`);
  },
);

const webhookOf = async (id: number): Promise<Body> => (await get(`/webhook/${id}`)).body.data.webhooks;

t.test(
  'a webhook shows its waiting and failed deliveries, the start of its failures and its last attempt',
  async (t) => {
    const receiver = await startReceiver(t);
    receiver.answers = [500];
    const { ID } = await addWebhook(service, receiver.url, { events: ['contact.created'] });
    t.match(await webhookOf(ID), { pending: 0, dead: 0, failing_since: null, attempted_at: null });
    await addContact(service, { email: 'health1@x.example' });
    const failing = await until(async () => (await webhookOf(ID)).dead === 1 && webhookOf(ID));
    t.match(failing, { pending: 0, dead: 1, failing_since: /^\d{4}-/, attempted_at: /^\d{4}-/ });
    t.match(
      (await get('/webhooks')).body.data.webhooks.find((one: Body) => one.ID === ID),
      failing,
      'the list says the same',
    );
    receiver.answers = [200];
    await addContact(service, { email: 'health2@x.example' });
    const healed = await until(
      () => webhookOf(ID),
      ({ failing_since, pending }) => !failing_since && pending === 0,
    );
    t.match(healed, { dead: 1, active: true });
    await db
      .insertInto('automations_webhook_deliveries')
      .values(
        [0, 1].map((n) => ({
          webhook_id: ID,
          event_id: `${n}`.repeat(32),
          event: 'tag.added',
          payload: '{}',
          status: 'queued',
          due_at: new Date('2999-01-01'),
          created_at: new Date(),
        })) as never,
      )
      .execute();
    t.match(await webhookOf(ID), { pending: 2, dead: 1 });
    await del(`/webhook/${ID}`);
    t.equal((await get(`/webhook/${ID}`)).status, 404);
  },
);

t.test('a test delivery is signed, stored, and sent whichever events are selected', async (t) => {
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(service, receiver.url, { events: ['tag.added'] });
  const { deliveries } = (await post(`/webhook/test/${webhook.ID}`)).body.data;
  t.match(deliveries, { webhook_id: webhook.ID, event: 'webhook.test', status: 'pending', attempts: 0 });
  const [sent] = await until(() => receiver.received.length > 0 && receiver.received);
  t.match(sent?.json, { type: 'webhook.test', data: { webhook_id: webhook.ID } });
  t.ok(sent && isSigned(webhook.secret, sent));
  t.equal(sent?.headers['webhook-id'], deliveries.message_id);
  const kept = await until(async () => (await deliveriesOf(webhook.ID, 'status=delivered'))[0]);
  t.match(kept, { ID: deliveries.ID, attempts: 1, next_attempt_at: null });
  await post(`/webhook/update/${webhook.ID}`, { active: false });
  for (const act of ['test', 'retry-all']) {
    t.match(await post(`/webhook/${act}/${webhook.ID}`), { status: 422, body: { code: 'unprocessable_entity' } }, act);
    t.match(await post(`/webhook/${act}/999999999`), { status: 404, body: { code: 'data_not_found' } }, act);
  }
  await del(`/webhook/${webhook.ID}`);
});

t.test('a new secret signs at once, and the previous secret also signs for another day', async (t) => {
  const receiver = await startReceiver(t);
  const { ID, secret: first } = await addWebhook(service, receiver.url, { events: ['contact.created'] });
  const rotate = async (): Promise<Body> => (await post(`/webhook/rotate/${ID}`)).body.data.webhooks;
  const made = await rotate();
  t.match(made, { ID, secret: /^whsec_/, previous_secret_until: /^\d{4}-/ });
  t.not(made.secret, first);
  t.equal(Date.parse(`${made.previous_secret_until}Z`) - Date.parse(`${made.updated_at}Z`), 86_400_000);
  await addContact(service, { email: 'rotated1@x.example' });
  const [both] = await until(() => receiver.received.length > 0 && receiver.received);
  const signatures = String(both?.headers['webhook-signature']).split(' ');
  t.equal(signatures.length, 2);
  for (const [n, secret] of [made.secret, first].entries()) {
    const headers = { ...both?.headers, 'webhook-signature': signatures[n] as string };
    t.ok(isSigned(secret, { ...(both as NonNullable<typeof both>), headers }));
  }
  await db
    .updateTable('automations_webhooks')
    .set({ previous_until: new Date(0) })
    .where('id', '=', ID)
    .execute();
  t.equal((await webhookOf(ID)).previous_secret_until, null);
  await addContact(service, { email: 'rotated2@x.example' });
  const after = await until(() => receiver.received[1]);
  t.ok(isSigned(made.secret, after));
  t.match(await post('/webhook/rotate/999999999'), { status: 404, body: { code: 'data_not_found' } });

  const many = await Promise.all([rotate(), rotate(), rotate(), rotate()]);
  await addContact(service, { email: 'rotated3@x.example' });
  const last = await until(() => receiver.received[2]);
  const [now, previous] = String(last.headers['webhook-signature']).split(' ') as [string, string];
  const signers = [now, previous].map((signature) =>
    many.filter(({ secret }) =>
      isSigned(secret, { ...last, headers: { ...last.headers, 'webhook-signature': signature } }),
    ),
  );
  t.strictSame(
    signers.map(({ length }) => length),
    [1, 1],
    'concurrent events arrive in sequence',
  );
  await del(`/webhook/${ID}`);
});

t.test('all failed deliveries of a webhook can be sent again with one request', async (t) => {
  const receiver = await startReceiver(t);
  receiver.answers = [500];
  const { ID } = await addWebhook(service, receiver.url, { events: ['contact.created'] });
  const contacts = Array.from({ length: 30 }, (_, n) => ({ email: `given-up${n}@x.example` }));
  await post('/contacts/batch', { contacts });
  await until(async () => (await webhookOf(ID)).dead === 30);
  receiver.answers = [200];
  receiver.received.length = 0;
  t.match((await post(`/webhook/retry-all/${ID}`)).body.data, { retried: 30, dead: 0 });
  await until(() => receiver.received.length === 30);
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 30);
  t.match((await post(`/webhook/retry-all/${ID}`)).body.data, { retried: 0, dead: 0 }, 'and nothing twice');
  await del(`/webhook/${ID}`);
});

t.test('pages of deliveries, even if filtered by event, are read through an index', async (t) => {
  const { ID } = await addWebhook(service, 'http://hooks.example/pages', { events: ['contact.deleted'] });
  const row = (n: number) => ({
    webhook_id: ID,
    event_id: String(n).padStart(32, '0'),
    event: n % 3 === 0 ? 'tag.added' : 'contact.created',
    payload: '{}',
    status: n % 2 ? ('dead' as const) : ('delivered' as const),
    created_at: new Date(),
    contact_id: null,
  });
  await db
    .insertInto('automations_webhook_deliveries')
    .values(Array.from({ length: 60 }, (_, n) => row(n)))
    .execute();
  const walk = async (query: string) => {
    const seen: Body[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data }: Body = (await get(`/webhook/${ID}/deliveries?limit=7&${query}&cursor=${cursor}`)).body;
      seen.push(...data.deliveries);
      cursor = data.next_cursor;
    }
    return seen;
  };
  const all = await walk('');
  t.equal(all.length, 60);
  t.strictSame(
    all.map((one) => one.ID),
    all.map((one) => one.ID).sort((a, b) => b - a),
    'newest first, none twice',
  );
  t.equal((await walk('event=tag.added')).length, 20);
  t.equal((await walk('event=tag.added,contact.created&status=dead')).length, 30);
  t.match(await get(`/webhook/${ID}/deliveries?cursor=nonsense`), { status: 422 });
  const counted = await get(`/webhook/${ID}/deliveries?event=tag.added&limit=1`);
  t.equal(counted.headers.get('x-wp-total'), '20');
  const page = { limit: 7, offset: 0 };
  for (const [status, events, index] of [
    [undefined, [], 'deliveries_newest'],
    [undefined, ['tag.added'], 'deliveries_newest'],
    ['dead', [], 'deliveries_webhook'],
    ['pending', ['tag.added'], 'deliveries_webhook'],
  ] as const) {
    const filter = { webhookId: ID, status, events: [...events] };
    const [ids] = indexesOf(await explain(db, (seen) => listDeliveries(seen, filter, page)));
    t.equal(ids, `wp_automations_webhook_deliveries.${index}`);
  }
  t.same(wholeReads(await explain(db, (seen) => countUndelivered(seen, ID))), []);
  await del(`/webhook/${ID}`);
});

t.test("a webhook's URL cannot have a private IP address, in any spelling, or a port of another service", async (t) => {
  const strict = await startAutomations(t);
  const webhook = await addWebhook(strict, 'https://hooks.example/');
  for (const url of [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://10.0.0.8/',
    'http://172.16.1.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'https://hooks.example:6379/',
  ]) {
    for (const answer of [
      await strict.post('/webhook/add', { url }),
      await strict.post(`/webhook/update/${webhook.ID}`, { url }),
    ]) {
      t.match(answer, { status: 422, body: { code: 'unprocessable_entity' } }, url);
    }
  }
});

t.test('Waypost does not connect to a host name that resolves to a private IP address at delivery', async (t) => {
  const receiver = await startReceiver(t);
  const strict = await startAutomations(t, { WEBHOOK_RETRY_SECONDS: '0' });
  const webhook = await addWebhook(strict, 'http://hooks.example/', { events: ['contact.created'] });
  const dead = async () => (await strict.get(`/webhook/${webhook.ID}/deliveries?status=dead`)).body.data.deliveries;
  // The owner of the host name changes its IP address after the check.
  const rebound = receiver.url.replace('127.0.0.1', 'localhost');
  await strict.db.updateTable('automations_webhooks').set({ url: rebound }).execute();
  await addContact(strict, { email: 'rebound@x.example' });
  const [delivery] = await until(async () => (await dead()).length === 1 && dead());
  t.match(delivery.last_error, /private address/);
  await strict.db.updateTable('automations_webhooks').set({ url: receiver.url }).execute();
  await addContact(strict, { email: 'rebound2@x.example' });
  await until(async () => (await dead()).length === 2);
  t.strictSame(receiver.received, []);
});

t.test(
  'deliveries that were waiting when the process ended are sent by the next process, even if Redis lost them',
  async (t) => {
    const stores = await createStores(t);
    const receiver = await startReceiver(t);
    receiver.answers = [503];
    const first = await startAutomations(t, { ...local, WEBHOOK_RETRY_SECONDS: '3600' }, stores);
    const webhook = await addWebhook(first, receiver.url, { events: ['contact.created'] });
    await addContact(first, { email: 'waits@x.example' });
    await until(() => receiver.received.length === 1);
    await until(
      async () => (await first.get(`/webhook/${webhook.ID}/deliveries`)).body.data.deliveries[0].attempts === 1,
    );
    await first.stop();
    const redis = stores.redisUrl.startsWith('unix://')
      ? new Redis(stores.redisUrl.slice(7))
      : new Redis(stores.redisUrl);
    const keys = await redis.keys(`{${stores.redisPrefix}}*`);
    t.ok(keys.length > 0);
    await redis.del(...keys);
    redis.disconnect();
    receiver.answers = [200];
    const second = await startAutomations(t, local, stores);
    await until(() => receiver.received.length === 2);
    await until(
      async () =>
        (await second.get(`/webhook/${webhook.ID}/deliveries?status=delivered`)).body.data.deliveries.length === 1,
    );
    t.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id']);
  },
);

t.test(
  'deliveries that were stored but not yet queued when the process ended are sent by the next process',
  async (t) => {
    const stores = await createStores(t);
    const receiver = await startReceiver(t);
    const first = await startAutomations(t, local, stores);
    const webhook = await addWebhook(first, receiver.url, { events: ['contact.created'] });
    await first.stop();
    const db = openDb<AutomationsTables>(stores.mysqlUrl, { poolSize: 1 });
    const outbox = new Outbox(withPrefix(db, 'wp_', tables));
    const notified = { name: 'contact.created', contactId: 1, data: {}, at: new Date() };
    const write = await outbox.prepare();
    await inTransaction(withPrefix(db, 'wp_', tables), (trx) => write(trx, [notified]));
    await db.destroy();
    const next = await startAutomations(t, local, stores);
    t.equal((await next.get(`/webhook/${webhook.ID}/deliveries`)).body.data.deliveries.length, 1);
    await until(() => receiver.received.length === 1);
  },
);

t.test('secrets of any length are encrypted in MySQL, and nothing is sent if their key is missing', async (t) => {
  const stores = await createStores(t);
  const receiver = await startReceiver(t);
  const first = await startAutomations(t, local, stores);
  const longest = `whsec_${Buffer.alloc(64, 9).toString('base64')}`;
  const webhooks = [await addWebhook(first, receiver.url), await addWebhook(first, receiver.url, { secret: longest })];
  t.equal(webhooks[1].secret, longest);
  const stored = () => first.db.selectFrom('automations_webhooks').select(['id', 'secret']).orderBy('id').execute();
  const before = await stored();
  for (const { secret } of before) t.notMatch(secret, /whsec_/);
  t.not(before[0]?.secret, before[1]?.secret);

  await first.stop();

  const stranger = await startAutomations(t, { ...local, CERTIFICATE_SECRET: 'another installation' }, stores);
  receiver.received.length = 0;
  await addContact(stranger, { email: 'three@x.example' });
  const dead = async () =>
    (await stranger.get(`/webhook/${webhooks[1].ID}/deliveries?status=dead`)).body.data.deliveries;
  const [delivery] = await until(async () => ((await dead()).length > 0 ? dead() : undefined));
  t.match(delivery.last_error, /another key/);
  t.same(receiver.received, [], 'nothing is sent unsigned');
});
