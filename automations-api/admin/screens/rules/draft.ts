/** A rule in its editor, converted from and to the API's format. Pure. */

import { kindNameOf } from '../../core/kinds.ts';
import type { FormSchema, Rule, RuleStep, RuleTrigger, StepKind } from '../../core/types.ts';

export type DraftStep = {
  /** A number that identifies the step when it moves. */
  key: number;
  kind: string;
  /** Whether the API's format omits the kind. */
  bare: boolean;
  values: { [member: string]: unknown };
  /** The webhook of a saved step. */
  hook?: { id: number; url: unknown };
};

export type RuleDraft = {
  name: string;
  trigger: RuleTrigger;
  conditions: Rule['conditions'];
  steps: DraftStep[];
};

let lastKey = 0;

export function newStep(kind: string, values: DraftStep['values'] = {}, bare = false): DraftStep {
  lastKey++;
  return { key: lastKey, kind, bare, values };
}

/** Creates a step with its kind's default values. */
export const newStepOf = ({ name, bare, members }: StepKind): DraftStep => newStep(name, valuesOf(members), bare);

const valuesOf = ({ properties }: FormSchema): { [member: string]: unknown } =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      member.default === undefined ? [] : [[name, member.default]],
    ),
  );

export const newDraft = (): RuleDraft => ({
  name: '',
  trigger: { event: 'contact.created' },
  conditions: {},
  steps: [],
});

export const draftOf = ({ name, trigger, conditions, steps }: Rule): RuleDraft => ({
  name,
  trigger,
  conditions,
  steps: steps.map(draftStep),
});

function draftStep(step: RuleStep): DraftStep {
  const { action, webhook_id: hook, ...values } = step;
  const draft = newStep(kindNameOf(step), values, action === undefined);
  return typeof hook === 'number' ? { ...draft, hook: { id: hook, url: values.url } } : draft;
}

/** Checks whether a field has a value; empty ones are omitted. */
const isGiven = ([, value]: [string, unknown]) => value !== '' && value !== undefined && value !== false;
const trimmed = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  typeof value === 'string' ? value.trim() : value,
];

const given = (values: object) => Object.fromEntries(Object.entries(values).map(trimmed).filter(isGiven));

const stepOf = ({ kind, bare, values }: DraftStep): RuleStep => ({ ...(!bare && { action: kind }), ...given(values) });

type RuleBody = Pick<Rule, 'name' | 'trigger' | 'conditions' | 'steps'>;

/** Returns the request body, which does not turn the rule on or off. */
export const bodyOf = ({ name, trigger, conditions, steps }: RuleDraft): RuleBody => ({
  name: name.trim(),
  trigger: { event: trigger.event, ...given(trigger) },
  conditions,
  steps: steps.map(stepOf),
});

/** Returns only the changed parts. */
export function changesOf(before: RuleBody, after: RuleBody): Partial<RuleBody> {
  const changed = Object.entries(before).flatMap(([name, value]) => {
    const next = after[name as keyof RuleBody];
    return JSON.stringify(value) === JSON.stringify(next) ? [] : [[name, next]];
  });
  return Object.fromEntries(changed);
}
