/** A rule as its editor holds it, from what the API answers and back. Pure. */

import { kindNameOf } from '../../core/kinds.ts';
import type { FormSchema, Rule, RuleStep, RuleTrigger, StepKind } from '../../core/types.ts';

export type DraftStep = {
  /** Tells it from the others wherever it is moved to. */
  key: number;
  kind: string;
  /** Written without the name of its kind. */
  bare: boolean;
  values: { [member: string]: unknown };
  /** The webhook that carries it, once it is saved. */
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

/** With what forms of its kind begin with. */
export const newStepOf = ({ name, bare, members }: StepKind): DraftStep => newStep(name, valuesOf(members), bare);

/** The values with which a form begins. */
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

/** Empty values are left out. */
const isSaid = ([, value]: [string, unknown]) => value !== '' && value !== undefined && value !== false;
const trimmed = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  typeof value === 'string' ? value.trim() : value,
];

const said = (values: object) => Object.fromEntries(Object.entries(values).map(trimmed).filter(isSaid));

const stepOf = ({ kind, bare, values }: DraftStep): RuleStep => ({ ...(!bare && { action: kind }), ...said(values) });

type RuleBody = Pick<Rule, 'name' | 'trigger' | 'conditions' | 'steps'>;

/** Whether it is on is no part of it. */
export const bodyOf = ({ name, trigger, conditions, steps }: RuleDraft): RuleBody => ({
  name: name.trim(),
  trigger: { event: trigger.event, ...said(trigger) },
  conditions,
  steps: steps.map(stepOf),
});

/** Only what is another than before. */
export function changesOf(before: RuleBody, after: RuleBody): Partial<RuleBody> {
  const changed = Object.entries(before).flatMap(([name, value]) => {
    const next = after[name as keyof RuleBody];
    return JSON.stringify(value) === JSON.stringify(next) ? [] : [[name, next]];
  });
  return Object.fromEntries(changed);
}
