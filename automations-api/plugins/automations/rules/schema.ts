/** Parameters of rules and their runs. */
import Type from 'typebox';
import { longestLabel, rules } from '../../../../shared/limits-of-fields.ts';
import { cursorArgs } from '../core/envelope.ts';
import { runStatuses } from './run-list-queries.ts';
import { stepStates } from './step-counts-queries.ts';

const anything = { additionalProperties: true };
const name = Type.String({ maxLength: longestLabel, description: 'Name of the rule.' });
const trigger = Type.Object(
  {},
  { ...anything, description: 'The event, as { event, tag?, list?, link? }: the id of a tag or list, a short URL.' },
);
const conditions = Type.Optional(
  Type.Object({}, { ...anything, description: 'A filter, with the parameters of GET /contacts; {} is everyone.' }),
);
const steps = Type.Array(Type.Unknown(), {
  maxItems: rules.steps,
  description:
    'In order, each of a kind that GET /kinds lists: { wait: "2 days" }, { action, … }, or { if: filter, then: [steps], else: [steps] }, nested up to 5 deep. A step keeps its id if you send it back.',
});
const active = Type.Optional(Type.Boolean({ description: 'Whether it runs; default true.' }));

export const NewRule = Type.Object({ name, trigger, conditions, steps, active });
const changed = { trigger: Type.Optional(trigger), conditions, steps: Type.Optional(steps) };
export const RuleChange = Type.Object({ name: Type.Optional(name), ...changed, active });

const contact = Type.Integer({ description: "The contact's id." });
export const DraftRunArgs = Type.Object({ contact, trigger, conditions, steps });
/** The parameters of a dry run. Its fields replace the saved ones. */
export const DryRunArgs = Type.Object({ contact, ...changed });
export const ReachArgs = Type.Object({ trigger, conditions });

export const RunArgs = Type.Object({
  ...cursorArgs,
  status: Type.Optional(Type.Enum([...runStatuses], { description: 'Only runs with this status.' })),
});

export const RuleRunArgs = Type.Object({
  ...RunArgs.properties,
  step: Type.Optional(Type.Integer({ minimum: 1, description: 'Only runs that entered the step with this id.' })),
  state: Type.Optional(
    Type.Enum([...stepStates], {
      description: 'With step: only runs that wait, continued, left or reached the goal there.',
    }),
  ),
});
