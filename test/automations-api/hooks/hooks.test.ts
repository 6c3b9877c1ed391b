/** Hooks: messages are stored immediately, applied to contacts by jobs, and count once. */
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { signedHeaders } from '../../../shared/webhooks/signature.ts';
import { addContact, addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { addHook, ended, messagesOf, sendTo } from '../../fixtures/hooks.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { site, post, get, del, db } = service;
const send = (hook: Body, body: unknown, headers = {}) => sendTo(site, hook, body, headers);
const contactOf = async (id: number): Promise<Body> => (await get(`/contact?id=${id}`)).body.data.contact;
const hookNow = async ({ ID }: Body): Promise<Body> => (await get(`/hook/${ID}`)).body.data.hook;

t.test("a message creates a contact, and the next message fills only the contact's empty values", async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Bought']);
  const mapping = { email: 'billing.email', f_name: 'billing.first_name', l_name: 'billing.last_name', tags: [tag] };
  const hook = await addHook(service, { mapping });
  t.match(hook, { ID: Number, url: /\/hooks\/\w{43}$/, active: true, received: 0, signature: null });
  const first = await send(hook, { billing: { email: 'Ada@x.example', first_name: 'Ada' } });
  t.equal(first.status, 202);
  t.strictSame(JSON.parse(first.text), { received: true, repeated: false });
  t.match(await ended(service, hook), [{ outcome: 'created', contact: Number, body: { billing: {} } }]);
  await send(hook, { billing: { email: 'ada@x.example', first_name: 'Eve', last_name: 'Lovelace' } });
  const [message] = await ended(service, hook, 2);
  t.match(message, { outcome: 'changed' });
  t.match((await contactOf(message.contact)).contact.db_contact, {
    ...{ f_name: 'Ada', l_name: 'Lovelace', status: '0', tags: `[${tag}]` },
  });
  t.match(await hookNow(hook), { received: 2, last_at: String });
  t.equal((await del(`/hook/${hook.ID}`)).status, 200);
  t.equal((await send(hook, {})).status, 404);
});

t.test('values to overwrite change, invalid values are reported, and points are added', async (t) => {
  const field = (await post('/field/add', { field_name: 'Size', type: 2 })).body.data.fields.ID;
  const id = await addContact(service, { email: 'known@x.example', f_name: 'Old', points: 5, status: 'unsubscribed' });
  const hook = await addHook(service, {
    mapping: {
      ...{ email: 'e', f_name: 'f', country: 'c', type: { value: 'customer' }, add_points: 'p', tags: [999_999] },
      ...{ fields: { [field]: 's' }, overwrite: ['f_name', String(field)] },
    },
  });
  await send(hook, { e: 'known@x.example', f: 'New', c: 'Atlantis', p: '12.9', s: 3 });
  const [message] = await ended(service, hook);
  t.match(message, { outcome: 'changed', contact: id, detail: /country, tag 999999/ });
  await send(hook, { e: 'known@x.example', f: ' ', s: 'large' });
  t.match((await ended(service, hook, 2))[0], { outcome: 'unchanged', detail: /field \d/ });
  const shown = await contactOf(id);
  t.match(shown.contact.db_contact, { f_name: 'New', country: '', type: 'lead', points: '17', status: '3' });
  t.equal(shown.fields[field], '3');
});

t.test('trying a message shows its effect and changes nothing', async (t) => {
  const [list] = await addTerms(service, 'list', ['Tried']);
  const hook = await addHook(service);
  const mapping = { email: '[0].email', l_name: '[0]["last.name"]', lists: [list] };
  const body = [{ email: 'tried@x.example', 'last.name': 'Tried' }];
  const tried = (await post(`/hook/${hook.ID}/try`, { body, mapping })).body.data.would;
  t.match(tried, { outcome: 'created', contact: null, email: 'tried@x.example', lists: [list], tags: [], event: null });
  t.match(tried.changes, [{ name: 'email' }, { name: 'l_name', from: '', to: 'Tried' }]);
  t.equal((await get('/contact?email=tried@x.example')).status, 404);
  t.match((await post(`/hook/${hook.ID}/try`, { body })).body.data.would, { outcome: 'ignored' });
  t.match((await post(`/hook/${hook.ID}/try`, { body: { email: 'not one' } })).body.data.would, { outcome: 'failed' });
  t.strictSame(await messagesOf(service, hook), []);
});

const secret = 'a secret of the sender';
const standard = `whsec_${randomBytes(32).toString('base64')}`;
const hmac = (text: string, as: 'hex' | 'base64' = 'hex') => createHmac('sha256', secret).update(text).digest(as);
const seconds = (offset = 0) => Math.floor(Date.now() / 1_000) + offset;
const stripe = (time: number, text: string) => ({
  'stripe-signature': `t=${time},v1=00,v1=${hmac(`${time}.${text}`)}`,
});
const standardAt = (offset: number) => (body: string) =>
  signedHeaders([standard], 'msg_1', body, new Date((seconds() + offset) * 1_000));

/** Each kind of signature with its headers for a body: valid ones, and ones that are refused. */
const signatures: Record<string, { settings: object; valid: Signer[]; wrong: Signer[] }> = {};
type Signer = (body: string) => Record<string, string>;
signatures.hmac = {
  settings: { kind: 'hmac', header: 'X-Sum', secret },
  valid: [(body) => ({ 'x-sum': hmac(body) }), (body) => ({ 'x-sum': `sha256=${hmac(body)}` })],
  wrong: [(body) => ({ 'x-signature': hmac(body) }), (body) => ({ 'x-sum': hmac(body, 'base64') })],
};
signatures['hmac in base64'] = {
  settings: { kind: 'hmac', encoding: 'base64', secret },
  valid: [(body) => ({ 'x-signature': hmac(body, 'base64') })],
  wrong: [(body) => ({ 'x-signature': hmac(body) })],
};
signatures.github = {
  settings: { kind: 'github', secret },
  valid: [(body) => ({ 'x-hub-signature-256': `sha256=${hmac(body)}` })],
  wrong: [(body) => ({ 'x-hub-signature-256': hmac(body) })],
};
signatures.woocommerce = {
  settings: { kind: 'woocommerce', secret },
  valid: [(body) => ({ 'x-wc-webhook-signature': hmac(body, 'base64') })],
  wrong: [(body) => ({ 'x-wc-webhook-signature': hmac(`${body}.`, 'base64') })],
};
signatures.stripe = {
  settings: { kind: 'stripe', secret },
  valid: [(body) => stripe(seconds(), body), (body) => stripe(seconds(-200), body)],
  wrong: [
    (body) => stripe(seconds(-400), body),
    (body) => stripe(seconds(400), body),
    (body) => ({ 'stripe-signature': `v1=${hmac(body)}` }),
    () => ({ 'stripe-signature': `t=${seconds()}` }),
  ],
};
signatures.standard = {
  settings: { kind: 'standard', secret: standard },
  valid: [standardAt(0), standardAt(-200)],
  wrong: [
    standardAt(-400),
    (body) => ({ ...standardAt(0)(body), 'webhook-id': 'msg_2' }),
    (body) => ({ ...standardAt(0)(body), 'webhook-timestamp': 'now' }),
  ],
};

for (const [name, { settings, valid, wrong }] of Object.entries(signatures)) {
  t.test(`${name}: only messages with a valid signature are stored`, async (t) => {
    const hook = await addHook(service, { signature: settings });
    t.notOk(JSON.stringify(hook).includes(secret), 'no answer contains the secret');
    const bodies = [...valid, ...wrong, () => ({})].map((_, place) => JSON.stringify({ email: `s${place}@x.example` }));
    for (const [place, sign] of [...valid, ...wrong, () => ({})].entries()) {
      const body = bodies[place] as string;
      t.equal((await send(hook, body, sign(body))).status, place < valid.length ? 202 : 401, `${place}`);
    }
    t.equal((await send(hook, ' {}', valid[0]?.('{}'))).status, 401, 'another body');
    t.match(await hookNow(hook), { refused: wrong.length + 2, refused_detail: /signature/, refused_at: String });
  });
}

t.test('a signature needs a valid secret, and omitting the secret keeps the old secret', async (t) => {
  for (const signature of [{ kind: 'github' }, { kind: 'standard', secret: 'short' }, { kind: 'other', secret }]) {
    t.equal((await post('/hook/add', { name: 'X', mapping: { email: 'e' }, signature })).status, 422);
  }
  const hook = await addHook(service, { signature: { kind: 'hmac', secret } });
  const kept = await post(`/hook/update/${hook.ID}`, { signature: { kind: 'hmac', header: 'X-Sum' } });
  t.match(kept.body.data.hook, { signature: { kind: 'hmac', header: 'X-Sum' } });
  t.equal((await send(hook, '{}', { 'x-sum': hmac('{}') })).status, 202);
  t.equal((await post(`/hook/update/${hook.ID}`, { signature: { kind: 'github' } })).status, 422);
});

t.test('a repeated delivery counts once, but two different WooCommerce messages with one id both count', async (t) => {
  for (const headers of [{ 'webhook-id': 'a' }, { 'x-github-delivery': 'a' }, { 'idempotency-key': 'a' }]) {
    const hook = await addHook(service);
    const answers = [];
    for (let sent = 0; sent < 3; sent++) answers.push((await send(hook, { email: 'r@x.example' }, headers)).text);
    t.match(answers, [/"repeated":false/, /"repeated":true/, /"repeated":true/]);
    t.match(await hookNow(hook), { received: 1 });
    t.match((await send(hook, {}, { ...headers, ...{ 'webhook-id': 'b' } })).text, /"repeated":false/);
  }
  const shop = await addHook(service);
  const second = { 'x-wc-webhook-delivery-id': 'of this second' };
  for (const email of ['1@x.example', '2@x.example', '1@x.example']) await send(shop, { email }, second);
  t.match(await hookNow(shop), { received: 2 });
  const both = { 'webhook-id': '1', 'stripe-signature': 'not checked', 'idempotency-key': '1' };
  for (const [signature, headers, changed, received] of [
    [{ kind: 'stripe', secret }, (body: string) => stripe(seconds(), body), both, 1],
    [{ kind: 'standard', secret: standard }, standardAt(0), { 'stripe-signature': 'x', 'idempotency-key': 'x' }, 1],
    [
      { kind: 'hmac', header: 'Typeform-Signature', secret },
      (body: string) => ({ 'typeform-signature': hmac(body) }),
      both,
      1,
    ],
  ] as const) {
    const signed = await addHook(service, { signature });
    const body = JSON.stringify({ id: 'evt_2', event_id: 'evt_2', email: 'replayed@x.example' });
    await send(signed, body, headers(body));
    t.equal((await send(signed, body, { ...changed, ...headers(body) })).status, 202);
    t.match(await hookNow(signed), { received }, `${signature.kind}: unsigned headers do not make a replay new`);
  }
  const paid = await addHook(service);
  for (const id of ['evt_1', 'evt_1', 'evt_00000000000000', 'evt_00000000000000']) {
    await send(paid, { id }, { 'stripe-signature': 'not checked' });
  }
  t.match(await hookNow(paid), { received: 3 });
});

t.test('concurrent copies of a delivery count once', async (t) => {
  const hook = await addHook(service, { mapping: { email: 'email', add_points: { value: 1 } } });
  const copies = Array.from({ length: 10 }, () => send(hook, { email: 'many@x.example' }, { 'webhook-id': 'same' }));
  t.strictSame([...new Set((await Promise.all(copies)).map(({ status }) => status))], [202]);
  const [message] = await ended(service, hook);
  t.match((await contactOf(message.contact)).contact.db_contact, { points: '1' });
});

t.test('a hook that gets more than 20 messages a second answers 429, and other hooks continue', async (t) => {
  const [hook, other] = [await addHook(service), await addHook(service)];
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(hook, { email: 'fast@x.example' })));
  const refused = answers.filter(({ status }) => status === 429);
  t.ok(refused.length > 0 && refused.length < 60, `${refused.length} refused`);
  t.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
  t.equal((await send(other, {})).status, 202);
});

t.test('forms, multipart and lists are read, and too large or unreadable bodies are refused', async (t) => {
  const hook = await addHook(service, { mapping: { email: 'contact.email', f_name: 'names[1]' } });
  const form = 'contact[email]=form@x.example&names[]=a&names[]=Ada';
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  await send(hook, form, type);
  t.match((await ended(service, hook))[0], { outcome: 'created' });
  const boundary = '--b\r\nContent-Disposition: form-data; name="contact[email]"\r\n\r\nmulti@x.example\r\n--b--\r\n';
  await send(hook, boundary, { 'content-type': 'multipart/form-data; boundary=b' });
  t.match((await ended(service, hook, 2))[0], { outcome: 'created' });
  await send(hook, `payload=${encodeURIComponent('{"contact":{"email":"payload@x.example"}}')}`, type);
  t.match((await ended(service, hook, 3))[0], { outcome: 'created' });
  for (const [body, headers] of [
    ['{"email":', {}],
    ['[1,', {}],
    ['5', {}],
    ['--b\r\n', { 'content-type': 'multipart/form-data; boundary=b' }],
    ['['.repeat(70) + ']'.repeat(70), {}],
  ] as const) {
    t.equal((await send(hook, body, headers)).status, 400, body.slice(0, 20));
  }
  t.equal((await send(hook, `"${'x'.repeat(256 << 10)}"`)).status, 413);
  t.match(await hookNow(hook), { received: 3, refused: 5 });
  t.equal((await fetch(`${site}${new URL(hook.url).pathname}`)).status, 405);
});

t.test('the last ten messages are kept; messages are moved, exported and deleted with their contact', async (t) => {
  const hook = await addHook(service, { mapping: { email: 'email' } });
  for (let sent = 0; sent < 12; sent++) await send(hook, { email: `kept${sent % 2}@x.example`, sent });
  await until(async () => (await messagesOf(service, hook))[0]?.body.sent === 11 && (await ended(service, hook, 10)));
  const count = async () => {
    const all = sql<{ n: number }>`SELECT COUNT(*) AS n FROM wp_automations_hook_messages WHERE hook_id = ${hook.ID}`;
    return Number((await all.execute(db)).rows[0]?.n);
  };
  await until(async () => (await count()) === 10);
  const [{ contact: one }, { contact: other }] = await ended(service, hook, 10);
  const exported = async (id: number) => (await get(`/contact/${id}/export`)).body.data.export;
  t.equal((await exported(one)).hook_messages.length, 5);
  await post('/contact/merge', { keep: one, other });
  t.equal((await exported(one)).hook_messages.length, 10);
  await send(hook, { note: 'Please write to:\nkept0@x.example.' });
  t.match((await ended(service, hook, 10))[0], { outcome: 'ignored' });
  t.equal((await post(`/contact/erase/${one}`)).status, 200);
  t.strictSame(await messagesOf(service, hook), [], 'also the message that only mentions the email address');
  await send(hook, { email: 'kept1@x.example' });
  t.match(await ended(service, hook), [{ outcome: 'failed', detail: /erased/, body: null, contact: null }]);
});

t.test("FunnelKit's URL with the id and the key reaches the hook", async (t) => {
  const autonami = { id: '7', key: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' };
  const hook = await addHook(service, { autonami });
  t.strictSame(hook.autonami, { id: '7' });
  const at = (id: string, key: string) =>
    `${site}/wp-json/autonami/v1/webhook/?bwfan_autonami_webhook_id=${id}&bwfan_autonami_webhook_key=${key}`;
  const body = new URLSearchParams({ email: 'funnel@x.example' });
  t.equal((await fetch(at('7', autonami.key), { method: 'POST', body })).status, 202);
  t.match(await ended(service, hook), [{ outcome: 'created', body: { email: 'funnel@x.example' } }]);
  for (const url of [at('8', autonami.key), at('7', 'another key'), at('', ''), at('7', '').split('?')[0] as string]) {
    t.equal((await fetch(url, { method: 'POST', body })).status, 404);
  }
  t.equal((await post('/hook/add', { name: 'Y', mapping: { email: 'e' }, autonami })).body.code, 'already_exists');
  await post(`/hook/update/${hook.ID}`, { autonami: null });
  t.equal((await fetch(at('7', autonami.key), { method: 'POST', body })).status, 404);
});

t.test('a new URL replaces the old one, read-only keys get no URL, and an inactive hook answers 404', async (t) => {
  const hook = await addHook(service);
  const rotated = (await post(`/hook/rotate/${hook.ID}`)).body.data.hook;
  t.equal((await send(hook, {})).status, 404);
  t.equal((await send(rotated, {})).status, 202);
  const reader = await service.makeKey('read');
  const seen = await service.call('GET', `/hook/${hook.ID}`, undefined, { 'x-api-key': reader });
  t.equal(seen.status, 200);
  const byReader = await fetch(`${site}/wp-json/automations/hook/${hook.ID}?api_key=${reader}`);
  t.equal(((await byReader.json()) as Body).data.hook.url, null);
  await post(`/hook/update/${hook.ID}`, { active: false });
  t.equal((await send(rotated, {})).status, 404);
});

t.test('a mapping with an invalid path, event or name to overwrite is refused', async (t) => {
  for (const mapping of [
    { email: 'a..b' },
    { email: 'a[' },
    { email: 'a', f_name: 'b[x' },
    { email: 'a', event: 'Not Allowed' },
    { email: 'a', overwrite: ['f_name'] },
    { email: 'a', unknown: 'b' },
    { f_name: 'a' },
  ]) {
    t.equal((await post('/hook/add', { name: 'X', mapping })).status, 422, JSON.stringify(mapping));
  }
});

t.test('while the plugin is deactivated, the URL answers 404; afterwards stored messages are processed', async (t) => {
  const hook = await addHook(service);
  await post(`/hook/update/${hook.ID}`, { active: true });
  await send(hook, { email: 'before@x.example' });
  await service.app.host.remove('hooks');
  t.equal((await send(hook, { email: 'during@x.example' })).status, 404);
  const { plugin } = await import('../../../automations-api/plugins/hooks/plugin.ts');
  await service.app.host.start(plugin);
  t.match(await ended(service, hook), [{ outcome: 'created', body: { email: 'before@x.example' } }]);
});
