/** Bulk actions on a filter's contacts in processes that are killed. */

import { addTerms, type Body, findWrongCounts, startAutomations } from '../fixtures/automations.ts';
import { startKillable } from '../fixtures/killable.ts';
import { addManyContacts } from '../fixtures/many-contacts.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const many = 5_000;

t.test('after its process is killed, a job continues where it stopped, and reports each contact once', async (t) => {
  const [tag, mark] = (await addTerms(service, 'tag', ['Acted on', 'Killed'])) as [number, number];
  const ids = await addManyContacts(service.db, 'killed', many, [mark]);
  const webhook = { url: 'https://nobody.example/', events: ['tag.added', 'contact.status_changed'] };
  const { ID: webhookId } = (await service.post('/webhook/add', webhook)).body.data.webhooks;
  await service.stop();
  const process = await startKillable(t, stores, service.key);
  const { ask } = process;
  const filter = { tag: [mark] };
  const jobs: Body[] = [];
  for (const given of [
    { action: 'add_points', points: 3 },
    { action: 'add_tags', tags: [tag] },
    { action: 'set_status', status: 'bounced' },
  ]) {
    jobs.push((await ask('POST', '/contacts/action', { filter, ...given })).body.data.job);
  }
  for (const { ID } of [jobs[0], jobs[0], jobs[1]]) {
    const jobNow = async () => (await ask('GET', `/job/${ID}`)).body.data.job;
    const { done } = await jobNow();
    await until(async () => (await jobNow()).done > done || (await jobNow()).ended_at);
    await process.end('SIGKILL');
    await process.start();
  }
  for (const { ID } of jobs) {
    const ended = await until(async () => {
      const { job } = (await ask('GET', `/job/${ID}`)).body.data;
      return job.ended_at && job;
    });
    t.match(ended, { status: 'done', total: many, done: many, failed: 0, error: null });
  }
  await process.end('SIGTERM');
  const next = await startAutomations(t, {}, stores);
  const { total } = (await next.get(`/contacts?tag=${tag}&status=bounced&limit=1`)).body.data.contact;
  t.equal(total, many);
  const scores = await next.db.selectFrom('automations_contacts').select('points').distinct().execute();
  t.strictSame(scores, [{ points: 3 }], 'points are added once');
  const reported = next.db.selectFrom('automations_webhook_deliveries').select('contact_id').orderBy('contact_id');
  t.strictSame(
    (await reported.where('webhook_id', '=', webhookId).execute()).map(({ contact_id }) => contact_id),
    ids.flatMap((id) => [id, id]),
  );
  t.strictSame(await findWrongCounts(next.db), []);
  t.strictSame(await next.db.selectFrom('automations_job_parts').selectAll().execute(), []);
});
