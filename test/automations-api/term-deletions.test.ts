/**
 * Deletions and merges of tags and lists with many contacts. They run in parts, and continue after their process was
 * killed.
 */
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Automations, addTerms, findWrongCounts, recordOf, startAutomations } from '../fixtures/automations.ts';
import { startKillable } from '../fixtures/killable.ts';
import { addManyContacts, madeAt } from '../fixtures/many-contacts.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const { db, get, post, del } = service;
const many = 3_000;

const left = async (termId: number, on: Automations['db'] = db) =>
  (await on.selectFrom('automations_contact_terms').select('contact_id').where('term_id', '=', termId).execute())
    .length;

async function untilGone(termId: number): Promise<void> {
  const pending = () =>
    db.selectFrom('automations_term_deletions').selectAll().where('term_id', '=', termId).executeTakeFirst();
  await until(pending, (deletion) => deletion === undefined);
}

t.test('a deleted tag disappears from every answer at once, and is then removed from its contacts', async (t) => {
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

const acts = [
  { act: 'deletion', table: 'automations_term_deletions', received: ['list.removed'] },
  { act: 'merge', table: 'automations_term_merges', received: ['list.added', 'list.removed'] },
] as const;

for (const { act, table, received } of acts) {
  t.test(
    `a ${act} that a killed process started is finished by the next process, and each contact is reported once`,
    async (t) => {
      await service.stop();
      const before = await startAutomations(t, {}, stores);
      const webhook = await before.post('/webhook/add', { url: 'https://nobody.example/', events: received });
      const [list, into] = (await addTerms(before, 'list', [`Interrupted ${act}`, `Kept ${act}`])) as [number, number];
      const ids = await addManyContacts(before.db, act, many, [list]);
      await before.stop();
      const process = await startKillable(t, stores, before.key);
      const watching = await createConnection(stores.mysqlUrl);
      const begun =
        act === 'merge'
          ? await process.ask('POST', '/list/merge', { from: [list], into })
          : await process.ask('DELETE', `/list/${list}`);
      t.equal(begun.status, 200, begun.text);
      await until(async () => {
        const query = 'SELECT COUNT(*) AS n FROM wp_automations_contact_terms WHERE term_id = ?';
        const [[row]] = await watching.query<RowDataPacket[]>(query, [list]);
        return row?.n < many;
      });
      await process.end('SIGKILL');
      await watching.end();
      const next = await startAutomations(t, {}, stores);
      await until(
        async () => !(await next.db.selectFrom(table).select('term_id').where('term_id', '=', list).executeTakeFirst()),
      );
      t.equal(await left(list, next.db), 0);
      t.equal(await left(into, next.db), act === 'merge' ? many : 0);
      for (const event of received) {
        const deliveries = next.db
          .selectFrom('automations_webhook_deliveries')
          .select('contact_id')
          .where('webhook_id', '=', webhook.body.data.webhooks.ID)
          .where('event', '=', event);
        const noted = next.db
          .selectFrom('automations_timeline')
          .select('contact_id')
          .where('contact_id', 'in', ids)
          .where('event', '=', event);
        for (const rows of [await deliveries.execute(), await noted.execute()]) {
          const contacts = rows.map(({ contact_id }) => Number(contact_id)).sort((a, b) => a - b);
          t.strictSame(contacts, ids, `${event} once of each`);
        }
      }
      t.strictSame(await findWrongCounts(next.db), []);
      await next.stop();
    },
  );
}
