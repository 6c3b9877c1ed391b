/** The numbers of runs at each step of a rule, compared with a model, and the runs behind each number. */
import { isDeepStrictEqual } from 'node:util';
import { countRunsAtSteps } from '../../../automations-api/plugins/automations/rules/run-list-queries.ts';
import { addContact, addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { explain, wholeReads } from '../../fixtures/explain.ts';
import { addRule, endWaits, runsOf, untilRuns } from '../../fixtures/rules.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del, db } = service;
const states = ['waiting', 'went_on', 'left', 'reached_goal'] as const;
let made = 0;

const countsOf = async (ruleId: number): Promise<Body> => (await get(`/rule/${ruleId}/counts`)).body.data;
const stepsOf = async (ruleId: number): Promise<Body[]> => (await get(`/rule/${ruleId}`)).body.data.rule.steps;

/** Counts the states of all runs' steps one by one. */
async function modelOf(ruleId: number): Promise<Map<number, Body>> {
  const counts = new Map<number, Body>();
  for (const { ID } of await runsOf(service, ruleId)) {
    for (const { step, state } of (await get(`/rule-run/${ID}`)).body.data.run.steps) {
      if (state === null) continue;
      const one = counts.get(step) ?? { step, entered: 0, waiting: 0, went_on: 0, left: 0, reached_goal: 0 };
      counts.set(step, { ...one, entered: one.entered + 1, [state]: one[state] + 1 });
    }
  }
  return counts;
}

/** Compares the numbers with the model, and with the runs behind each number. No run is moving. */
async function compare(t: Body, ruleId: number): Promise<void> {
  const model = await modelOf(ruleId);
  const none = { entered: 0, waiting: 0, went_on: 0, left: 0, reached_goal: 0 };
  const expected = (await countsOf(ruleId)).steps.map(({ step }: Body) => ({ step, ...none, ...model.get(step) }));
  // Counts of a moment ago are reused.
  await until(async () => isDeepStrictEqual((await countsOf(ruleId)).steps, expected));
  for (const { step, entered, ...numbers } of expected) {
    t.equal((await runsOf(service, ruleId, `step=${step}`)).length, entered);
    for (const state of states) {
      const runs = await runsOf(service, ruleId, `step=${step}&state=${state}`);
      t.equal(runs.length, numbers[state], `${state} at step ${step}`);
      t.ok(runs.every(({ contact_email }) => contact_email !== null));
    }
  }
}

/** Starts a rule with a branch for contacts from two countries; half of them wait in each lane. */
async function startRule(contacts: number) {
  const [on, german, other] = await addTerms(service, 'tag', [`On ${++made}`, `German ${made}`, `Other ${made}`]);
  const rule = await addRule(service, {
    trigger: { event: 'tag.added', tag: on },
    conditions: { status: ['subscribed'] },
    steps: [
      { action: 'add_points', points: 1 },
      {
        if: { country: ['DE'] },
        then: [{ wait: '1 day' }, { action: 'add_tags', tags: [german] }],
        else: [{ action: 'add_tags', tags: [other] }],
      },
      { wait: '1 day' },
      { action: 'add_points', points: 1 },
    ],
  });
  const ids: number[] = [];
  for (let n = 0; n < contacts; n++) {
    const country = n % 2 === 0 ? 'DE' : 'FR';
    ids.push(
      await addContact(service, { email: `counts${++made}@x.example`, status: 'subscribed', country, tags: [on] }),
    );
  }
  await untilRuns(service, rule.ID, 'waiting', contacts);
  return { id: rule.ID as number, contacts: ids };
}

t.test('the counts of a rule with a branch match its runs after waits, cancellations, stops and erasure', async (t) => {
  const { id, contacts } = await startRule(6);
  await compare(t, id);
  t.match((await countsOf(id)).entered, 6);
  const steps = (await countsOf(id)).steps;
  t.same(
    steps.map(({ entered }: Body) => entered),
    [6, 6, 3, 0, 3, 3, 0],
    'a lane has only the contacts that took it',
  );

  const [cancelled] = await runsOf(service, id, 'status=waiting');
  await post(`/rule-run/cancel/${cancelled?.ID}`, {});
  await post(`/contact/update/${contacts[0]}`, { status: 'unsubscribed' });
  await endWaits(service, id);
  await until(async () => (await countsOf(id)).left === 2);
  await untilRuns(service, id, 'done', 2);
  await untilRuns(service, id, 'waiting', 2);
  await compare(t, id);
  t.equal((await post(`/contact/erase/${contacts[1]}`, {})).status, 200);
  await compare(t, id);
  const all = await countsOf(id);
  t.equal(all.entered, 5, 'an erased contact is not counted');
  t.equal(all.entered, all.running + all.finished + all.left + all.reached_goal);
});

t.test('a step keeps its counts when the rule changes, and a new step starts at zero', async (t) => {
  const { id } = await startRule(4);
  const before = await countsOf(id);
  const [first, branch, ...rest] = await stepsOf(id);
  const moved = [branch, first, { action: 'add_points', points: 2 }, ...rest];
  await post(`/rule/update/${id}`, { steps: moved });
  const after = await stepsOf(id);
  t.same([after[0]?.id, after[1]?.id], [branch?.id, first?.id]);
  const counts = new Map((await countsOf(id)).steps.map((one: Body) => [one.step, one]));
  for (const one of before.steps) t.strictSame(counts.get(one.step), one);
  t.match(counts.get(after[2]?.id), { entered: 0 });
  await compare(t, id);
});

t.test('the runs of a step are paged newest first, and invalid parameters are refused', async (t) => {
  const { id } = await startRule(5);
  const all = await runsOf(service, id, 'step=1');
  t.same(
    all.map(({ ID }) => ID),
    all.map(({ ID }) => ID).sort((a, b) => b - a),
  );
  let cursor = '';
  const paged: number[] = [];
  do {
    const { data } = (await get(`/rule/${id}/runs?step=1&limit=2&cursor=${cursor}`)).body;
    paged.push(...data.runs.map(({ ID }: Body) => ID));
    cursor = data.next_cursor ?? '';
  } while (cursor !== '');
  t.same(
    paged,
    all.map(({ ID }) => ID),
  );
  for (const query of ['state=waiting', 'step=1&state=other', 'step=x', 'step=1&status=done']) {
    t.ok((await get(`/rule/${id}/runs?${query}`)).status >= 400, query);
  }
  t.equal((await get('/rule/999999/counts')).status, 404);
  await del(`/rule/${id}`);
  t.equal((await get(`/rule/${id}/counts`)).status, 404);
});

t.test('the counts are read only from an index', async (t) => {
  const { id } = await startRule(1);
  const plans = await explain(db, (db) => countRunsAtSteps(db, id));
  t.same(wholeReads(plans), []);
});
