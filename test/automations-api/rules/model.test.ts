/**
 * Random rules with branches, waits, goals and entries, and random events, compared with a plain model of the expected
 * result. 20 rules with 5 contacts each; 300 rules with 20 contacts each with TEST_LONG=1.
 */
import fc from 'fast-check';
import { addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { addRule } from '../../fixtures/rules.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const isLong = process.env.TEST_LONG === '1';
const [ruleCount, contactsEach, rounds] = isLong ? [300, 20, 20] : [20, 5, 7];
const seed = Math.floor(Math.random() * 2 ** 31);

/** The number of tags that contacts get at random. */
const tagCount = 3;
type Tag = number;
type Goal = { kind: 'none' | 'event' | 'filter'; tag: Tag };
type Step =
  | { kind: 'act' }
  | { kind: 'wait' }
  | { kind: 'await'; tag: Tag }
  | { kind: 'if'; tag: Tag; yes: Step[]; no: Step[] };
type PlainRule = { steps: Step[]; goal: Goal; entry: 'once' | 'again' };
type Op = { kind: 'add' | 'remove'; tag: Tag } | { kind: 'start' } | { kind: 'time' };

const anyTag = fc.integer({ min: 0, max: tagCount - 1 });
const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('act' as const).map((kind): Step => ({ kind })) },
  fc.constant<Step>({ kind: 'wait' }),
  { weight: 2, arbitrary: anyTag.map((tag): Step => ({ kind: 'await', tag })) },
);
const listOf = (depth: number): fc.Arbitrary<Step[]> =>
  fc.array(depth === 0 ? simple : fc.oneof({ weight: 2, arbitrary: simple }, branchOf(depth)), { maxLength: 3 });
const branchOf = (depth: number): fc.Arbitrary<Step> =>
  fc
    .record({ tag: anyTag, yes: listOf(depth - 1), no: listOf(depth - 1) })
    .map(({ tag, yes, no }): Step => ({ kind: 'if', tag, yes: [...yes, { kind: 'act' }], no }));
const countActs = (steps: Step[]): number =>
  steps.reduce(
    (n, step) => n + (step.kind === 'if' ? countActs(step.yes) + countActs(step.no) : Number(step.kind === 'act')),
    0,
  );
const anyRule: fc.Arbitrary<PlainRule> = fc
  .record({
    steps: listOf(5).map((steps): Step[] => [...steps, { kind: 'act' }]),
    goal: fc.record({
      kind: fc.constantFrom('none' as const, 'none' as const, 'event' as const, 'filter' as const),
      tag: anyTag,
    }),
    entry: fc.constantFrom('once' as const, 'again' as const),
  })
  // Each action adds another power of four, so the contact's points show how often each action ran.
  .filter(({ steps }) => countActs(steps) <= 14);
const anyOp: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), tag: anyTag }),
  fc.record({ kind: fc.constant('remove' as const), tag: anyTag }),
  fc.constant<Op>({ kind: 'start' }),
  { weight: 2, arbitrary: fc.constant<Op>({ kind: 'time' }) },
);

class Reached extends Error {}

/** A contact with its runs, as the rule describes them. */
class Model {
  readonly rule: PlainRule;
  readonly tags = new Set<Tag>();
  readonly ended: string[] = [];
  #hasEntered = false;
  points = 0;
  #run: Generator<Step, void> | undefined;
  #waiting: Step | undefined;

  constructor(rule: PlainRule) {
    this.rule = rule;
  }

  get outcome() {
    return { points: this.points, runs: [...this.ended, ...(this.#run ? ['waiting'] : [])] };
  }

  do(op: Op): void {
    if (op.kind === 'remove') this.tags.delete(op.tag);
    if (op.kind === 'time' && this.#waiting) this.#continue();
    if (op.kind === 'start' && !this.#run && !(this.rule.entry === 'once' && this.#hasEntered)) {
      let power = 1;
      const points = new Map<Step, number>();
      const number = (steps: Step[]) => {
        for (const step of steps) {
          if (step.kind === 'act') points.set(step, power);
          if (step.kind === 'act') power *= 4;
          if (step.kind !== 'if') continue;
          number(step.yes);
          number(step.no);
        }
      };
      number(this.rule.steps);
      this.#run = this.#walk(this.rule.steps, points);
      this.#continue();
    }
    if (op.kind !== 'add' || this.tags.has(op.tag)) return;
    this.tags.add(op.tag);
    const { kind, tag } = this.rule.goal;
    if (this.#run && kind !== 'none' && tag === op.tag) this.#end('reached_goal');
    else if (this.#waiting?.kind === 'await' && this.#waiting.tag === op.tag) this.#continue();
  }

  *#walk(steps: Step[], points: Map<Step, number>): Generator<Step, void> {
    for (const step of steps) {
      this.#checkGoal();
      this.#hasEntered = true;
      if (step.kind === 'act') this.points += points.get(step) as number;
      else if (step.kind === 'if') yield* this.#walk(this.tags.has(step.tag) ? step.yes : step.no, points);
      else {
        yield step;
        this.#checkGoal();
      }
    }
  }

  #checkGoal(): void {
    const { kind, tag } = this.rule.goal;
    if (kind === 'filter' && this.tags.has(tag)) throw new Reached();
  }

  #continue(): void {
    try {
      const { done, value } = (this.#run as Generator<Step, void>).next();
      if (done) this.#end('done');
      else this.#waiting = value as Step;
    } catch (error) {
      if (!(error instanceof Reached)) throw error;
      this.#end('reached_goal');
    }
  }

  #end(status: string): void {
    this.ended.push(status);
    this.#run = undefined;
    this.#waiting = undefined;
  }
}

t.test(`runs of random rules match a plain model of rules (seed ${seed})`, async (t) => {
  const service = await startAutomations(t, {}, await createStores(t));
  const { db, post } = service;
  const tags = (await addTerms(service, 'tag', ['A', 'B', 'C'])) as number[];
  const plain = fc.sample(anyRule, { seed, numRuns: ruleCount });
  const ops = fc.sample(fc.array(anyOp, { minLength: rounds, maxLength: rounds }), {
    seed: seed + 1,
    numRuns: ruleCount * contactsEach,
  });
  const people: { id: number; on: number; rule: PlainRule; model: Model; ops: Op[] }[] = [];
  for (const [n, rule] of plain.entries()) {
    const [on] = (await addTerms(service, 'tag', [`On ${n}`])) as [number];
    await addRule(service, { trigger: { event: 'tag.added', tag: on }, ...bodyOf(rule, tags) });
    const contacts = Array.from({ length: contactsEach }, (_, i) => ({ email: `model${n}-${i}@x.example` }));
    const { body } = await post('/contacts/batch', { contacts });
    for (const { id } of body.data.results as Body[])
      people.push({ id: Number(id), on, rule, model: new Model(rule), ops: ops[people.length] as Op[] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { id, on, model, ops } of people) {
      const op = ops[round] as Op;
      model.do(op);
      if (op.kind === 'time') {
        const waiting = db.updateTable('automations_rule_runs').set({ due_at: new Date(0) });
        await waiting.where('contact_id', '=', id).where('is_open', '=', true).execute();
        continue;
      }
      const tag = op.kind === 'start' ? on : (tags[op.tag] as number);
      if (op.kind !== 'add') await post(`/contact/tag-unassign/${id}`, { tagId: [tag] });
      if (op.kind !== 'remove') await post(`/contact/tag-assign/${id}`, { tags: [tag] });
    }
    await until(async () => {
      const due = db.selectFrom('automations_rule_runs').select('id').where('is_open', '=', true);
      return (await due.where('due_at', '<=', new Date()).execute()).length === 0;
    });
  }
  for (const { id, model, rule, ops } of people) {
    const runs = await db
      .selectFrom('automations_rule_runs')
      .select('status')
      .where('contact_id', '=', id)
      .orderBy('id')
      .execute();
    const { points } = await db
      .selectFrom('automations_contacts')
      .select('points')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const found = { points, runs: runs.map(({ status }) => status as string) };
    if (!t.same(found, model.outcome, JSON.stringify({ rule, ops }))) break;
  }
  const wrong = await db
    .selectFrom('automations_rule_run_steps as step')
    .innerJoin('automations_rule_runs as run', 'run.id', 'step.run_id')
    .select(['run.id', 'run.status', 'step.state'])
    .where((e) =>
      e.or([
        e.and([e('run.status', '!=', 'waiting'), e('step.state', '=', 'waiting')]),
        e('run.status', '=', 'failed'),
      ]),
    )
    .execute();
  t.same(wrong, [], 'only waiting runs have a waiting step, and none failed');
});

/** Converts a rule to the body of a request. */
function bodyOf({ steps, goal: { kind, tag }, entry }: PlainRule, tags: number[]) {
  let points = 1;
  const write = (some: Step[]): object[] =>
    some.map((step) => {
      if (step.kind === 'wait') return { wait: '30 days' };
      if (step.kind === 'await') return { wait_until: { event: 'tag.added', tag: tags[step.tag], at_most: '30 days' } };
      if (step.kind === 'if') {
        const yes = write(step.yes);
        return { if: { tag: [tags[step.tag]] }, then: yes, else: write(step.no) };
      }
      const action = { action: 'add_points', points };
      points *= 4;
      return action;
    });
  const goals = { none: null, event: { event: 'tag.added', tag: tags[tag] }, filter: { tag: [tags[tag]] } };
  return { steps: write(steps), goal: goals[kind], entry };
}
