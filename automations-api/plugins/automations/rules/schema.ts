/** Parameters of rules and their runs. */
import Type from 'typebox';
import { longestLabel, rules } from '../../../../shared/limits-of-fields.ts';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { cursorArgs } from '../../../host/envelope.ts';
import { runStatuses, stepStates } from './run-list-queries.ts';

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
    'In order, each of a kind that GET /kinds lists: { wait: "2 days" }, { wait_until: { event or field, at_most } }, { action, … }, or { if: filter, then: [steps], else: [steps] }, nested up to 5 deep. A step keeps its id if you send it back.',
});
const goal = Type.Optional(
  nullable(
    Type.Object(
      {},
      {
        ...anything,
        description:
          'Ends a run from any step: an event, as in trigger, or a filter. A filter is checked at each event of the contact and before each step. null for none.',
      },
    ),
  ),
);
const entry = Type.Optional(
  Type.Unknown({
    description:
      '"again" (default): a contact can run again after its run has ended; "once": only once; { after: "30 days" }: again that long after the start of the last run.',
  }),
);
const active = Type.Optional(Type.Boolean({ description: 'Whether it runs; default true.' }));

export const NewRule = Type.Object({ name, trigger, conditions, steps, goal, entry, active });
const changed = { trigger: Type.Optional(trigger), conditions, steps: Type.Optional(steps), goal, entry };
export const RuleChange = Type.Object({ name: Type.Optional(name), ...changed, active });

const contact = Type.Integer({ description: "The contact's id." });
export const DraftRunArgs = Type.Object({ contact, trigger, conditions, steps, goal, entry });
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
