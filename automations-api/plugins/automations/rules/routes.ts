/** Routes for rules. The routes for their runs are in `run-routes.ts`. */
import type { Static } from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { etagOf } from '../../../../shared/http/versions.ts';
import { type RequestHead, type RestRoute, route } from '../../../host/core/route.ts';
import { readWindow, SearchArgs, success, successOne, successWindow } from '../../../host/envelope.ts';
import type { CreatedWebhook, Step } from '../../../host/extensions.ts';
import { checkLocked, type Headers } from '../../../host/versions.ts';
import { findLastEntry } from '../audit/queries.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { fail, found, unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { DeletedAnswer, DryRunAnswer, KindsAnswer, ReachAnswer, RuleAnswer, RulesAnswer } from './answers.ts';
import type { Definition } from './definition.ts';
import { showDryRun } from './dry-run.ts';
import type { KnownRules } from './known-rules.ts';
import { countRules, findRule, listRules, lockRule, type Rule, updateRule } from './queries.ts';
import { showReach } from './reach.ts';
import { checkCanChange, checkCanSave, readDefinition, readWhen } from './read-definition.ts';
import { countRuns, type RunCounts } from './run-list-queries.ts';
import { addRule, addVersion, removeRule } from './save-rule.ts';
import { DraftRunArgs, DryRunArgs, NewRule, ReachArgs, RuleChange } from './schema.ts';
import { showColumnKind, showCriterionKind, showEventKind, showRule, showStepKind } from './show.ts';
import type { RuleEngine } from './start-workers.ts';
import { listSteps, withIds } from './walk.ts';

const mostRules = 1_000;

export const ruleRoutes = (context: Context, known: KnownRules, engine: RuleEngine): RestRoute[] => [
  listRoute(context),
  kindsRoute(context),
  getRoute(context),
  addRoute(context, known),
  updateRoute(context, known),
  deleteRoute(context, known, engine),
  draftRunRoute(context),
  dryRunRoute(context),
  reachRoute(context),
];

const listRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/rules',
    description: 'The rules, newest first, with their number of runs by status.',
    args: SearchArgs,
    example: { search: 'welcome' },
    answer: RulesAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const search = params.search?.trim();
      const [rules, total] = await Promise.all([listRules(db, window, search), countRules(db, search)]);
      const counts = await countRuns(
        db,
        rules.map(({ id }) => id),
      );
      const shown = rules.map((rule) => showRule(rule, counts.get(rule.id) as RunCounts));
      return successWindow({ rules: shown }, window, total);
    },
  });

const kindsRoute = ({ registries }: Context) =>
  route({
    methods: ['GET'],
    path: '/kinds',
    description:
      'The kinds of steps and events of rules, and the conditions of filters, each with its fields as JSON Schema, and the columns of exports.',
    answer: KindsAnswer,
    callback: () =>
      success({
        steps: registries.steps.list().map(showStepKind),
        events: registries.events.list().map(showEventKind),
        criteria: registries.criteria.list().map(showCriterionKind),
        columns: registries.columns.list().map(showColumnKind),
      }),
  });

const getRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/rule/{rule_id}',
    description: 'One rule.',
    answer: RuleAnswer,
    versioned: true,
    callback: async ({ path }) => answerRule(db, await getRule(db, path.rule_id)),
  });

const addRoute = (context: Context, known: KnownRules) =>
  route({
    methods: ['POST'],
    path: '/rule/add',
    description: 'Creates a rule, whose steps run when something happens to a contact that matches the conditions.',
    args: NewRule,
    example: {
      name: 'Welcome',
      trigger: { event: 'tag.added', tag: 1 },
      conditions: { status: ['subscribed'] },
      steps: [{ wait: '2 days' }, { action: 'add_lists', lists: [3] }],
    },
    answer: RuleAnswer,
    versioned: true,
    async callback({ params, caller, user }) {
      const { db } = context;
      const definition = await readDefinition(context, db, params, { head: { caller, user }, before: [] });
      const rule = {
        name: params.name.trim(),
        active: params.active ?? true,
        keeps_runs: definition.entry !== 'again',
        created_at: presentSecond(),
      };
      if ((await countRules(db)) >= mostRules) throw unprocessable(`A site can have at most ${mostRules} rules.`);
      const { id, shown } = await inTransaction(db, async (trx) => {
        const added = await addRule(context, trx, rule, definition);
        await writeAudit(trx, caller, 'rule.created', {
          subject: added.id,
          data: { name: rule.name, active: rule.active },
        });
        return added;
      });
      known.forget();
      return answerRule(db, await getRule(db, id), shown);
    },
  });

const updateRoute = (context: Context, known: KnownRules) =>
  route({
    methods: ['POST'],
    path: '/rule/update/{rule_id}',
    description: 'Changes the given fields of a rule. Runs continue with the steps they started with.',
    args: RuleChange,
    example: { active: false },
    answer: RuleAnswer,
    versioned: true,
    async callback({ params, path, caller, user, headers }) {
      const { db } = context;
      const id = path.rule_id;
      const shown = await inTransaction(db, (trx) =>
        changeRule(context, trx, id, { changes: params, head: { caller, user, headers } }),
      );
      known.forget();
      return answerRule(db, await getRule(db, id), shown);
    },
  });

/** Changes a rule. Resolves to new webhooks, whose secrets are shown only once. */
async function changeRule(
  context: Context,
  trx: Trx,
  id: number,
  {
    changes: { name, active, ...given },
    head,
  }: { changes: Static<typeof RuleChange>; head: Pick<RequestHead, 'caller' | 'user' | 'headers'> },
): Promise<CreatedWebhook[]> {
  const rule = await lockVersion(trx, id, head);
  const isNewVersion = Object.keys(given).length > 0;
  const definition = isNewVersion
    ? await readDefinition(context, trx, { ...rule.definition, ...given }, { head, before: rule.definition.steps })
    : rule.definition;
  if (active) checkCanSave(context.registries.steps, head.caller, definition.steps);
  const version = rule.version + (isNewVersion ? 1 : 0);
  const changes = {
    version,
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(active === undefined ? {} : { active }),
  };
  const keeps_runs = definition.entry !== 'again';
  await updateRule(trx, id, { ...changes, keeps_runs, updated_at: presentSecond() });
  await writeAudit(trx, head.caller, 'rule.changed', {
    subject: id,
    data: { name: rule.name, active: rule.active, ...changes },
  });
  return isNewVersion ? addVersion(context, trx, { id, version }, definition) : [];
}

const deleteRoute = (context: Context, known: KnownRules, engine: RuleEngine) =>
  route({
    methods: ['DELETE'],
    path: '/rule/{rule_id}',
    description: 'Deletes a rule and its runs; their changes stay.',
    answer: DeletedAnswer,
    versioned: true,
    async callback({ path, caller, user, headers }) {
      const rule = await inTransaction(context.db, async (trx) => {
        const found = await lockVersion(trx, path.rule_id, { headers });
        await checkCanChange(context.registries.steps, { caller, user }, found.definition.steps, []);
        await removeRule(context, trx, found.id);
        await writeAudit(trx, caller, 'rule.deleted', { subject: found.id, data: { name: found.name } });
        return found;
      });
      known.forget();
      engine.deleteOrphanRuns();
      return success({ rule: { ID: rule.id, name: rule.name } });
    },
  });

const draftRunRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/rule/dry-run',
    inDemo: true,
    description: 'Shows what an unsaved rule would do to a contact now, step by step. Changes nothing.',
    args: DraftRunArgs,
    example: {
      contact: 1,
      trigger: { event: 'tag.added', tag: 1 },
      steps: [{ action: 'add_lists', lists: [3] }],
    },
    answer: DryRunAnswer,
    id: 'postRuleDryRunOfDraft',
    async callback({ params: { contact, ...given }, caller, user }) {
      const definition = await readDefinition(context, context.db, given, { head: { caller, user }, before: [] });
      return success({ dry_run: await showDryRun(context, withDraftIds(definition, []), contact) });
    },
  });

const dryRunRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/rule/dry-run/{rule_id}',
    inDemo: true,
    description:
      'Shows what a rule would do to a contact now, step by step. Changes nothing. Given fields replace the saved ones.',
    args: DryRunArgs,
    example: { contact: 1 },
    answer: DryRunAnswer,
    async callback({ params: { contact, ...given }, path, caller, user }) {
      const rule = await getRule(context.db, path.rule_id);
      const saved = rule.definition;
      if (Object.keys(given).length === 0) {
        return success({ dry_run: await showDryRun(context, saved, contact, rule) });
      }
      const head = { caller, user };
      const draft = await readDefinition(context, context.db, { ...saved, ...given }, { head, before: saved.steps });
      return success({ dry_run: await showDryRun(context, withDraftIds(draft, saved.steps), contact, rule) });
    },
  });

/** Gives the steps of an unsaved definition the ids that they would get now. */
const withDraftIds = ({ steps, ...when }: Definition, saved: Step[]): Definition => ({
  ...when,
  steps: withIds(steps, listSteps(saved)),
});

const reachRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/rule/reach',
    inDemo: true,
    description:
      "Counts the contacts that had the trigger's event in the last days, and how many of them match the conditions now. Changes nothing.",
    args: ReachArgs,
    example: { trigger: { event: 'tag.added', tag: 1 } },
    answer: ReachAnswer,
    callback: async ({ params }) =>
      success({ reach: await showReach(context, await readWhen(context, context.db, params), new Date()) }),
  });

const getRule = async (db: Context['db'], id: number): Promise<Rule> => found('rule', await findRule(db, id));

/** Locks a rule and checks its version. @throws data_not_found or conflict */
const lockVersion = async (trx: Trx, id: number, head: Headers): Promise<Rule> =>
  checkLocked(head, 'rule', await lockRule(trx, id), {
    etag: versionOf,
    show: async (rule) => showRule(rule, (await countRuns(trx, [id])).get(id) as RunCounts),
    findLastChange: () => findLastEntry(trx, ['rule.changed', 'rule.created'], id),
  });

const versionOf = ({ name, active, definition }: Rule): string => etagOf([name, active, definition]);

function readName(name: string): string {
  if (name.trim() === '') throw fail('required_fields_missing', 'Missing parameter(s): name');
  return name.trim();
}

async function answerRule(db: Context['db'], rule: Rule, webhooks: CreatedWebhook[] = []) {
  const counts = await countRuns(db, [rule.id]);
  const shown = showRule(rule, counts.get(rule.id) as RunCounts);
  return successOne({ rule: webhooks.length > 0 ? { ...shown, webhooks } : shown }, versionOf(rule));
}
