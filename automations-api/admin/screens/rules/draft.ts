/** A rule in its editor, converted from and to the API's format. Pure. */
import { kindNameOf } from '../../core/kinds.ts';
import type { FormSchema, Rule, RuleStep, RuleTrigger, StepKind, WaitUntil } from '../../core/types.ts';
import { lanes, type Nested } from './step-tree.ts';

export type DraftStep = {
  /** A number that identifies the step when it moves. */
  key: number;
  /** The id of a saved step. */
  id?: number;
  kind: string;
  /** Whether the API's format omits the kind. */
  bare: boolean;
  values: { [member: string]: unknown };
  then?: DraftStep[];
  else?: DraftStep[];
};

export type RuleDraft = {
  name: string;
  trigger: RuleTrigger;
  entry: Rule['entry'];
  conditions: Rule['conditions'];
  goal: Rule['goal'];
  steps: DraftStep[];
};

let lastKey = 0;

export function newStep(kind: string, values: DraftStep['values'] = {}, bare = false): DraftStep {
  lastKey++;
  return { key: lastKey, kind, bare, values };
}

/** Creates a step with its kind's default values. */
export const newStepOf = (kind: StepKind): DraftStep => ({
  ...newStep(kind.name, valuesOf(kind.members), kind.bare),
  ...(isBranch(kind) && { then: [], else: [] }),
});

/** Returns whether steps of a kind contain other steps. */
export const isBranch = ({ members }: Pick<StepKind, 'members'>): boolean =>
  Object.values(members.properties).some(({ control }) => control === 'steps');

const valuesOf = ({ properties }: FormSchema): { [member: string]: unknown } =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, { control, default: first }]) => [name, control === 'wait_until' ? newWait : first])
      .filter(([, first]) => first !== undefined),
  );

/** Copies a step with its branches as new steps. */
export const copyOf = ({ kind, bare, values, ...step }: DraftStep): DraftStep => ({
  ...newStep(kind, values, bare),
  ...eachLane(step, copyOf),
});

/** Converts the steps in a branch's lanes; no fields for other steps. */
const eachLane = <From extends Nested<From>, To>(step: Nested<From>, convert: (step: From) => To): Nested<To> =>
  step.then ? Object.fromEntries(lanes.map((lane) => [lane, (step[lane] ?? []).map(convert)])) : {};

export const newDraft = (): RuleDraft => ({
  name: '',
  trigger: { event: 'contact.created' },
  entry: 'again',
  conditions: {},
  goal: null,
  steps: [],
});

export const draftOf = ({ name, trigger, entry, conditions, goal, steps }: Rule): RuleDraft => ({
  name,
  trigger,
  entry,
  conditions,
  goal,
  steps: steps.map(draftStep),
});

function draftStep(step: RuleStep): DraftStep {
  const { action, id, then: _, else: __, ...values } = step;
  return {
    ...newStep(kindNameOf(step), values, action === undefined),
    ...(id !== undefined && { id }),
    ...eachLane(step, draftStep),
  };
}

/** Checks whether a field has a value; empty ones are omitted. */
const isGiven = ([, value]: [string, unknown]) => value !== '' && value !== undefined && value !== false;
const trimmed = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  typeof value === 'string' ? value.trim() : value,
];

const given = (values: object) => Object.fromEntries(Object.entries(values).map(trimmed).filter(isGiven));

/** Removes the empty fields of an event. */
const eventOf = ({ event, ...narrow }: RuleTrigger): RuleTrigger => ({ event, ...given(narrow) });

/** Converts a step to the API's format. */
export const stepOf = ({ kind, bare, id, values, ...step }: DraftStep): RuleStep => ({
  ...(id !== undefined && { id }),
  ...(!bare && { action: kind }),
  ...given(values),
  ...(typeof values.wait_until === 'object' && { wait_until: given(values.wait_until ?? {}) }),
  ...eachLane(step, stepOf),
});

/** The name of the contact's own date in a wait. */
export const creationDate = 'creation_date';

export const newWait: WaitUntil = { event: 'link.clicked', at_most: '7 days' };
/** A date can be up to a year away. */
export const newDateWait: WaitUntil = { field: creationDate, at_most: '365 days' };

/** Returns whether a goal is an event. Otherwise it is a filter. */
export const isEvent = (goal: { event?: unknown }): goal is RuleTrigger => typeof goal.event === 'string';

type RuleBody = Pick<Rule, 'name' | 'trigger' | 'entry' | 'conditions' | 'goal' | 'steps'>;

/** Returns the request body, which does not turn the rule on or off. */
export const bodyOf = ({ name, trigger, entry, conditions, goal, steps }: RuleDraft): RuleBody => ({
  name: name.trim(),
  trigger: eventOf(trigger),
  entry,
  conditions,
  goal: goal && isEvent(goal) ? eventOf(goal) : goal,
  steps: steps.map(stepOf),
});
