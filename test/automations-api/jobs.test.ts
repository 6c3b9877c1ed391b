/**
 * Bulk actions on a filter's contacts: the contacts they change, their events, and what happens at failures and
 * races.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { forgetOld } from '../../automations-api/plugins/automations/retention.ts';
import {
  type Automations,
  addContact,
  addTerms,
  type Body,
  keepCounts,
  recordOf,
  request,
  startAutomations,
} from '../fixtures/automations.ts';
import { addManyContacts } from '../fixtures/many-contacts.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const stores = await createStores(t);
/** A receiver that never answers, so that deliveries stay pending. */
const silent = createServer(() => {}).listen(0, '127.0.0.1');
await once(silent, 'listening');
t.teardown(() => {
  silent.close();
  silent.closeAllConnections();
});
const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
const service = await startAutomations(t, { ALLOW_PRIVATE_DESTINATIONS: '1' }, stores);
const { get, post, del, db } = service;
keepCounts(t, service);

const act = async (body: object, { post }: Automations = service): Promise<Body> => {
  const answer = await post('/contacts/action', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.job;
};
const jobOf = async (id: number, { get }: Automations = service): Promise<Body> =>
  (await get(`/job/${id}`)).body.data.job;
/**
 * Waits for a job's end. The limit is long, because a failing part is retried contact by contact, which is slow on a
 * busy machine.
 */
const untilEnded = (id: number): Promise<Body> =>
  until(
    () => jobOf(id),
    ({ status }) => !['queued', 'running'].includes(status),
  );
const untilBegun = (id: number, one = service): Promise<Body> =>
  until(async () => {
    const job = await jobOf(id, one);
    return job.done > 0 && job;
  });
const totalOf = async (query: string, { get }: Automations = service): Promise<number> =>
  (await get(`/contacts?${query}&limit=1`)).body.data.contact.total;

/** Creates a webhook. Returns a function that lists the contacts of its events, with repeats. */
async function listen(events: string[], { post }: Automations = service) {
  const { ID } = (await post('/webhook/add', { url: silentUrl, events })).body.data.webhooks;
  return async (from = db): Promise<number[]> => {
    const deliveries = from.selectFrom('automations_webhook_deliveries').select('contact_id');
    const rows = await deliveries.where('webhook_id', '=', ID).orderBy('contact_id').execute();
    return rows.map(({ contact_id }) => contact_id as number);
  };
}

/** Locks a contact's row, so that no job gets past it. Returns the function that unlocks it. */
async function hold(contactId: number): Promise<() => Promise<void>> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const transaction = db.transaction().execute(async (trx) => {
    await trx.selectFrom('automations_contacts').select('id').where('id', '=', contactId).forUpdate().execute();
    held();
    await released;
  });
  await isHeld;
  return () => {
    letGo();
    return transaction;
  };
}

const [tag, other] = (await addTerms(service, 'tag', ['Acted on', 'Other'])) as [number, number];
const [list] = (await addTerms(service, 'list', ['List'])) as [number];
const field = (await post('/field/add', { field_name: 'Score', type: 2 })).body.data.fields.ID;

const scoreOf = async (id: number) => (await get(`/contact?id=${id}`)).body.data.contact.fields[field];
for (const { given, event, isDone } of [
  {
    given: { action: 'add_tags', tags: [tag, 999_999] },
    event: 'tag.added',
    isDone: async (id: number) => (await recordOf(service, id)).tags === `[${tag},${other}]`,
  },
  {
    given: { action: 'remove_tags', tags: [other] },
    event: 'tag.removed',
    isDone: async (id: number) => (await recordOf(service, id)).tags === '[]',
  },
  {
    given: { action: 'add_lists', lists: [list] },
    event: 'list.added',
    isDone: async (id: number) => (await recordOf(service, id)).lists === `[${list}]`,
  },
  {
    given: { action: 'remove_lists', lists: [list] },
    event: 'list.removed',
    isDone: async (id: number) => (await recordOf(service, id)).lists === '[]',
  },
  {
    given: { action: 'set_status', status: 'Unsubscribed' },
    event: 'contact.status_changed',
    isDone: async (id: number) => (await recordOf(service, id)).status === '3',
  },
  {
    given: { action: 'set_field', field: { [field]: '12.50' } },
    event: 'contact.updated',
    isDone: async (id: number) => (await scoreOf(id)) === '12.5',
  },
  {
    given: { action: 'delete' },
    event: 'contact.deleted',
    isDone: async (id: number) => (await get(`/contact?id=${id}`)).status === 404,
  },
]) {
  t.test(`${given.action} changes only the filter's contacts, and reports each once`, async (t) => {
    const { action, ...parameters } = given;
    const contact = { tags: [other], status: 'bounced', ...(action === 'remove_lists' ? { lists: [list] } : {}) };
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) ids.push(await addContact(service, { ...contact, email: `${action}${n}@x.example` }));
    const bystander = await addContact(service, { ...contact, email: `${action}@x.example`, status: 'subscribed' });
    const before = await recordOf(service, bystander);
    const reported = await listen([event]);
    const filter = { tag: [other], status: ['bounced'] };
    const job = await act({ filter, ...given });
    t.match(job, { action, parameters, filter, total: 7, done: 0, failed: 0, error: null, by: { type: 'api_key' } });
    t.match(await untilEnded(job.ID), { ID: job.ID, status: 'done', total: 7, done: 7, failed: 0, error: null });
    for (const id of ids) t.ok(await isDone(id), `${id}`);
    t.strictSame(await reported(), ids);
    t.strictSame(await recordOf(service, bystander), before);
    await act({ filter: { tag: [other] }, action: 'delete' }).then(({ ID }) => untilEnded(ID));
    await act({ filter: { status: 'bounced' }, action: 'delete' }).then(({ ID }) => untilEnded(ID));
    await act({ filter: { status: 'unsubscribed' }, action: 'delete' }).then(({ ID }) => untilEnded(ID));
    t.equal(await totalOf(''), 0);
  });
}

t.test('an invalid action is refused, and no job is created', async (t) => {
  const jobs = async () => (await get('/jobs')).headers.get('x-wp-total');
  const before = await jobs();
  const everyone = (await post('/segment/add', { name: 'All', filter: {} })).body.data.segment.ID;
  const filter = { status: 'bounced' };
  for (const [body, status, code] of [
    [{ action: 'delete' }, 400, 'required_fields_missing'],
    [{ filter, tags: [tag] }, 400, 'required_fields_missing'],
    [{ filter, action: 'add_tags' }, 400, 'required_fields_missing'],
    [{ filter, action: 'add_tags', tags: [] }, 400, 'required_fields_missing'],
    [{ filter, action: 'set_status' }, 400, 'required_fields_missing'],
    [{ filter, action: 'set_field', field: {} }, 400, 'required_fields_missing'],
    [{ filter, action: 'drop' }, 422, 'unprocessable_entity'],
    [{ filter: {}, action: 'delete' }, 422, 'unprocessable_entity'],
    [{ filter: { status: '', tag: [] }, action: 'delete' }, 422, 'unprocessable_entity'],
    [{ filter: { segment: everyone }, action: 'delete' }, 422, 'unprocessable_entity'],
    [{ filter: { segment: 999_999 }, action: 'delete' }, 422, 'unprocessable_entity'],
    [{ filter: { tags: [1] }, action: 'delete' }, 422, 'unprocessable_entity'],
    [{ filter, action: 'add_tags', tags: [999_999] }, 422, 'unprocessable_entity'],
    [{ filter, action: 'add_tags', tags: [list] }, 422, 'unprocessable_entity'],
    [{ filter, action: 'set_status', status: 'happy' }, 422, 'unprocessable_entity'],
    [{ filter, action: 'set_field', field: { [field]: 'many' } }, 422, 'unprocessable_entity'],
    [{ filter, action: 'set_field', field: { 999999: '1' } }, 422, 'unprocessable_entity'],
  ] as const) {
    const answer = await post('/contacts/action', body);
    t.equal(answer.status, status, JSON.stringify(body));
    t.equal(answer.body.code, code, answer.text);
  }
  t.equal(await jobs(), before);
  for (const body of [{ filter: {} }, { filter: { segment: everyone } }]) {
    const { ID } = await act({ ...body, all: true, action: 'delete' });
    t.match(await jobOf(ID), { status: 'done', total: 0 }, 'an explicit request matches everyone');
  }
  t.equal((await get('/job/999999')).body.code, 'data_not_found');
  t.equal((await post('/job/cancel/999999')).body.code, 'data_not_found');
});

t.test('a bulk action needs the permission `write`, and a deletion needs `full`', async (t) => {
  const ask = async (permission: 'read' | 'write', action: object) => {
    const url = `${service.site}/wp-json/automations/contacts/action?api_key=${await service.makeKey(permission)}`;
    return (await request(url, 'POST', { filter: { status: 'bounced' }, ...action })).body.code;
  };
  t.equal(await ask('read', { action: 'add_tags', tags: [tag] }), 'permission_denied');
  t.equal(await ask('write', { action: 'add_tags', tags: [tag] }), 'success');
  t.equal(await ask('write', { action: 'delete' }), 'permission_denied');
});

/** Adds contacts with one tag for a test, and deletes them afterwards. */
async function withMany(t: Test, name: string, count: number): Promise<{ ids: number[]; mark: number }> {
  const [mark] = (await addTerms(service, 'tag', [name])) as [number];
  t.teardown(async () => {
    const { ID } = await act({ filter: { tag: [mark] }, action: 'delete' });
    await untilEnded(ID);
  });
  return { ids: await addManyContacts(db, name, count, [mark]), mark };
}

t.test('a job changes the contacts that matched when it was created, even if other contacts match later', async (t) => {
  const { ids, mark } = await withMany(t, 'fixed', 1_200);
  const [first, , third] = [ids[0], ids[600], ids[1_100]] as [number, number, number];
  const letGo = await hold(first);
  const { ID } = await act({ filter: { tag: [mark] }, action: 'remove_tags', tags: [mark] });
  const late = await addContact(service, { email: 'late@x.example', tags: [mark] });
  await post(`/contact/tag-unassign/${ids[601]}`, { tagId: [mark] });
  await del(`/contact/${third}`);
  await letGo();
  const job = await untilEnded(ID);
  t.match(job, { status: 'done', total: 1_200, done: 1_199, failed: 1 });
  t.match(job.error, 'deleted');
  t.equal(await totalOf(`tag=${mark}`), 1);
  t.equal((await recordOf(service, late)).tags, `[${mark}]`);
  await act({ filter: { email: 'late@x.example' }, action: 'delete' }).then(({ ID }) => untilEnded(ID));
  await act({ filter: { from: '2026-01-01', to: '2026-01-01' }, action: 'delete' }).then(({ ID }) => untilEnded(ID));
});

t.test('a cancelled job ends between two batches, and keeps the changes of finished batches', async (t) => {
  const { ids, mark } = await withMany(t, 'cancelled', 2_000);
  const letGo = await hold(ids[700] as number);
  const { ID } = await act({ filter: { tag: [mark] }, action: 'add_tags', tags: [tag] });
  await untilBegun(ID);
  const [cancelled] = await Promise.all([post(`/job/cancel/${ID}`), sleep(200).then(letGo)]);
  t.equal(cancelled.status, 200);
  const { done, status, ended_at } = cancelled.body.data.job;
  t.equal(status, 'cancelled');
  t.ok(ended_at);
  t.ok(done >= 500 && done < 2_000, `${done} were done`);
  await sleep(1_500);
  t.strictSame(await jobOf(ID), cancelled.body.data.job);
  t.equal(await totalOf(`tag=${tag}`), done);
  t.equal((await post(`/job/cancel/${ID}`)).status, 200);
  const ended = await act({ filter: { tag: [mark] }, action: 'remove_tags', tags: [tag] });
  await untilEnded(ended.ID);
  t.equal((await post(`/job/cancel/${ended.ID}`)).body.code, 'unprocessable_entity');
});

t.test('if a tag is deleted during a job that adds it, the remaining contacts fail with a reason', async (t) => {
  const { ids, mark } = await withMany(t, 'doomed', 1_500);
  const [doomed] = (await addTerms(service, 'tag', ['On its way out'])) as [number];
  const letGo = await hold(ids[700] as number);
  const { ID } = await act({ filter: { tag: [mark] }, action: 'add_tags', tags: [doomed] });
  await untilBegun(ID);
  await Promise.all([del(`/tag/${doomed}`), sleep(100).then(letGo)]);
  const job = await untilEnded(ID);
  t.equal(job.done + job.failed, 1_500);
  t.ok(job.done >= 500 && job.failed >= 500, JSON.stringify(job));
  t.equal(job.error, 'None of these tags exists.');
  await until(async () => (await db.selectFrom('automations_term_deletions').selectAll().execute()).length === 0);
});

t.test(
  'a contact that cannot be changed is retried, then counted as failed, and does not block other contacts',
  async (t) => {
    const { ids, mark } = await withMany(t, 'broken', 550);
    await sql
      .raw(`CREATE TRIGGER refuse BEFORE UPDATE ON wp_automations_contacts FOR EACH ROW
      IF NEW.id = ${ids[510]} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not this one'; END IF`)
      .execute(db);
    const { ID } = await act({ filter: { tag: [mark] }, action: 'set_status', status: 'bounced' });
    const job = await untilEnded(ID);
    await sql.raw('DROP TRIGGER refuse').execute(db);
    t.match(job, { status: 'done', total: 550, done: 549, failed: 1 });
    t.match(job.error, 'not this one');
    t.equal(await totalOf(`tag=${mark}&status=bounced`), 549);
  },
);

t.test('if Redis loses all its data during a job, no contact is skipped or changed twice', async (t) => {
  const { ids, mark } = await withMany(t, 'flushed', 6_000);
  const reported = await listen(['tag.added']);
  const redis = new Redis(stores.redisUrl.replace('unix://', ''));
  t.teardown(() => redis.disconnect());
  const { ID } = await act({ filter: { tag: [mark] }, action: 'add_tags', tags: [tag] });
  for (let times = 0; times < 5; times++) {
    await untilBegun(ID);
    const keys = await redis.keys(`*${stores.redisPrefix}*`);
    if (keys.length > 0) await redis.del(...keys);
    await sleep(100);
  }
  t.match(await untilEnded(ID), { status: 'done', done: 6_000, failed: 0 });
  t.strictSame(await reported(), ids);
});

t.test(
  'many jobs in two processes, with concurrent edits, keep every count correct and report each change once',
  async (t) => {
    const { ids, mark } = await withMany(t, 'raced', 1_500);
    const second = await startAutomations(
      t,
      { CERTIFICATE_SECRET: service.config.certificateSecret, ALLOW_PRIVATE_DESTINATIONS: '1' },
      stores,
    );
    const marks = (await addTerms(service, 'tag', ['Race 1', 'Race 2', 'Race 3'])) as [number, number, number];
    const reported = await listen(['tag.added']);
    await sleep(1_100);
    const filter = { tag: [mark] };
    const jobs = await Promise.all([
      ...marks.map((one, n) => act({ filter, action: 'add_tags', tags: [one] }, n % 2 ? second : service)),
      act({ filter, action: 'add_lists', lists: [list] }, second),
      act({ filter, action: 'set_status', status: 'bounced' }),
      act({ filter, action: 'set_field', field: { [field]: 7 } }, second),
    ]);
    const edit = (id: number, n: number) => {
      if (n % 3 === 0) return post(`/contact/update/${id}`, { f_name: `F${n}` });
      if (n % 3 === 1) return second.post(`/contact/change-status/${id}`, { status: 'subscribed' });
      return post(`/contact/list-assign/${id}`, { lists: [list] });
    };
    // On a busy machine an edit can be answered with 503. It is then retried.
    const edits = ids.slice(0, 40).map((id, n) => until(async () => (await edit(id, n)).status === 200));
    await Promise.all(edits);
    for (const { ID } of jobs) t.match(await untilEnded(ID), { status: 'done', done: 1_500, failed: 0, error: null });
    for (const one of marks) t.equal(await totalOf(`tag=${one}`), 1_500);
    t.equal(await totalOf(`tag=${mark}&list=${list}`), 1_500);
    t.strictSame(
      await reported(),
      ids.flatMap((id) => marks.map(() => id)),
    );
    await second.stop();
  },
);

t.test('jobs are listed newest first, are in the audit log, and are deleted 90 days after their end', async (t) => {
  const { ID } = await act({ filter: { status: 'bounced', from: '2999-01-01' }, action: 'delete' });
  const { body, headers } = await get('/jobs?limit=2');
  t.equal(body.data.jobs[0].ID, ID);
  t.equal(body.data.jobs.length, 2);
  t.ok(Number(headers.get('x-wp-total')) > 5);
  const { audit } = (await get('/audit?action[]=job.created')).body.data;
  const data = { action: 'delete', conditions: ['status', 'from'], total: 0 };
  t.match(audit[0], { action: 'job.created', subject: String(ID), by: { type: 'api_key' }, data });
  await forgetOld(db, { auditDays: 10_000, timelineDays: 0, eventDays: 0 }, new Date(Date.now() + 89 * 86_400_000));
  t.equal((await get(`/job/${ID}`)).status, 200);
  await forgetOld(db, { auditDays: 10_000, timelineDays: 0, eventDays: 0 }, new Date(Date.now() + 91 * 86_400_000));
  t.equal((await get(`/job/${ID}`)).status, 404);
});
