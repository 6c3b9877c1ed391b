/** API keys: their permissions, and their storage as hashes. */

import { sql } from 'kysely';
import { insertApiKey, revokeApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { addTerms, answerOf, request, startAutomations } from '../fixtures/automations.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { site, key, makeKey, db } = service;
const root = `${site}/wp-json/automations`;
const [tag] = await addTerms(service, 'tag', ['Key']);

for (const [what, query, headers, code] of [
  ['no key', '', {}, 'api_key_missing'],
  ['an empty key', 'api_key=', {}, 'api_key_missing'],
  ['a key that is wrong', `api_key=${'0'.repeat(32)}`, {}, 'api_key_invalid'],
  ['a key in another format', 'api_key=admin', {}, 'api_key_invalid'],
  ['a list instead of a key', `api_key[]=${key}`, {}, 'api_key_invalid'],
  ['an object instead of a key', `api_key[a]=${key}`, {}, 'api_key_invalid'],
  ['a key in capitals', `api_key=${'A'.repeat(32)}`, {}, 'api_key_invalid'],
  ['a wrong key in a header', '', { 'X-API-Key': 'x' }, 'api_key_invalid'],
  ['another kind of Authorization', '', { Authorization: `Basic ${key}` }, 'api_key_missing'],
  ['a wrong key in the query beside a valid key', 'api_key=x', { 'X-API-Key': key }, 'api_key_invalid'],
] as const) {
  t.test(`${what} gets 401 ${code} on every method`, async (t) => {
    for (const [method, path] of [
      ['GET', '/tags'],
      ['POST', '/tag/add'],
      ['DELETE', `/tag/${tag}`],
    ] as const) {
      const answer = await answerOf(await fetch(`${root}${path}?${query}`, { method, headers }));
      t.equal(answer.status, 401);
      t.strictSame(Object.keys(answer.body), ['code', 'message']);
      t.equal(answer.body.code, code);
      t.type(answer.body.message, 'string');
    }
  });
}

t.test('a key is accepted in the query, in X-API-Key and as a bearer token', async (t) => {
  for (const [query, headers] of [
    [`?api_key=${key}`, {}],
    ['', { 'X-API-Key': key }],
    ['', { Authorization: `Bearer ${key}` }],
    ['', { Authorization: `bearer ${key}` }],
  ] as const) {
    t.equal((await fetch(`${root}/tags${query}`, { headers })).status, 200);
  }
});

t.test('a key in the body is ignored', async (t) => {
  const answer = await request(`${root}/tag/add`, 'POST', { api_key: key, tags: ['x'] });
  t.equal(answer.body.code, 'api_key_missing');
});

for (const [permission, allowed] of [
  ['read', ['GET']],
  ['write', ['GET', 'POST']],
  ['full', ['GET', 'POST', 'DELETE']],
] as const) {
  t.test(`a key with the permission ${permission} can ${allowed.join(', ')} and nothing else`, async (t) => {
    const own = await makeKey(permission);
    for (const [method, path, missing] of [
      ['GET', '/contact', 'required_fields_missing'],
      ['POST', '/contact/add', 'required_fields_missing'],
      ['DELETE', '/contact/999999', 'contact_not_exists'],
      ['GET', '/webhooks', 'success'],
      ['POST', '/webhook/add', 'required_fields_missing'],
      ['GET', '/contacts/export?email=none', undefined],
      ['POST', '/contacts/batch', 'required_fields_missing'],
    ] as const) {
      const url = `${root}${path}${path.includes('?') ? '&' : '?'}api_key=${own}`;
      const answer = await request(url, method);
      const may = (allowed as readonly string[]).includes(method);
      t.equal(answer.body?.code, may ? missing : 'permission_denied', `${method} ${path}`);
      if (!may) t.equal(answer.status, 403);
    }
  });
}

t.test('a process that has not cached a revoked key answers api_key_inactive immediately', async (t) => {
  const { id, key: own } = await insertApiKey(db, 'full', '', new Date());
  await revokeApiKey(db, id);
  t.match(await request(`${root}/tags?api_key=${own}`, 'GET'), { status: 401, body: { code: 'api_key_inactive' } });
});

t.test('a process that has cached a revoked key refuses it within a second', async (t) => {
  const { id, key: own } = await insertApiKey(db, 'full', '', new Date());
  t.equal((await fetch(`${root}/tags?api_key=${own}`)).status, 200);
  await revokeApiKey(db, id);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  t.equal((await request(`${root}/tags?api_key=${own}`, 'GET')).body.code, 'api_key_inactive');
});

t.test("only a key's hash is stored, along with the time of its last use", async (t) => {
  const own = await makeKey('read');
  await fetch(`${root}/tags?api_key=${own}`);
  const rows = await db.selectFrom('automations_api_keys').selectAll().execute();
  t.ok(rows.every(({ hash }) => hash.length === 32));
  const { rows: tables } = await sql<Record<string, string>>`SHOW TABLES`.execute(db);
  for (const row of tables) {
    const [table] = Object.values(row) as [string];
    const { rows: all } = await sql`SELECT * FROM ${sql.table(table)}`.execute(db);
    t.notMatch(JSON.stringify(all), own, table);
  }
  const newest = db.selectFrom('automations_api_keys').select('last_used_at').orderBy('id', 'desc');
  t.ok(await until(async () => (await newest.executeTakeFirst())?.last_used_at), 'the use is recorded');
});

t.test('the command line creates, lists and revokes keys, and prints JSON on one line', async (t) => {
  const { json: run } = commandLine('automations-api/cli.js', { ...envOf(stores), LOG_LEVEL: 'silent' });
  const made = await run('key', 'create', '--permission', 'read', '--description', 'a shop');
  t.strictSame(Object.keys(made), ['id', 'key', 'permission', 'description']);
  t.match(made, { id: Number, key: /^[0-9a-f]{32}$/, permission: 'read', description: 'a shop' });
  t.equal((await fetch(`${root}/tags?api_key=${made.key}`)).status, 200);
  const listed = (await run('key', 'list')).find(({ id }: { id: number }) => id === made.id);
  t.match(listed, { permission: 'read', description: 'a shop', active: true });
  t.notOk('key' in listed || 'hash' in listed);
  t.strictSame(await run('key', 'revoke', String(made.id)), { id: made.id, active: false });
  t.equal((await run('key', 'create')).permission, 'full');
  await t.rejects(run('key', 'revoke', '999999'), /there is no key 999999/);
  await t.rejects(run('key', 'create', '--permission', 'all'), /it is one of read, write, full/);
});
