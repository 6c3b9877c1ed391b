/** Answer schemas of rules and their runs. */
import Type, { type Static, type TObject } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith, closed } from '../../../host/envelope.ts';
import { Form, FormMember } from '../../../host/form-shape.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../../host/shapes.ts';
import { nextCursor, Ref } from '../core/answers.ts';
import { runStatuses, stepStates } from './run-list-queries.ts';

const optional = Type.Optional;
/** The option that allows additional fields, since plugins add steps and triggers. */
const open = { additionalProperties: true };

export const RuleTrigger = Type.Object(
  {
    event: text('The event.', 'tag.added'),
    tag: optional(Type.Integer({ description: 'Only this tag.' })),
    list: optional(Type.Integer({ description: 'Only this list.' })),
    link: optional(Type.String({ description: 'Only this link: its short URL or its id.' })),
  },
  { ...open, title: 'RuleTrigger' },
);
export type RuleTrigger = Static<typeof RuleTrigger>;

/** The steps of a branch. Their schema is `RuleStep`, which cannot refer to itself. */
const branch = optional(
  Type.Array(Type.Object({}, open), {
    description: 'Steps of the branch, of the same kinds as the steps of the rule.',
  }),
);
const filter = optional(Type.Object({}, { ...open, description: 'A filter, with the parameters of GET /contacts.' }));

const step = {
  if: filter,
  wait: optional(Type.String({ description: 'Duration.' })),
  wait_until: optional(
    Type.Object({}, { ...open, description: 'An event, or the date of a field with before or after; with at_most.' }),
  ),
  action: optional(Type.String({ description: 'The action.' })),
  tags: optional(Type.Array(Type.Integer())),
  lists: optional(Type.Array(Type.Integer())),
  status: optional(Type.String()),
  resubscribe: optional(Type.Boolean()),
  field: optional(Type.Record(Type.String(), Type.Unknown())),
  url: optional(Type.String({ description: 'URL of the receiver.' })),
  webhook_id: optional(Type.Integer({ description: 'The webhook that sends it.' })),
};
const examples = [{ action: 'add_lists', lists: [3] }];
const stepId = count('Id of the step, unique in its rule. It stays when the rule changes.');
const path = text('Position of the step, from 0, with the branches on the way.', '1.then.0');
export const RuleStep = Type.Object(
  { id: optional(stepId), ...step, then: branch, else: branch },
  { ...open, title: 'RuleStep', examples },
);
export type RuleStep = Omit<Static<typeof RuleStep>, 'then' | 'else'> & { then?: RuleStep[]; else?: RuleStep[] };

const runs = count('Number of runs with this status.', 0);
const RuleSecret = named('RuleSecret', {
  webhook_id: id(),
  url: text('URL of the receiver.', 'https://example.com/hooks/contacts'),
  secret: text('Secret that signs messages; shown once.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
});

export const Rule = named(
  'Rule',
  {
    ID: id(),
    name: text('The name.', 'Welcome'),
    trigger: RuleTrigger,
    conditions: members('The parameters of GET /contacts that a contact must match.', { status: ['subscribed'] }),
    steps: Type.Array(RuleStep),
    goal: nullable(
      Type.Object(
        {},
        { ...open, description: 'An event or a filter that ends a run.', examples: [{ event: 'link.clicked' }] },
      ),
    ),
    entry: Type.Union([Type.Enum(['once', 'again']), Type.Object({ after: text('Duration.', '30 days') }, closed)], {
      description: 'Whether a contact can run again after its run has ended.',
      examples: ['again'],
    }),
    active: Type.Boolean({ examples: [true] }),
    version: count('Version of its trigger, conditions and steps.'),
    runs: Type.Object(
      { running: runs, waiting: runs, done: runs, stopped: runs, failed: runs, cancelled: runs, reached_goal: runs },
      closed,
    ),
    created_at: time('Creation time.'),
    updated_at: timeOrNull('Time of the last change.'),
    webhooks: optional(Type.Array(RuleSecret, { description: 'Secrets of the new webhooks.' })),
  },
  'A rule: steps that run when something happens to a contact.',
);
export type Rule = Static<typeof Rule>;

export const RuleAnswer = answerWith({ rule: Rule });
export const RulesAnswer = answerWith({ rules: Type.Array(Rule) });
export const DeletedAnswer = answerWith({ rule: Ref });

const run = {
  ID: id(),
  rule_id: id(),
  rule_name: textOrNull('The name of the rule.', 'Welcome'),
  version: count('Version of the rule.'),
  contact_id: id(),
  contact_email: textOrNull('Email of the contact.', 'ada@example.com'),
  event: text('What happened.', 'tag.added'),
  led_by: Type.Array(Type.Integer(), { description: 'Rules whose runs triggered this one.', examples: [[]] }),
  led_by_rules: Type.Array(Type.Object({ ID: id(), name: textOrNull('The name.', 'Welcome') }, closed), {
    examples: [[]],
  }),
  status: Type.Enum([...runStatuses]),
  step: count('Id of the step that is due or waits. If the run has ended, of its last step.'),
  path,
  next_step: nullable(RuleStep),
  reason: textOrNull('Reason why it ended early.', 'the contact does not meet the conditions'),
  due_at: timeOrNull('Time of the next step.'),
  created_at: time('Time it started.'),
  ended_at: timeOrNull('Time it ended.'),
};

export const RuleRun = named('RuleRun', run, 'A run of a rule for one contact.');
export type RunStatus = (typeof runStatuses)[number];
export type RuleRun = Static<typeof RuleRun>;

export const RunStep = Type.Object(
  {
    ...step,
    step: stepId,
    path,
    at: timeOrNull('Time it was done or its wait started; null if the run did not enter it.'),
    state: nullable(Type.Enum([...stepStates])),
    outcome: textOrNull('Result.', 'changed'),
    detail: textOrNull('Further details.', 'list.added'),
  },
  { ...open, title: 'RunStep' },
);
export type RunStep = Static<typeof RunStep>;

export const RunsAnswer = answerWith({ runs: Type.Array(RuleRun), next_cursor: nextCursor });
export const RunAnswer = answerWith({ run: named('RunWithSteps', { ...run, steps: Type.Array(RunStep) }) });

export const DryRun = named(
  'DryRun',
  {
    rule_id: nullable(id()),
    contact_id: id(),
    active: Type.Boolean({ examples: [true] }),
    would_run: Type.Boolean({ examples: [true] }),
    reason: textOrNull('Why the rule would not run.', 'the contact does not meet the conditions: tag'),
    conditions: Type.Object(
      {
        met: Type.Boolean({ examples: [true] }),
        unmet: Type.Array(Type.String(), { description: 'Fields of the conditions.', examples: [[]] }),
      },
      closed,
    ),
    steps: Type.Array(
      Type.Object(
        {
          ...step,
          step: stepId,
          path,
          taken: Type.Boolean({ description: 'Whether the contact would reach this step.', examples: [true] }),
          would: text('Outcome it would have.', 'change'),
          detail: text('Further details.', 'list.added'),
        },
        { ...open, title: 'DryStep' },
      ),
    ),
  },
  'What a rule would do to a contact now.',
);
export type DryRun = Static<typeof DryRun>;
export const DryRunAnswer = answerWith({ dry_run: DryRun });

export const Reach = named('Reach', {
  days: count('Number of days that were searched.', 7),
  contacts: count('Number of contacts the trigger happened to.'),
  met: count('Number of those that match the conditions now.'),
  complete: Type.Boolean({ description: 'false: there were more entries to search.', examples: [true] }),
});
export type Reach = Static<typeof Reach>;
export const ReachAnswer = answerWith({ reach: Reach });

const kind = { name: text('The name.', 'add_tags'), label: text('Label in editors.', 'Add tags'), members: Form };
export const StepKind = named('StepKind', {
  ...kind,
  says: text('Readable step; {name} marks the value of a field.', 'Add the tags {tags}'),
  note: textOrNull('Hint in editors.', 'It can only be the last step.'),
  icon: textOrNull('Name of the icon.', 'tag'),
  bare: Type.Boolean({ description: 'Written without action.', examples: [false] }),
  last: Type.Boolean({ description: 'No step can follow.', examples: [false] }),
  pauses: Type.Boolean({ description: 'The next step is due later.', examples: [false] }),
  needs_nobody: Type.Boolean({ description: 'It can run after the contact was deleted.', examples: [false] }),
  right: nullable(Type.Enum(['full', 'administrator'], { description: 'Who can save a rule with it.' })),
});
export type StepKind = Static<typeof StepKind>;

export const EventKind = named('EventKind', {
  ...kind,
  title: text('Label in lists of events.', 'Tag added'),
  says: textOrNull('Readable narrowed trigger.', 'The tag {tag} is added to a contact'),
  leaves_nobody: Type.Boolean({ description: 'The contact is deleted after it.', examples: [false] }),
});
export type EventKind = Static<typeof EventKind>;

const CriterionKind = named('CriterionKind', {
  name: text('The name.', 'birthday_within'),
  label: text('Label in editors.', 'Birthday within days'),
  parameters: Type.Array(Type.String(), {
    description: 'The fields of a filter.',
    examples: [['criterion[birthday_within]']],
  }),
  value: nullable(FormMember),
});

const ColumnKind = named('ColumnKind', {
  name: text('The name.', 'contact_no'),
  label: text('Label in editors.', 'Phone'),
  rare: Type.Boolean({ description: 'Not exported by default.', examples: [false] }),
});

const kinds = {
  steps: Type.Array(StepKind),
  events: Type.Array(EventKind),
  criteria: Type.Array(CriterionKind, { description: 'Conditions of filters; those with a value come from plugins.' }),
  columns: Type.Array(ColumnKind, {
    description: 'Columns of an export, without custom fields.',
  }),
};
export type Kinds = Static<TObject<typeof kinds>>;
export const KindsAnswer = answerWith(kinds);
