/** Tags and lists that many contacts have: their deletion goes on in parts, over a killed process too. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { addTerms, findWrongCounts, recordOf, startAutomations } from '../fixtures/automations.ts';
import { addManyContacts, madeAt } from '../fixtures/many-contacts.ts';
import { service as startProcess } from '../fixtures/processes.ts';
import { createStores } from '../fixtures/stack.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { db, get, post, del } = service;
const many = 3_000;

const left = async (termId: number) =>
  (await db.selectFrom('automations_contact_terms').select('contact_id').where('term_id', '=', termId).execute())
    .length;

async function untilGone(termId: number): Promise<void> {
  const pending = () =>
    db.selectFrom('automations_term_deletions').selectAll().where('term_id', '=', termId).executeTakeFirst();
  for (let tries = 2_000; await pending(); await sleep(50)) if (tries-- === 0) throw new Error('it did not end');
}

t.test('a deleted tag is gone from every answer at once, and from its contacts in the end', async (t) => {
  const [doomed, kept] = (await addTerms(service, 'tag', ['Large', 'Other'])) as [number, number];
  await addManyContacts(db, 'large', many, [doomed, kept]);
  const { id } = (await get(`/contacts?tag=${doomed}&limit=1`)).body.data.contact.contacts[0];
  t.equal((await del(`/tag/${doomed}`)).status, 200);
  t.equal((await recordOf(service, id)).tags, `[${kept}]`);
  t.equal((await get(`/contacts?tag=${doomed}`)).body.data.contact.total, 0);
  t.notOk((await get('/tags')).body.data.tags.some(({ ID }: { ID: number }) => ID === doomed));
  t.equal((await post(`/contact/tag-assign/${id}`, { tags: [doomed] })).status, 422);
  t.equal((await post(`/contact/update/${id}`, { tags: [kept], f_name: 'Meanwhile' })).status, 200);
  t.equal((await del(`/tag/${doomed}`)).status, 404);
  t.equal((await post('/tag/add', { tags: ['Large'] })).status, 200, 'its name is free');
  await untilGone(doomed);
  t.equal(await left(doomed), 0);
  t.equal(await left(kept), many);
  const still = db.selectFrom('automations_contacts').select('id').where('last_modified', '=', madeAt);
  t.strictSame(await still.execute(), [], 'each was changed');
  t.strictSame(await findWrongCounts(db), []);
  t.equal((await get(`/contacts?tag=${kept}`)).body.data.contact.total, many);
});

t.test('a deletion that a killed process began is ended by the next, and each contact is told of once', async (t) => {
  const webhook = await post('/webhook/add', { url: 'https://nobody.example/', events: ['list.removed'] });
  const [list] = (await addTerms(service, 'list', ['Interrupted'])) as [number];
  await addManyContacts(db, 'killed', many, [list]);
  await service.stop();
  const env = {
    MYSQL_URL: stores.mysqlUrl,
    REDIS_URL: stores.redisUrl,
    REDIS_PREFIX: stores.redisPrefix,
    LOCAL_DIR: service.config.localDir,
    CERTIFICATE_SECRET: `the secret of ${stores.redisPrefix}`,
  };
  const process = await startProcess(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
  await process.start();
  const url = `http://127.0.0.1:${process.port}/wp-json/automations/list/${list}?api_key=${service.key}`;
  t.equal((await fetch(url, { method: 'DELETE' })).status, 200);
  await process.end('SIGKILL');
  const next = await startAutomations(t, {}, stores);
  const open = (name: 'automations_contact_terms' | 'automations_term_deletions') =>
    next.db.selectFrom(name).select('term_id').where('term_id', '=', list).execute();
  for (let tries = 2_000; (await open('automations_term_deletions')).length > 0 && tries > 0; tries--) await sleep(50);
  t.strictSame(await open('automations_term_deletions'), []);
  t.strictSame(await open('automations_contact_terms'), []);
  const told = await next.db
    .selectFrom('automations_webhook_deliveries')
    .select(['contact_id'])
    .where('webhook_id', '=', webhook.body.data.webhooks.ID)
    .execute();
  t.equal(told.length, many);
  t.equal(new Set(told.map(({ contact_id }) => contact_id)).size, many);
  const removed = next.db.selectFrom('automations_timeline').select('contact_id').where('event', '=', 'list.removed');
  const onTimelines = (await removed.execute()).map(({ contact_id }) => contact_id);
  t.equal(onTimelines.length, many, 'each timeline has it once');
  t.equal(new Set(onTimelines).size, many);
  t.strictSame(await findWrongCounts(next.db), []);
});
