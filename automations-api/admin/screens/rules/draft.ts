/** A rule as its editor holds it, from what the API answers and back. Pure. */
import type { Rule, RuleStep, RuleTrigger } from '../../core/types.ts';
import type { FieldInputValue } from '../contacts/field-input.tsx';
import { type WaitUnit, waitIn } from './waits.ts';

export const actionKinds = [
  'add_tags',
  'remove_tags',
  'add_lists',
  'remove_lists',
  'set_status',
  'set_field',
  'webhook',
  'delete',
] as const;
export type StepKind = 'wait' | (typeof actionKinds)[number];

/** Has a place for what each kind of step needs. */
export type DraftStep = {
  /** Tells it from the others wherever it is moved to. */
  key: number;
  kind: StepKind;
  count: string;
  unit: WaitUnit;
  tags: string[];
  lists: string[];
  status: string;
  resubscribe: boolean;
  field: { [idOrSlug: string]: FieldInputValue };
  url: string;
  /** The webhook that carries it, once it is saved. */
  hook?: { id: number; url: string };
};

/** What narrows it is empty where anything will do. */
export type DraftTrigger = { event: string; tag: string; list: string; link: string };

export type RuleDraft = {
  name: string;
  trigger: DraftTrigger;
  conditions: Rule['conditions'];
  steps: DraftStep[];
};

let lastKey = 0;

export function newStep(kind: StepKind): DraftStep {
  lastKey++;
  const empty = { tags: [], lists: [], status: 'subscribed', resubscribe: false, field: {}, url: '' };
  return { key: lastKey, kind, count: '1', unit: 'day', ...empty };
}

export const newDraft = (): RuleDraft => ({
  name: '',
  trigger: { event: 'contact.created', tag: '', list: '', link: '' },
  conditions: {},
  steps: [],
});

export const draftOf = ({ name, trigger, conditions, steps }: Rule): RuleDraft => ({
  name,
  trigger: {
    event: trigger.event,
    tag: String(trigger.tag ?? ''),
    list: String(trigger.list ?? ''),
    link: trigger.link ?? '',
  },
  conditions,
  steps: steps.map(draftStep),
});

function draftStep(step: RuleStep): DraftStep {
  if (step.wait !== undefined) return { ...newStep('wait'), ...waitIn(step.wait) };
  return {
    ...newStep(step.action as StepKind),
    tags: (step.tags ?? []).map(String),
    lists: (step.lists ?? []).map(String),
    ...(step.status && { status: step.status }),
    resubscribe: step.resubscribe ?? false,
    field: Object.fromEntries(Object.entries(step.field ?? {}).map(([key, value]) => [key, inputOf(value)])),
    url: step.url ?? '',
    ...(step.webhook_id && { hook: { id: step.webhook_id, url: step.url ?? '' } }),
  };
}

const inputOf = (value: unknown): FieldInputValue =>
  Array.isArray(value) ? value.map(String) : value === null ? '' : String(value);

/** The member that narrows the events of a kind. */
export const narrowOf = (event: string): 'tag' | 'list' | 'link' | undefined =>
  event === 'link.clicked' ? 'link' : /^tag\./.test(event) ? 'tag' : /^list\./.test(event) ? 'list' : undefined;

/** After it there is nobody left to whom anything could be done. */
export const isFarewell = ({ event }: Pick<DraftTrigger, 'event'>): boolean => event === 'contact.deleted';

function triggerOf(draft: DraftTrigger): RuleTrigger {
  const { event } = draft;
  const narrow = narrowOf(event);
  const value = narrow && draft[narrow].trim();
  return narrow && value ? { event, [narrow]: narrow === 'link' ? value : Number(value) } : { event };
}

function stepOf({ kind, count, unit, tags, lists, status, resubscribe, field, url }: DraftStep): RuleStep {
  if (kind === 'wait') return { wait: `${count} ${unit}` };
  if (kind === 'webhook') return { action: kind, url: url.trim() };
  if (kind === 'set_field') return { action: kind, field };
  if (kind === 'set_status') return { action: kind, status, ...(resubscribe && { resubscribe }) };
  if (kind === 'delete') return { action: kind };
  return kind.endsWith('tags') ? { action: kind, tags: tags.map(Number) } : { action: kind, lists: lists.map(Number) };
}

type RuleBody = Pick<Rule, 'name' | 'trigger' | 'conditions' | 'steps'>;

/** Whether it is on is no part of it. */
export const bodyOf = ({ name, trigger, conditions, steps }: RuleDraft): RuleBody => ({
  name: name.trim(),
  trigger: triggerOf(trigger),
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
