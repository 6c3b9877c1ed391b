/** Runs of rules: each acts on its contact once, in order, if the conditions are met, and never in a loop. */
import { sql } from 'kysely';
import type { Db } from '../../../automations-api/plugins/automations/core/tables.ts';
import { listWakingEvents } from '../../../automations-api/plugins/automations/rules/queries.ts';
import { mostRunsADay } from '../../../automations-api/plugins/automations/rules/recorder.ts';
import {
  countRuns,
  listRunsOfContact,
  listRunsOfRule,
} from '../../../automations-api/plugins/automations/rules/run-list-queries.ts';
import {
  countRunsSince,
  deleteOldRuns,
  insertRuns,
  listDueRules,
  listDueRuns,
  lockOpenRuns,
  lockRunsAt,
} from '../../../automations-api/plugins/automations/rules/run-queries.ts';
import { addContact, addTerms, type Body, keepCounts, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { isSigned, startReceiver } from '../../fixtures/receiver.ts';
import { addRule, endWaits, runsOf, untilRuns } from '../../fixtures/rules.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, { ALLOW_PRIVATE_DESTINATIONS: '1' }, stores);
const { get, post, del, db } = service;
keepCounts(t, service);
let made = 0;
const newTags = (count: number) =>
  addTerms(
    service,
    'tag',
    Array.from({ length: count }, () => `Tag ${++made}`),
  );
const newContact = (more: object = {}) => addContact(service, { email: `runs${++made}@x.example`, ...more });
const tagsOf = async (id: number): Promise<number[]> => JSON.parse((await recordOf(service, id)).tags);
const assign = (id: number, tag: number | undefined) => post(`/contact/tag-assign/${id}`, { tags: [tag] });
const runOf = async (id: number): Promise<Body> => (await get(`/rule-run/${id}`)).body.data.run;
const onTag = (tag: number | undefined) => ({ trigger: { event: 'tag.added', tag } });
const addTag = (tag: number | undefined) => ({ action: 'add_tags', tags: [tag] });

t.test(
  "a rule runs its steps in order for the contact that triggered it, and the run shows each step's outcome",
  async (t) => {
    const [on, first, second] = await newTags(3);
    const [list] = await addTerms(service, 'list', ['Runs']);
    const rule = await addRule(service, {
      ...onTag(on),
      steps: [
        addTag(first),
        { action: 'add_lists', lists: [list] },
        { action: 'remove_tags', tags: [second] },
        { action: 'set_status', status: 'subscribed' },
      ],
    });
    const id = await newContact();
    const bystander = await newContact();
    await assign(bystander, first);
    await assign(id, on);
    const [run] = await untilRuns(service, rule.ID, 'done');
    t.match(await recordOf(service, id), { tags: `[${on},${first}]`, lists: `[${list}]`, status: '1' });
    t.match(run, { contact_id: id, event: 'tag.added', led_by: [], reason: null, due_at: null });
    t.match(run, { rule_name: rule.name, contact_email: (await recordOf(service, id)).email, next_step: null });
    t.match((await runOf(run.ID)).steps, [
      { step: 1, action: 'add_tags', outcome: 'done', detail: 'tag.added', at: String },
      { step: 2, outcome: 'done', detail: 'list.added' },
      { step: 3, outcome: 'unchanged', detail: '' },
      { step: 4, outcome: 'done', detail: 'contact.updated, contact.status_changed' },
    ]);
    t.equal((await runsOf(service, rule.ID)).length, 1);
    t.strictSame((await get(`/contact/${id}/runs`)).body.data.runs, [run]);
    t.strictSame((await get(`/contact/${bystander}/runs`)).body.data.runs, []);
    const { rule_steps } = (await get(`/contact/${id}/export`)).body.data.export;
    t.match(rule_steps[0], { rule: 'A rule', event: 'tag.added', status: 'done', step: 1, outcome: 'done' });
    t.equal(rule_steps.length, 4);
    t.match((await get(`/rule/${rule.ID}`)).body.data.rule.runs, { done: 1, running: 0 });
  },
);

t.test('a change with stop_automation starts no rule', async (t) => {
  const [on] = await newTags(1);
  const rules = [
    await addRule(service, { ...onTag(on), steps: [addTag(on)] }),
    await addRule(service, { trigger: { event: 'contact.created' }, steps: [addTag(on)] }),
    await addRule(service, { trigger: { event: 'contact.updated' }, steps: [addTag(on)] }),
  ];
  const stop = { stop_automation: true };
  const id = await newContact({ tags: [on], ...stop });
  await post(`/contact/update/${id}`, { f_name: 'Ada', ...stop });
  const other = await newContact(stop);
  await post(`/contact/tag-assign/${other}`, { tags: [on], ...stop });
  const email = `runs${++made}@x.example`;
  await post('/contacts/batch', { contacts: [{ email, tags: [on] }], ...stop });
  await post('/contacts/batch', { contacts: [{ email, l_name: 'King', ...stop }] });
  const started = () => Promise.all(rules.map(async ({ ID }) => (await runsOf(service, ID)).length));
  t.strictSame(await started(), [0, 0, 0]);
  await post('/contacts/batch', { contacts: [{ email, l_name: 'Byron', stop_automation: false }], ...stop });
  t.strictSame(await started(), [0, 0, 1]);
  for (const { ID } of rules) await post(`/rule/update/${ID}`, { active: false });
});

t.test('a rule that sends contacts to a webhook and then deletes them sends every contact', async (t) => {
  const [on] = await newTags(1);
  const receiver = await startReceiver(t);
  const steps = [{ action: 'webhook', url: `${receiver.url}/reported` }, { action: 'delete' }];
  await addRule(service, { ...onTag(on), steps });
  const contacts = Array.from({ length: 30 }, () => ({ email: `runs${++made}@x.example`, tags: [on] }));
  await post('/contacts/batch', { contacts });
  await until(() => receiver.received.length >= contacts.length);
  const reported = new Set(receiver.received.map(({ json }) => json.data.contact.email));
  t.strictSame([...reported].sort(), contacts.map(({ email }) => email).sort());
});

t.test('every contact event triggers rules', async (t) => {
  const [tag, mark] = await newTags(2);
  const [list] = await addTerms(service, 'list', ['Every event']);
  const receiver = await startReceiver(t);
  const events = [
    ...['contact.created', 'contact.updated', 'contact.status_changed', 'contact.email_changed'],
    ...['tag.added', 'tag.removed', 'list.added', 'list.removed', 'contact.deleted'],
  ];
  const steps = [{ action: 'webhook', url: `${receiver.url}/every` }];
  const rules = [];
  for (const event of events) rules.push(await addRule(service, { name: event, trigger: { event }, steps }));
  const id = await newContact({ tags: [mark] });
  await assign(id, tag);
  await post(`/contact/list-assign/${id}`, { lists: [list] });
  await post(`/contact/update-email/${id}`, { email: `changed${id}@x.example` });
  await post(`/contact/change-status/${id}`, { status: 'bounced' });
  await post(`/contact/tag-unassign/${id}`, { tagId: [tag] });
  await post(`/contact/list-unassign/${id}`, { listId: [list] });
  for (const { ID } of rules.slice(0, -1)) await untilRuns(service, ID, 'done');
  await del(`/contact/${id}`);
  await untilRuns(service, rules.at(-1).ID, 'done');
  const reported = () => new Set(receiver.received.map(({ json }) => json.data.rule.name));
  await until(() => reported().size === events.length);
  t.strictSame([...reported()].sort(), [...events].sort());
  for (const { ID } of rules) await del(`/rule/${ID}`);
});

t.test("a rule's webhook event is signed with its own secret and has the contact's current state", async (t) => {
  const [on] = await newTags(1);
  const receiver = await startReceiver(t);
  const rule = await addRule(service, {
    name: 'Tells',
    ...onTag(on),
    steps: [{ action: 'webhook', url: `${receiver.url}/rule` }],
  });
  const id = await newContact({ f_name: 'Told' });
  await assign(id, on);
  const message = await until(() => receiver.received[0]);
  t.ok(isSigned(rule.webhooks[0].secret, message));
  t.match(message.json, {
    type: 'rule.webhook',
    data: { rule: { id: rule.ID, name: 'Tells' }, event: 'tag.added', contact: { f_name: 'Told', tags: `[${on}]` } },
  });
  const [run] = await untilRuns(service, rule.ID, 'done');
  t.match(await runOf(run.ID), { steps: [{ outcome: 'sent' }] });
  t.match((await get(`/webhook/${rule.steps[0].webhook_id}/deliveries`)).body.data.deliveries, [
    { event: 'rule.webhook' },
  ]);
});

t.test("conditions are checked at the start and after a wait, but not after the rule's own changes", async (t) => {
  const [on, mark, end] = await newTags(3);
  const rule = await addRule(service, {
    ...onTag(on),
    conditions: { status: 'unverified' },
    steps: [{ action: 'set_status', status: 'subscribed' }, addTag(mark), { wait: '2 days' }, addTag(end)],
  });
  const unmet = await newContact({ status: 'bounced' });
  await assign(unmet, on);
  const [stopped] = await untilRuns(service, rule.ID, 'stopped');
  t.match(stopped, { contact_id: unmet, reason: 'conditions not met', step: 1 });
  const [back, gone] = [await newContact(), await newContact()];
  await assign(back, on);
  await assign(gone, on);
  const waiting = await untilRuns(service, rule.ID, 'waiting', 2);
  t.match(waiting, [{ step: 3, next_step: { id: 4 } }, { step: 3 }]);
  const days = (new Date(`${waiting[0].due_at}Z`).getTime() - Date.now()) / 86_400_000;
  t.ok(days > 1.9 && days < 2.1, 'it waits two days');
  t.match((await runOf(waiting[0].ID)).steps[2], { outcome: 'waiting', detail: /^until \d{4}-/ });
  t.same(await tagsOf(gone), [on, mark]);
  await post(`/contact/change-status/${back}`, { status: 'unverified' });
  await endWaits(service, rule.ID);
  const [done] = await untilRuns(service, rule.ID, 'done');
  t.equal(done.contact_id, back);
  const stops = await untilRuns(service, rule.ID, 'stopped', 2);
  t.match(stops[0], { contact_id: gone, reason: 'conditions not met', step: 3 });
  t.match((await runOf(stops[0].ID)).steps[2], { outcome: 'stopped', state: 'left' });
  t.same(await tagsOf(back), [on, mark, end]);
  t.same(await tagsOf(gone), [on, mark]);
});

t.test("while a contact's run is open, the contact does not trigger the rule again; afterwards it does", async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, {
    ...onTag(on),
    steps: [{ wait: '1 day' }, { action: 'remove_tags', tags: [on] }, addTag(end)],
  });
  const id = await newContact();
  for (let n = 0; n < 3; n++) {
    await assign(id, on);
    await post(`/contact/tag-unassign/${id}`, { tagId: [on] });
  }
  await untilRuns(service, rule.ID, 'waiting');
  t.equal((await runsOf(service, rule.ID)).length, 1);
  t.match((await post(`/rule/dry-run/${rule.ID}`, { contact: id })).body.data.dry_run, {
    would_run: false,
    reason: /has not ended/,
  });
  await endWaits(service, rule.ID);
  await untilRuns(service, rule.ID, 'done');
  await assign(id, on);
  await untilRuns(service, rule.ID, 'waiting');
  t.equal((await runsOf(service, rule.ID)).length, 2);
});

t.test('runs keep the version of the steps they started with, and wait while their rule is off', async (t) => {
  const [on, previous, present] = await newTags(3);
  const rule = await addRule(service, { ...onTag(on), steps: [{ wait: '1 hour' }, addTag(previous)] });
  const [early, late] = [await newContact(), await newContact()];
  await assign(early, on);
  await untilRuns(service, rule.ID, 'waiting');
  await post(`/rule/update/${rule.ID}`, { steps: [{ wait: '1 hour' }, addTag(present)] });
  await assign(late, on);
  const waiting = await untilRuns(service, rule.ID, 'waiting', 2);
  t.strictSame(
    waiting.map(({ next_step }) => next_step),
    [
      { id: 4, ...addTag(present) },
      { id: 2, ...addTag(previous) },
    ],
    'each shows the next step of its own version',
  );
  await post(`/rule/update/${rule.ID}`, { active: false });
  await endWaits(service, rule.ID);
  const never = await newContact();
  await assign(never, on);
  const [other] = await newTags(1);
  const marker = await addRule(service, { ...onTag(other), steps: [addTag(present)] });
  await assign(never, other);
  await untilRuns(service, marker.ID, 'done');
  t.equal((await runsOf(service, rule.ID, 'status=waiting')).length, 2, 'another rule ran in between');
  await post(`/rule/update/${rule.ID}`, { active: true });
  await untilRuns(service, rule.ID, 'done', 2);
  t.same(await tagsOf(early), [on, previous]);
  t.same(await tagsOf(late), [on, present]);
  t.strictSame(
    (await get(`/contact/${never}/runs`)).body.data.runs.map(({ rule_id }: Body) => rule_id),
    [marker.ID],
  );
});

for (const size of [1, 2, 3]) {
  t.test(
    `rules that trigger each other in a circle of ${size} stop after one round, and the loop is shown`,
    async (t) => {
      const tags = await newTags(size);
      const rules: Body[] = [];
      for (const [n, tag] of tags.entries()) {
        const next = tags[(n + 1) % size];
        // The tag is removed again, so that adding it again is an event.
        const steps = [{ action: 'remove_tags', tags: [next] }, ...(n > 0 ? [{ wait: '1 hour' }] : []), addTag(next)];
        rules.push(await addRule(service, { name: `Circle ${n}`, ...onTag(tag), steps }));
      }
      const id = await newContact();
      await assign(id, tags[0]);
      for (const { ID } of rules.slice(1)) {
        await untilRuns(service, ID, 'waiting');
        await endWaits(service, ID);
      }
      const [stopped] = await untilRuns(service, rules[0].ID, 'stopped');
      const ids = rules.map(({ ID }) => ID);
      t.strictSame(
        stopped.led_by_rules,
        rules.map(({ ID, name }) => ({ ID, name })),
      );
      t.match(stopped, { reason: `loop: rules ${[...ids, ids[0]].join(', ')} trigger each other`, led_by: ids });
      for (const { ID } of rules) t.equal((await runsOf(service, ID, 'status=done')).length, 1);
      t.equal((await runsOf(service, rules[0].ID)).length, 2);
      for (const { ID } of rules) await del(`/rule/${ID}`);
    },
  );
}

t.test(
  'a rule runs for a contact a limited number of times a day, and the first run over the limit is shown',
  async (t) => {
    const [on, end] = await newTags(2);
    const rule = await addRule(service, { ...onTag(on), steps: [addTag(end)] });
    const id = await newContact();
    const past = (n: number) => ({
      rule_id: rule.ID,
      version: 1,
      contact_id: id,
      event: 'tag.added',
      chain: '',
      status: 'done' as const,
      created_at: new Date(Date.now() - n * 60_000),
      ended_at: new Date(),
    });
    await db
      .insertInto('automations_rule_runs')
      .values(Array.from({ length: mostRunsADay - 1 }, (_, n) => past(n + 1)))
      .execute();
    for (let n = 0; n < 4; n++) {
      await assign(id, on);
      await untilRuns(service, rule.ID, 'done', mostRunsADay);
      await post(`/contact/tag-unassign/${id}`, { tagId: [on] });
    }
    t.match(await runsOf(service, rule.ID, 'status=stopped'), [{ reason: /too many runs: 100 in a day/ }]);
    t.equal((await runsOf(service, rule.ID)).length, mostRunsADay + 1);
  },
);

t.test('a step that cannot succeed fails its run with the reason, and a run can be cancelled', async (t) => {
  const [on, doomed] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [{ wait: '1 hour' }, addTag(doomed)] });
  const ids = [await newContact(), await newContact(), await newContact()];
  for (const id of ids) await assign(id, on);
  const waiting = await untilRuns(service, rule.ID, 'waiting', 3);
  const cancelled = await post(`/rule-run/cancel/${waiting[0].ID}`);
  t.match(cancelled.body.data.run, { status: 'cancelled', due_at: null, ended_at: String });
  t.match(await post(`/rule-run/cancel/${waiting[0].ID}`), { status: 422, body: { code: 'unprocessable_entity' } });
  await del(`/tag/${doomed}`);
  await endWaits(service, rule.ID);
  const failed = await untilRuns(service, rule.ID, 'failed', 2);
  t.match(failed[0], { reason: 'None of these tags exists.', step: 2 });
  t.match((await runOf(failed[0].ID)).steps[1], { outcome: 'failed', detail: 'None of these tags exists.' });
  t.match((await get(`/rule/${rule.ID}`)).body.data.rule.runs, { failed: 2, cancelled: 1, waiting: 0, done: 0 });
});

t.test(
  'if an outage interrupts a step, all its runs are postponed and the step is performed once afterwards',
  async (t) => {
    const [on, before] = await newTags(2);
    const field = Number((await post('/field/add', { field_name: 'Faulty', type: 1 })).body.data.fields.ID);
    const steps = [{ wait: '1 hour' }, addTag(before), { action: 'set_field', field: { [field]: 'set' } }];
    const rule = await addRule(service, { ...onTag(on), steps });
    const ids = [await newContact(), await newContact()];
    for (const id of ids) await assign(id, on);
    await untilRuns(service, rule.ID, 'waiting', 2);
    const table = sql.table('automations_field_values');
    await sql`RENAME TABLE ${table} TO taken_away`.execute(db);
    await endWaits(service, rule.ID);
    const postponed = await until(async () => {
      const runs = await runsOf(service, rule.ID, 'status=running');
      return runs.length === 2 && runs.every(({ reason }) => reason) && runs;
    });
    await sql`RENAME TABLE taken_away TO ${table}`.execute(db);
    t.match(postponed, [{ step: 3, reason: /error of the service/ }, { step: 3 }]);
    t.same(await tagsOf(ids[0] as number), [on, before], 'the step before it stays done');
    await untilRuns(service, rule.ID, 'done', 2);
    for (const id of ids) {
      const { fields } = (await get(`/contact?id=${id}`)).body.data.contact;
      t.strictSame(fields[field], 'set');
    }
    t.match(await runsOf(service, rule.ID), [{ reason: null }, { reason: null }]);
  },
);

t.test('while no active plugin has a step, its runs wait, however often the step was tried', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [{ wait: '1 hour' }, addTag(end)] });
  const id = await newContact({ tags: [on] });
  await untilRuns(service, rule.ID, 'waiting');
  const rename = (from: string, to: string) =>
    sql`UPDATE wp_automations_rule_versions SET definition = REPLACE(definition, ${from}, ${to}) WHERE rule_id = ${rule.ID}`.execute(
      db,
    );
  const runs = db.updateTable('automations_rule_runs').where('rule_id', '=', rule.ID);
  await rename('add_tags', 'of_plugin');
  await runs.set({ due_at: new Date(0), attempts: 50 }).execute();
  await until(async () =>
    (await runsOf(service, rule.ID))[0]?.reason?.includes('no active plugin has the step of_plugin'),
  );
  await runs.set({ due_at: new Date(0), attempts: 50 }).execute();
  const attempts = () => db.selectFrom('automations_rule_runs').select('attempts').where('rule_id', '=', rule.ID);
  await until(async () => (await attempts().executeTakeFirstOrThrow()).attempts === 51);
  t.match(await runsOf(service, rule.ID), [{ status: 'running' }]);
  await rename('of_plugin', 'add_tags');
  await endWaits(service, rule.ID);
  await untilRuns(service, rule.ID, 'done');
  t.same(await tagsOf(id), [on, end]);
});

t.test('deleting a contact deletes its runs, even if a rule deletes the contact', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [addTag(end), { wait: '1 day' }, { action: 'delete' }] });
  const [byHand, byRule] = [await newContact(), await newContact()];
  await assign(byHand, on);
  await assign(byRule, on);
  await untilRuns(service, rule.ID, 'waiting', 2);
  await del(`/contact/${byHand}`);
  t.equal((await runsOf(service, rule.ID)).length, 1);
  await endWaits(service, rule.ID);
  await until(async () => (await get(`/contact?id=${byRule}`)).status === 404);
  t.strictSame(await runsOf(service, rule.ID), []);
  t.strictSame(
    await db
      .selectFrom('automations_rule_run_steps as s')
      .leftJoin('automations_rule_runs as r', 'r.id', 's.run_id')
      .where('r.id', 'is', null)
      .select('s.run_id')
      .execute(),
    [],
  );
});

t.test('a merge starts no run, and a waiting run continues for the kept contact', async (t) => {
  const [on, end] = await newTags(2);
  const url = 'https://nobody.example/goodbye';
  const goodbye = await addRule(service, {
    trigger: { event: 'contact.deleted' },
    steps: [{ action: 'webhook', url }],
  });
  const rule = await addRule(service, { ...onTag(on), steps: [{ wait: '1 day' }, addTag(end)] });
  const [keep, other] = [await newContact(), await newContact()];
  await assign(other, on);
  await untilRuns(service, rule.ID, 'waiting');
  t.equal((await post('/contact/merge', { keep, other })).status, 200);
  t.strictSame(await runsOf(service, goodbye.ID), []);
  await endWaits(service, rule.ID);
  t.match(await untilRuns(service, rule.ID, 'done'), [{ contact_id: keep }]);
  t.ok((await tagsOf(keep)).includes(end as number));
  t.equal((await runsOf(service, rule.ID)).length, 1);
  await del(`/rule/${goodbye.ID}`);
});

t.test('deleting a rule deletes all its runs', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [addTag(end), { wait: '1 day' }, addTag(end)] });
  const id = await newContact();
  await assign(id, on);
  await untilRuns(service, rule.ID, 'waiting');
  await del(`/rule/${rule.ID}`);
  t.strictSame((await get(`/contact/${id}/runs`)).body.data.runs, []);
  const left = () => db.selectFrom('automations_rule_runs').select('id').where('rule_id', '=', rule.ID).execute();
  await until(async () => (await left()).length === 0);
});

t.test('finished runs are deleted after their retention time', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [addTag(end)] });
  await assign(await newContact(), on);
  await untilRuns(service, rule.ID, 'done');
  const before = new Date(Date.now() - 60_000);
  await deleteOldRuns(db, before);
  t.equal((await runsOf(service, rule.ID)).length, 1);
  await db
    .updateTable('automations_rule_runs')
    .set({ ended_at: new Date(0) })
    .where('rule_id', '=', rule.ID)
    .execute();
  await deleteOldRuns(db, before);
  t.strictSame(await runsOf(service, rule.ID), []);
});

t.test('pages of runs list each run once, newest first', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [addTag(end)] });
  const contacts = Array.from({ length: 25 }, () => ({ email: `paged${++made}@x.example`, tags: [on] }));
  await post('/contacts/batch', { contacts });
  await untilRuns(service, rule.ID, 'done', 25);
  for (const status of ['', 'status=done&']) {
    const ids: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await get(`/rule/${rule.ID}/runs?${status}limit=10&cursor=${cursor}`);
      ids.push(...body.data.runs.map(({ ID }: Body) => ID));
      cursor = body.data.next_cursor;
      if (!cursor) break;
    }
    t.equal(ids.length, 25);
    t.strictSame(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
    );
  }
  t.match(await get(`/rule/${rule.ID}/runs?cursor=nonsense`), { status: 422, body: { code: 'unprocessable_entity' } });
  t.equal((await get(`/rule/${rule.ID}/runs?status=odd`)).status, 422);
});

t.test('if two processes work on many runs at once, each step is performed once', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, {
    ...onTag(on),
    steps: [addTag(end), { wait: '1 second' }, { action: 'remove_tags', tags: [end] }],
  });
  // This process reads the rules at its start. A running process sees a new rule within a second.
  const second = await startAutomations(t, { ALLOW_PRIVATE_DESTINATIONS: '1' }, stores);
  const contacts = Array.from({ length: 300 }, () => ({ email: `shared${++made}@x.example`, tags: [on] }));
  await Promise.all(
    [0, 100, 200].map((n) =>
      (n === 100 ? second : service).post('/contacts/batch', { contacts: contacts.slice(n, n + 100) }),
    ),
  );
  await untilRuns(service, rule.ID, 'done', 300);
  const { body } = await get(`/rule/${rule.ID}`);
  t.match(body.data.rule.runs, { done: 300, running: 0, waiting: 0, failed: 0, stopped: 0 });
  t.equal((await get(`/contacts?tag=${end}`)).body.data.contact.total, 0);
  await second.stop();
});

/** Counts the rows and index entries that the server reads while `work` runs on one connection. */
const countReads = (work: (on: Db) => Promise<void>): Promise<number> =>
  db.connection().execute(async (on) => {
    const total = async () => {
      const { rows } = await sql<{ Value: string }>`SHOW SESSION STATUS LIKE 'Handler_read%'`.execute(on);
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await total();
    await work(on);
    return (await total()) - before;
  });

t.test('due runs are found through their index, without reading the runs that still wait', async (t) => {
  const [on, end] = await newTags(2);
  const rule = await addRule(service, { ...onTag(on), steps: [{ wait: '1 week' }, addTag(end)] });
  const later = new Date(Date.now() + 86_400_000);
  const waiting = Array.from({ length: 10_000 }, (_, n) => ({
    rule_id: rule.ID,
    version: 1,
    contact_id: 1_000_000 + n,
    event: 'tag.added',
    chain: '',
    status: 'waiting' as const,
    step: 1,
    is_open: true,
    due_at: later,
    created_at: new Date(),
  }));
  await db.transaction().execute((trx) => insertRuns(trx, waiting));
  const now = new Date();
  const looked = await explain(db, (on) => listDueRules(on, now));
  t.strictSame(indexesOf(looked), ['rule.null', 'run.rule_runs_due']);
  t.strictSame(indexesOf(await explain(db, (on) => listDueRuns(on, rule.ID, now, 500))), [
    'wp_automations_rule_runs.rule_runs_due',
  ]);
  const indexed = await explain(db, async (on) => {
    await listWakingEvents(on);
    await lockOpenRuns(on as never, [1, 2, 3]);
  });
  t.match(
    indexesOf(indexed),
    [/rule_versions_waking$/, /rule_runs_(open|contact)$/],
    'an event reads only the runs of its contacts',
  );
  const read = await countReads(async (on) => {
    await listDueRules(on, now);
    await listDueRuns(on, rule.ID, now, 500);
  });
  t.ok(read < 200, `${read} entries are read where 10,000 wait`);
  const rest = await explain(db, async (on) => {
    await countRunsSince(on as never, [1, 2, 3], [rule.ID], now);
    await lockRunsAt(on as never, [1, 2, 3], [1, 2, 3], { step: 0, now });
    await listRunsOfContact(on, 1, { limit: 25 });
    await listRunsOfRule(on, rule.ID, { limit: 25 });
    await countRuns(on, [rule.ID]);
  });
  t.strictSame(wholeReads(rest), []);
  t.strictSame(await listDueRules(db, now).then((ids) => ids.includes(rule.ID)), false);
  await del(`/rule/${rule.ID}`);
});
