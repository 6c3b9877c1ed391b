/** What a rule says: when, on which conditions, and then what. Kept as JSON, each version for itself. */
import type { ContactAction } from '../actions/schema.ts';
import type { FilterArgs } from '../finder/filter-args.ts';

/** `tag`, `list` and `link` narrow the events of that kind; a link is its short URL or its id. */
export type Trigger = { event: string; tag?: number; list?: number; link?: string };

export type WaitStep = { wait: string };
/** `webhook_id` is the webhook that carries it. */
export type WebhookStep = { action: 'webhook'; url: string; webhook_id: number };
export type Step = WaitStep | WebhookStep | ContactAction;

export type Definition = { trigger: Trigger; conditions: FilterArgs; steps: Step[] };

/** As a request names it: its webhook is not there yet. */
export type NewStep = WaitStep | Omit<WebhookStep, 'webhook_id'> | ContactAction;
export type NewDefinition = Omit<Definition, 'steps'> & { steps: NewStep[] };

/** Without what is done then. */
export type When = Pick<NewDefinition, 'trigger' | 'conditions'>;

export const isWait = (step: NewStep): step is WaitStep => 'wait' in step;

export const isWebhook = (step: NewStep): step is Omit<WebhookStep, 'webhook_id'> =>
  'action' in step && step.action === 'webhook';

/** The contact is gone when such a rule runs, so that nothing can be asked of it or done to it. */
export const isFarewell = ({ event }: Trigger) => event === 'contact.deleted';

export const hasConditions = ({ conditions }: Pick<NewDefinition, 'conditions'>) => Object.keys(conditions).length > 0;

/** Conditions are asked as a run begins and after each wait; what its own steps change meanwhile does not end it. */
export const isAsked = ({ steps }: NewDefinition, step: number) => step === 0 || isWait(steps[step - 1] as NewStep);
