/** The audit log: its entries, their authors and access to it. */

import { sql } from 'kysely';
import { listAuditEntries } from '../../automations-api/plugins/automations/audit/queries.ts';
import { writeAudit, writeAuditEntries } from '../../automations-api/plugins/automations/audit/write.ts';
import { forgetOld } from '../../automations-api/plugins/automations/retention.ts';
import { addContact, addTerms, type Body, request, startAutomations } from '../fixtures/automations.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { explain, indexesOf, wholeReads } from '../fixtures/explain.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { get, post, del, db, makeKey, site, app } = service;

const entries = async (query = ''): Promise<Body[]> => (await get(`/audit?${query}`)).body.data.audit;
const byKey = { type: 'api_key', name: '' };

t.test('creations, changes and deletions are logged with the API key that was used', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Audited']);
  const [list] = await addTerms(service, 'list', ['Audited']);
  const field = (await post('/field/add', { field_name: 'Audited', type: 1 })).body.data.fields.ID;
  const url = 'https://receiver.example/path?secret=1';
  const webhook = (await post('/webhook/add', { url, events: ['tag.added'] })).body.data.webhooks.ID;
  await post(`/webhook/update/${webhook}`, { active: false });
  const segment = (await post('/segment/add', { name: 'Audited', filter: {} })).body.data.segment.ID;
  await post(`/segment/update/${segment}`, { name: 'Audited again' });
  for (const route of [`/segment/${segment}`, `/webhook/${webhook}`, `/field/${field}`, `/tag/${tag}`, `/list/${list}`])
    await del(route);
  const receiver = { receiver: 'https://receiver.example', events: ['tag.added'] };
  t.match(await entries(), [
    { action: 'list.deleted', subject: String(list), data: { name: 'Audited' }, by: byKey },
    { action: 'tag.deleted', subject: String(tag), data: { name: 'Audited' }, by: byKey },
    { action: 'field.deleted', subject: field, data: { name: 'Audited', slug: 'audited' }, by: byKey },
    { action: 'webhook.deleted', subject: String(webhook), data: { ...receiver, active: false }, by: byKey },
    { action: 'segment.deleted', subject: String(segment), data: { name: 'Audited again' }, by: byKey },
    { action: 'segment.changed', subject: String(segment), data: { name: 'Audited again' }, by: byKey },
    { action: 'segment.created', subject: String(segment), data: { name: 'Audited' }, by: byKey },
    { action: 'webhook.changed', subject: String(webhook), data: { ...receiver, active: false }, by: byKey },
    { action: 'webhook.created', subject: String(webhook), data: { ...receiver, active: true }, by: byKey },
  ]);
  const [newest] = await entries('limit=1');
  t.strictSame(Object.keys(newest), ['at', 'action', 'subject', 'name', 'by', 'data']);
  t.strictSame(Object.keys(newest.by), ['type', 'id', 'name']);
  t.match(newest.at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

t.test('a deletion or merge of several tags or lists is one entry with their count, names and ids', async (t) => {
  for (const kind of ['tag', 'list'] as const) {
    const names = Array.from({ length: 25 }, (_, n) => `Bulk ${String(n).padStart(2, '0')}`);
    const ids = await addTerms(service, kind, names);
    const [kept, first, second, third] = ids as [number, number, number, number];
    await post(`/${kind}/merge`, { from: [first], into: kept });
    await post(`/${kind}/merge`, { from: [second, third], into: kept });
    const { body } = await post(`/${kind}/delete`, { ids: [...ids, 999_999_999] });
    t.equal(body.data[`${kind}s`].length, 22);
    t.match(await entries(`action=${kind}.deleted&limit=1`), [
      { subject: '*', data: { count: 22, names: names.filter((_, n) => n === 0 || n > 3).slice(0, 20) }, by: byKey },
    ]);
    const into = { into: kept, into_name: 'Bulk 00' };
    t.match(await entries(`action=${kind}.merged`), [
      { subject: '*', data: { count: 2, names: ['Bulk 02', 'Bulk 03'], ids: [second, third], ...into }, by: byKey },
      { subject: String(first), data: { name: 'Bulk 01', ...into }, by: byKey },
    ]);
    t.equal((await post(`/${kind}/delete`, { ids })).status, 404);
    const [own] = await addTerms(service, kind, ['Alone']);
    await post(`/${kind}/delete`, { ids: [own] });
    t.match(await entries(`action=${kind}.deleted&limit=1`), [{ subject: String(own), data: { name: 'Alone' } }]);
    t.equal((await post(`/${kind}/delete`, { ids: [] })).status, 400);
  }
});

t.test('the entry of a job names its tags or lists', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Named']);
  const [list] = await addTerms(service, 'list', ['Newsletter']);
  const filter = { tag: [tag] };
  await post('/contacts/action', { filter, action: 'add_tags', tags: [tag] });
  await post('/contacts/action', { filter, action: 'remove_lists', lists: [list] });
  t.match(await entries('action=job.created'), [
    { data: { action: 'remove_lists', lists: ['Newsletter'], conditions: ['tag'], total: 0 } },
    { data: { action: 'add_tags', tags: ['Named'], conditions: ['tag'], total: 0 } },
  ]);
});

t.test('an entry shows the current email address of its contact, and none once the contact is erased', async (t) => {
  const id = await addContact(service, { email: 'named@x.example' });
  await get(`/contact/${id}/export`);
  const shown = async () => (await entries('action=contact.exported')).map(({ subject, name }) => [subject, name]);
  t.same(await shown(), [[String(id), 'named@x.example']]);
  await post(`/contact/erase/${id}`);
  t.same(await shown(), [[String(id), null]]);
  t.notMatch(JSON.stringify(await entries()), /named@x/);
});

t.test("an export is logged with its filter's conditions, but without their values", async (t) => {
  await addContact(service, { email: 'ada@x.example' });
  await get('/contacts/export?format=jsonl&email=ada@x.example&status=');
  const [entry] = await entries('action=contacts.exported');
  t.match(entry, { subject: 'jsonl', data: { conditions: ['email', 'status'] }, by: byKey });
  t.notMatch(JSON.stringify(entry), /ada/);
});

t.test('the log can be filtered by a type of caller or by an individual caller', async (t) => {
  const person = { type: 'user', id: 7, name: 'ada' };
  for (const by of [person, { ...person, id: 8 }, undefined]) await writeAudit(db, by, 'test.narrowed', { subject: 1 });
  const of = async (by: string) => (await entries(`action=test.narrowed&by=${by}`)).map((entry) => entry.by.id);
  t.same(await of('user'), [8, 7]);
  t.same(await of('user:7'), [7]);
  t.same(await of('system'), [0]);
  t.same(await of('user:9'), []);
  for (const odd of ['constructor', '__proto__']) t.same(await entries(`by=${odd}`), [], odd);
  t.match(await get('/audit?by=user:x'), { status: 422, body: { code: 'unprocessable_entity' } });
});

t.test('refused and rolled-back changes are not logged', async (t) => {
  const before = await entries();
  await del('/tag/999999999');
  await del('/webhook/999999999');
  await t.rejects(
    db.transaction().execute(async (trx) => {
      await writeAudit(trx, undefined, 'tag.deleted', { subject: 1 });
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  t.strictSame(await entries(), before);
});

t.test('changes to keys and plugins on the command line are logged', async (t) => {
  const env = { LOCAL_DIR: '/nonexistent', MYSQL_URL: stores.mysqlUrl };
  const { json: cli } = commandLine('automations-api/cli.js', env);
  const { id, key } = await cli('key', 'create', '--permission', 'read', '--description', 'shop');
  await cli('key', 'revoke', String(id));
  await cli('plugin', 'activate', 'automations');
  const by = { type: 'command_line', id: 0, name: '' };
  const [activated, revoked, created] = await entries();
  t.match(activated, { action: 'plugin.activated', subject: 'automations', by });
  t.match(revoked, { action: 'key.revoked', subject: String(id), data: { description: 'shop' }, by });
  t.match(created, {
    action: 'key.created',
    subject: String(id),
    data: { permission: 'read', description: 'shop' },
    by,
  });
  t.notMatch(JSON.stringify(await entries()), key);
});

t.test('a plugin can add its actions to the audit log through the host', async (t) => {
  const by = { type: 'user', id: 3, name: 'Ada' };
  await app.host.hooks.doAction('automations_audit', { by, action: 'admin.removed', subject: 7 });
  t.match(await entries('action=admin.removed'), [{ subject: '7', by, data: null }]);
});

t.test('only an API key with the permission `full` can read the log', async (t) => {
  for (const [permission, status] of [
    ['read', 403],
    ['write', 403],
    ['full', 200],
  ] as const) {
    const answer = await request(`${site}/wp-json/automations/audit?api_key=${await makeKey(permission)}`, 'GET');
    t.equal(answer.status, status);
    if (status === 403) t.equal(answer.body.code, 'permission_denied');
  }
});

t.test('the log can be filtered by action and day, and is paged in order of creation', async (t) => {
  const day = (n: number) => new Date(Date.UTC(2020, 0, n));
  const noted = Array.from({ length: 12 }, (_, n) => ({
    by: undefined,
    action: n % 2 === 0 ? 'thing.made' : 'thing.ended',
    subject: n,
  })) satisfies Parameters<typeof writeAuditEntries>[1];
  await writeAuditEntries(db, noted);
  for (const { subject } of noted) {
    const at = day(1 + Math.floor(subject / 4));
    await db
      .updateTable('automations_audit')
      .set({ at })
      .where('action', 'like', 'thing.%')
      .where('subject', '=', String(subject))
      .execute();
  }
  const subjects = async (query: string) => (await entries(query)).map(({ subject }) => Number(subject));
  t.strictSame(await subjects('action=thing.made'), [10, 8, 6, 4, 2, 0]);
  t.strictSame(await subjects('action=thing.made,thing.ended&from=2020-01-02&to=2020-01-02'), [7, 6, 5, 4]);
  t.strictSame(await subjects('from=2020-01-03&to=2020-01-03'), [11, 10, 9, 8]);
  t.match((await entries('action=thing.made&limit=1'))[0].by, { type: 'system', id: 0, name: '' });
  const walked: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data } = (await get(`/audit?to=2020-12-31&limit=5&cursor=${cursor}`)).body as Body;
    walked.push(...data.audit.map(({ subject }: Body) => Number(subject)));
    t.match(data, { limit: 5, offset: 0 });
    cursor = data.next_cursor;
  }
  t.strictSame(walked, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  for (const wrong of ['cursor=x', 'from=yesterday', 'to=2020-13-01', 'limit=0']) {
    t.equal((await get(`/audit?${wrong}`)).status, 422);
  }
});

t.test('each page of the log is read from an index', async (t) => {
  const many = Array.from({ length: 3_000 }, (_, n) => ({
    by: undefined,
    action: n % 9 === 0 ? ('tag.deleted' as const) : ('tag.kept' as const),
    subject: n,
  }));
  await writeAuditEntries(db, many);
  await db
    .updateTable('automations_audit')
    .set({ at: sql`at - INTERVAL id MINUTE` })
    .where('action', 'like', 'tag.%')
    .execute();
  await sql`ANALYZE TABLE ${sql.table('wp_automations_audit')}`.execute(db);
  const after = { at: new Date(Date.now() - 86_400_000), id: 5 };
  for (const [filter, index] of [
    [{ actions: [], after }, 'audit_at'],
    [{ actions: ['tag.deleted'], after }, 'audit_action'],
    [{ actions: ['tag.deleted'], from: new Date(0) }, 'audit_action'],
  ] as const) {
    const plans = await explain(db, (on) => listAuditEntries(on, { ...filter, actions: [...filter.actions] }, 25));
    t.strictSame(wholeReads(plans), []);
    t.strictSame(indexesOf(plans), [`wp_automations_audit.${index}`]);
  }
});

t.test('entries older than the retention period are deleted', async (t) => {
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await writeAuditEntries(db, [
    { by: undefined, action: 'old.made', subject: 1 },
    { by: undefined, action: 'young.made', subject: 1 },
  ]);
  for (const [action, at] of [
    ['old.made', daysAgo(11)],
    ['young.made', daysAgo(9)],
  ] as const) {
    await db.updateTable('automations_audit').set({ at }).where('action', '=', action).execute();
  }
  await forgetOld(db, { auditDays: 10, timelineDays: 0, eventDays: 0 }, now);
  t.equal((await entries('action=old.made')).length, 0);
  t.equal((await entries('action=young.made')).length, 1);
});
