/** UTM templates: stored in a workspace by name, limited in number, and deleted with it; and the values that it uses. */

import { deleteRest } from '../../../daemon/ownership/delete-remains.ts';
import { markDeleted } from '../../../daemon/ownership/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const newCaller = async () => caller(daemon, (await addWorkspace(db, 'scale')).key);
const utm = { source: 'newsletter', medium: 'email' };
const at = (name: string) => `/utm-templates/${encodeURIComponent(name)}`;
const names = async (call: ReturnType<typeof caller>) =>
  (await call('GET', '/utm-templates')).json.templates.map(({ name }: Json) => name);

t.test('a template is stored, listed by name, replaced by a second PUT, and deleted', async (t) => {
  const [call, theirs] = [await newCaller(), await newCaller()];
  for (const name of ['Spring / 50 %', 'spring', 'Été 🙂', 'x'.repeat(50)])
    t.match(await call('PUT', at(name), { utm }), { status: 200, json: { name, utm } });
  t.same((await names(call)).sort(), ['Spring / 50 %', 'spring', 'x'.repeat(50), 'Été 🙂'].sort());
  await call('PUT', at('spring'), { utm: { campaign: 'other' } });
  const { templates } = (await call('GET', '/utm-templates')).json;
  t.strictSame(templates.find(({ name }: Json) => name === 'spring').utm, { campaign: 'other' });
  t.same(await names(theirs), []);
  t.equal((await theirs('DELETE', at('spring'))).status, 404);
  t.equal((await call('DELETE', at('Été 🙂'))).status, 200);
  t.equal((await call('DELETE', at('Été 🙂'))).status, 404);
  t.notOk((await names(call)).includes('Été 🙂'));
  const { entries } = (await call('GET', '/audit?action=utm')).json;
  t.match(entries[0], { action: 'utm.delete', objectId: 'Été 🙂' });
});

t.test('an invalid template is refused', async (t) => {
  const call = await newCaller();
  for (const [name, body, field] of [
    ['x'.repeat(51), { utm }, 'name'],
    [' a', { utm }, 'name'],
    ['a', {}, 'utm'],
    ['a', { utm: { source: 'x'.repeat(201) } }, 'utm.source'],
    ['a', { utm: { ref: 'x' } }, 'utm.ref'],
  ] as const) {
    const { status, json } = await call('PUT', at(name), body);
    t.same([status, json.error.details.field], [422, field], `${name} ${JSON.stringify(body)}`);
  }
  t.same(await names(call), []);
});

t.test('a workspace has at most a hundred templates, however many are stored at once', async (t) => {
  const call = await newCaller();
  const put = (n: number) => call('PUT', at(`t${n}`), { utm });
  for (let n = 0; n < 95; n++) await put(n);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(95 + n)));
  t.same(answers.map(({ status }) => status).sort(), [...Array(5).fill(200), ...Array(5).fill(409)]);
  t.equal((await names(call)).length, 100);
  t.equal((await put(0)).status, 200, 'an existing one can change');
});

t.test('the values of the newest links and of the templates are listed, the most frequent first', async (t) => {
  const [call, theirs] = [await newCaller(), await newCaller()];
  const url = 'https://example.com/';
  const create = async (links: Json[]) => t.equal((await call('POST', '/links/bulk', { links })).json.failed, 0);
  const used = async (by = call) => (await by('GET', '/utm-templates')).json.used;
  const none = { source: [], medium: [], campaign: [], term: [], content: [] };
  t.strictSame(await used(), none);
  await create([
    { url, utm: { source: 'mail', campaign: 'Spring' } },
    { url, utm: { source: 'print', term: '' } },
    { url, utm: { source: 'mail', campaign: 'spring' } },
    { url },
  ]);
  await call('PUT', at('a'), { utm: { source: 'print', medium: 'paper' } });
  await call('PUT', at('b'), { utm: { source: 'print' } });
  const expected = { ...none, source: ['print', 'mail'], medium: ['paper'], campaign: ['Spring', 'spring'] };
  t.strictSame(await used(), expected);
  t.strictSame(await used(theirs), none);

  const fifty = Array.from({ length: 50 }, (_, n) => ({ url, utm: { term: `t${n}` } }));
  await create(fifty);
  await create([{ url, utm: { term: 't51' } }]);
  t.equal((await used()).term.length, 50);
  for (let n = 0; n < 20; n++) await create(fifty.map(() => ({ url })));
  t.strictSame(await used(), { ...none, source: ['print'], medium: ['paper'] }, 'only the newest 1,000 links are read');
});

t.test('templates are deleted with their workspace', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  await caller(daemon, workspace.key)('PUT', at('a'), { utm });
  const now = new Date();
  await inTransaction(db, (trx) => markDeleted(trx, workspace.id, now));
  const stopping = new AbortController().signal;
  await deleteRest({ db, endBilling: async () => {}, stopping }, workspace.id, now);
  const left = await db
    .selectFrom('utm_templates')
    .select('name')
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirst();
  t.equal(left, undefined);
});
