/** Waits for events and dates, goals and entry: each takes effect in the transaction of the change. */
import { sql } from 'kysely';
import { addContact, addTerms, type Body, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { addRule, endWaits, runsOf, untilRuns } from '../../fixtures/rules.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, {}, await createStores(t));
const { get, post, del, db } = service;
const [on, bought, other, end] = (await addTerms(service, 'tag', ['On', 'Bought', 'Other', 'End'])) as [
  ...[number, number, number, number],
];
const renewal = Number((await post('/field/add', { field_name: 'Renewal', type: 7 })).body.data.fields.ID);
const addTag = (tag: number) => ({ action: 'add_tags', tags: [tag] });
const onTag = { trigger: { event: 'tag.added', tag: on } };
const assign = (id: number, tag: number, more: object = {}) =>
  post(`/contact/tag-assign/${id}`, { tags: [tag], ...more });
const tagsOf = async (id: number): Promise<number[]> => JSON.parse((await recordOf(service, id)).tags);
const runOf = async (id: number): Promise<Body> => (await get(`/rule-run/${id}`)).body.data.run;
let made = 0;
const newContact = (more: object = {}) => addContact(service, { email: `waits${++made}@x.example`, ...more });
const ruleWith = (rule: object) => addRule(service, { ...onTag, steps: [addTag(end)], ...rule });
const start = async (id: number) => {
  await post(`/contact/tag-unassign/${id}`, { tagId: [on] });
  await assign(id, on);
};
t.afterEach(async () => {
  for (const { ID } of (await get('/rules')).body.data.rules) await del(`/rule/${ID}`);
});

t.test('an awaited event ends a wait in its own transaction, and any other event does not', async (t) => {
  const steps = [{ wait_until: { event: 'tag.added', tag: bought, at_most: '30 days' } }, addTag(end)];
  const rule = await ruleWith({ steps });
  t.match(rule.steps[0], { id: 1, wait_until: { event: 'tag.added', tag: bought, at_most: '30 days' } });
  const [id, bystander] = [await newContact(), await newContact()];
  for (const one of [id, bystander]) await start(one);
  const [run] = (await untilRuns(service, rule.ID, 'waiting', 2)).filter(({ contact_id }) => contact_id === id);
  t.match(run, { step: 1, path: '0', next_step: { id: 2 } });
  await assign(id, other);
  await assign(id, bought, { stop_automation: true });
  t.match(await runOf(run.ID), {
    status: 'waiting',
    steps: [{ state: 'waiting', detail: /^until / }, { state: null }],
  });
  await post(`/contact/tag-unassign/${id}`, { tagId: [bought] });
  await assign(id, bought);
  await untilRuns(service, rule.ID, 'done');
  t.match((await runOf(run.ID)).steps[0], { state: 'went_on', outcome: 'done', detail: 'tag.added' });
  t.match(await runsOf(service, rule.ID, 'status=waiting'), [{ contact_id: bystander }]);
  await endWaits(service, rule.ID);
  const done = await untilRuns(service, rule.ID, 'done', 2);
  t.match((await runOf(done[0].ID)).steps[0], { state: 'went_on', detail: /^until / }, 'at_most ends the wait');
  t.same(await tagsOf(bystander), [on, end]);
});

const dueOf = async (ruleId: number, id: number) =>
  (await runsOf(service, ruleId)).find(({ contact_id }) => contact_id === id)?.due_at;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

t.test("a wait for a date ends at nine in the contact's time zone, and changes when the date changes", async (t) => {
  const wait = { field: 'renewal', before: '3 days', at_most: '60 days' };
  const rule = await ruleWith({ steps: [{ wait_until: wait }, addTag(end)] });
  t.match(rule.steps[0].wait_until, { ...wait, field: renewal });
  const values = { fields: { [renewal]: inDays(20) } };
  const [tokyo, none] = [await newContact({ timezone: 'Asia/Tokyo', ...values }), await newContact(values)];
  const empty = await newContact();
  for (const id of [tokyo, none, empty]) await start(id);
  await untilRuns(service, rule.ID, 'waiting', 3);
  t.equal(await dueOf(rule.ID, tokyo), `${inDays(17)} 00:00:00`);
  t.equal(await dueOf(rule.ID, none), `${inDays(17)} 09:00:00`);
  t.match(await dueOf(rule.ID, empty), inDays(60), 'without a date it waits as long as it can');
  await post(`/contact/update/${none}`, { fields: { [renewal]: inDays(30) } });
  t.equal(await dueOf(rule.ID, none), `${inDays(27)} 09:00:00`);
  await post(`/contact/update/${tokyo}`, { timezone: 'Europe/London' });
  t.match(await dueOf(rule.ID, tokyo), new RegExp(`${inDays(17)} 0[89]:00:00`));
  await post(`/contact/update/${empty}`, { fields: { [renewal]: inDays(1) } });
  await untilRuns(service, rule.ID, 'done');
  t.same(await tagsOf(empty), [on, end], 'a date that has passed ends the wait');
  t.match((await get(`/field/${renewal}/uses`)).body.data.uses.rules, [{ ID: rule.ID }]);
});

t.test('a wait for a cleared date lasts until its limit, and a merge adds the other date', async (t) => {
  const steps = [{ wait_until: { field: renewal, at_most: '60 days' } }, addTag(end)];
  const rule = await ruleWith({ goal: { event: 'tag.added', tag: bought }, steps });
  const values = (days: number) => ({ fields: { [renewal]: inDays(days) } });
  const [emptied, keep, merged] = [await newContact(values(20)), await newContact(), await newContact(values(30))];
  for (const id of [emptied, keep]) await start(id);
  await untilRuns(service, rule.ID, 'waiting', 2);
  t.equal(await dueOf(rule.ID, emptied), `${inDays(20)} 09:00:00`);
  await post(`/contact/update/${emptied}`, { fields: { [renewal]: null } });
  t.match(await dueOf(rule.ID, emptied), inDays(60));
  await assign(emptied, other);
  t.match(await dueOf(rule.ID, emptied), inDays(60), 'another event does not move it');
  t.equal((await post('/contact/merge', { keep, other: merged })).status, 200);
  t.equal(await dueOf(rule.ID, keep), `${inDays(30)} 09:00:00`);
});

t.test("a wait counts from the day on which a contact was added, in the contact's time zone", async (t) => {
  const steps = [{ wait_until: { field: 'creation_date', after: '7 days', at_most: '30 days' } }, addTag(end)];
  const rule = await ruleWith({ steps });
  const [east, none] = [await newContact({ timezone: 'Pacific/Kiritimati' }), await newContact()];
  const added = new Date(`${inDays(0)}T23:30:00Z`);
  await db.updateTable('automations_contacts').set({ creation_date: added }).where('id', 'in', [east, none]).execute();
  for (const id of [east, none]) await start(id);
  await untilRuns(service, rule.ID, 'waiting', 2);
  t.equal(await dueOf(rule.ID, east), `${inDays(7)} 19:00:00`, 'it is already the next day there');
  t.equal(await dueOf(rule.ID, none), `${inDays(7)} 09:00:00`);
});

t.test('a dry run shows when a wait would end, and whether the goal is reached before or by a step', async (t) => {
  const id = await newContact({ timezone: 'Asia/Tokyo', fields: { [renewal]: inDays(20) } });
  const steps = [{ wait_until: { field: renewal, at_most: '60 days' } }, addTag(bought), addTag(end)];
  const tryWith = async (rule: object) =>
    (await post('/rule/dry-run', { contact: id, ...onTag, steps, ...rule })).body.data.dry_run;
  const first = { would: 'wait', detail: `until ${inDays(20)} 00:00:00` };
  t.match(await tryWith({}), { would_run: true, steps: [first, { would: 'change' }, { would: 'change' }] });
  t.match(await tryWith({ goal: { event: 'tag.added', tag: bought } }), {
    would_run: true,
    steps: [first, { would: 'change' }, { would: 'stop', detail: /goal/ }],
  });
  t.match(await tryWith({ goal: { tag_not: [bought] } }), {
    would_run: false,
    reason: /goal/,
    steps: [{ would: 'stop' }, { would: 'not_come' }, { would: 'not_come' }],
  });
});

t.test('branches and goals can count the events of a contact', async (t) => {
  const paid = { event: { name: 'order.paid', times: 2, data: { total: { over: 99 } } } };
  const steps = [
    { wait_until: { event: 'custom', name: 'order.paid', at_most: '30 days' } },
    { if: paid, then: [addTag(bought)], else: [addTag(other), { wait: '1 day' }] },
    addTag(end),
  ];
  const branches = await ruleWith({ steps });
  const goal = await ruleWith({ goal: paid, steps: [{ wait: '1 day' }, addTag(end)] });
  const [once, twice] = [await newContact(), await newContact()];
  const pay = (ID: number, total: number) => post('/contact/event', { ID, name: 'order.paid', data: { total } });
  await pay(twice, 120);
  for (const id of [once, twice]) await start(id);
  for (const { ID } of [branches, goal]) await untilRuns(service, ID, 'waiting', 2);
  for (const id of [once, twice]) t.equal((await pay(id, 100)).status, 200);
  t.match(await runsOf(service, goal.ID, 'status=reached_goal'), [{ contact_id: twice }]);
  t.match(await untilRuns(service, branches.ID, 'done'), [{ contact_id: twice }]);
  t.same(await tagsOf(twice), [on, bought, end]);
  t.match(await runsOf(service, goal.ID, 'status=waiting'), [{ contact_id: once }]);
});

t.test('an event as a goal ends a run at any step, and the run shows where', async (t) => {
  const goal = { event: 'tag.added', tag: bought };
  const rule = await ruleWith({ goal, steps: [{ wait: '1 day' }, addTag(end)] });
  t.strictSame(rule.goal, goal);
  const id = await newContact();
  await start(id);
  await untilRuns(service, rule.ID, 'waiting');
  await assign(id, bought, { stop_automation: true });
  const [run] = await runsOf(service, rule.ID);
  t.match(run, { status: 'reached_goal', step: 1, path: '0', next_step: null, due_at: null, ended_at: String });
  t.match((await runOf(run.ID)).steps, [{ state: 'reached_goal', outcome: 'reached_goal' }, { state: null }]);
  t.match((await get(`/rule/${rule.ID}`)).body.data.rule.runs, { reached_goal: 1, waiting: 0 });
  t.same(await tagsOf(id), [on, bought]);
});

t.test(
  'a filter as a goal ends a run at the change that makes its contact match, or before the next step',
  async (t) => {
    const goal = { tag: [bought], country: 'DE' };
    const rule = await ruleWith({ goal, steps: [{ wait: '1 day' }, addTag(end)] });
    const [slow, early, never] = [
      await newContact(),
      await newContact({ country: 'DE', tags: [bought] }),
      await newContact(),
    ];
    for (const id of [slow, early, never]) await start(id);
    await untilRuns(service, rule.ID, 'waiting', 2);
    t.match(await runsOf(service, rule.ID, 'status=reached_goal'), [{ contact_id: early }], 'it matched at the start');
    for (const id of [slow, never]) await assign(id, bought);
    t.equal((await runsOf(service, rule.ID, 'status=waiting')).length, 2);
    await post(`/contact/update/${slow}`, { country: 'DE' });
    t.match(await runsOf(service, rule.ID, 'status=reached_goal'), [{ contact_id: early }, { contact_id: slow }]);
    await sql`UPDATE wp_automations_contacts SET country = 'DE' WHERE id = ${never}`.execute(db);
    await endWaits(service, rule.ID);
    await untilRuns(service, rule.ID, 'reached_goal', 3);
    t.same((await tagsOf(never)).includes(end), false, 'a change without an event counts before the next step');
  },
);

t.test('a run keeps the goal and the waits of its version', async (t) => {
  const rule = await ruleWith({ goal: { event: 'tag.added', tag: bought }, steps: [{ wait: '1 day' }, addTag(end)] });
  const id = await newContact();
  await start(id);
  await untilRuns(service, rule.ID, 'waiting');
  t.match((await post(`/rule/update/${rule.ID}`, { goal: null, active: false })).body.data.rule, {
    goal: null,
    version: 2,
  });
  await assign(id, bought);
  t.match(await runsOf(service, rule.ID), [{ status: 'reached_goal', version: 1 }]);
});

t.test('a contact can enter a rule once, any number of times, or again only after a set time', async (t) => {
  const rules = [
    await ruleWith({ entry: 'once' }),
    await ruleWith({}),
    await ruleWith({ entry: { after: '30 days' } }),
    await ruleWith({ entry: 'once', conditions: { status: ['bounced'] } }),
  ];
  const [once, again, after, unmet] = rules.map(({ ID }) => ID) as [number, number, number, number];
  t.match(
    rules.map(({ entry }) => entry),
    ['once', 'again', { after: '30 days' }, 'once'],
  );
  const id = await newContact();
  const ended = async (counts: number[]) => {
    for (const [n, ID] of [once, again, after].entries()) await untilRuns(service, ID, 'done', counts[n]);
  };
  await start(id);
  await ended([1, 1, 1]);
  await untilRuns(service, unmet, 'stopped');
  await start(id);
  await ended([1, 2, 1]);
  t.match((await post(`/rule/dry-run/${once}`, { contact: id })).body.data.dry_run, {
    would_run: false,
    reason: /once/,
  });
  t.equal((await runsOf(service, once)).length, 1);
  t.equal((await runsOf(service, after)).length, 1);
  await untilRuns(service, unmet, 'stopped', 2);
  await post(`/contact/change-status/${id}`, { status: 'bounced' });
  await sql`UPDATE wp_automations_rule_runs SET entered_at = entered_at - INTERVAL 31 DAY`.execute(db);
  await start(id);
  await ended([1, 3, 2]);
  t.equal((await runsOf(service, once)).length, 1);
  await untilRuns(service, unmet, 'done');
});

t.test(
  'an entry of a merged contact counts for the kept contact, and an erased contact can enter as a new contact',
  async (t) => {
    const rule = await ruleWith({ entry: 'once' });
    const [keep, other] = [await newContact(), await newContact()];
    await start(other);
    await untilRuns(service, rule.ID, 'done');
    t.equal((await post('/contact/merge', { keep, other })).status, 200);
    await start(keep);
    t.match((await post(`/rule/dry-run/${rule.ID}`, { contact: keep })).body.data.dry_run, { would_run: false });
    t.match(await runsOf(service, rule.ID), [{ contact_id: keep, status: 'done' }]);
    const { email } = await recordOf(service, keep);
    t.equal((await post(`/contact/erase/${keep}`, {})).status, 200);
    const again = await addContact(service, { email, tags: [on], after_erasure: true });
    t.match(await untilRuns(service, rule.ID, 'done'), [{ contact_id: again }]);
  },
);

for (const [name, rule, message] of [
  ['a wait without a limit', { steps: [{ wait_until: { event: 'tag.added' } }, addTag(1)] }, /Step 1: .*at_most/],
  ['a wait for nothing', { steps: [{ wait_until: { at_most: '1 day' } }, addTag(1)] }, /Step 1: .*event or field/],
  ['a wait that is text', { steps: [{ wait_until: 'x' }, addTag(1)] }, /Step 1/],
  ['an unknown event', { steps: [{ wait_until: { event: 'nope', at_most: '1 day' } }, addTag(1)] }, /Step 1: .*event/],
  [
    'an unknown tag',
    { steps: [{ wait_until: { event: 'tag.added', tag: 9999, at_most: '1 day' } }, addTag(1)] },
    /Step 1: .*no tag 9999/,
  ],
  ['an unknown tag in a goal', { goal: { event: 'tag.added', tag: 9999 } }, /Goal: .*no tag 9999/],
  [
    'a field that is no date',
    { steps: [{ wait_until: { field: 'nope', at_most: '1 day' } }, addTag(1)] },
    /Step 1: There is no date field nope/,
  ],
  [
    'hours before a date',
    { steps: [{ wait_until: { field: renewal, before: '3 hours', at_most: '1 day' } }, addTag(1)] },
    /days or weeks/,
  ],
  ['a deletion as a goal', { goal: { event: 'contact.deleted' } }, /Goal: .*no longer exists/],
  ['an unknown field in a goal', { goal: { nope: 1 } }, /Goal: .*nope/],
  ['a goal without a condition', { goal: {} }, /Goal: .*condition/],
  ['an unknown segment in a goal', { goal: { segment: 999 } }, /Goal: .*no segment 999/],
  ['an unknown entry', { entry: 'twice' }, /Entry: entry must be/],
  ['an entry with an invalid time', { entry: { after: 'a while' } }, /such as "10 minutes"/],
] as [string, object, RegExp][]) {
  t.test(`a rule is refused if it has ${name}`, async (t) => {
    const body = { name: 'Refused', ...onTag, steps: [addTag(end)], ...rule };
    t.match(await post('/rule/add', body), { status: 422, body: { message } });
  });
}
