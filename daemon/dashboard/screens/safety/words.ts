/** Texts of reasons, actions and plans. */
import { text } from '../../text/later.ts';

const reasons: Partial<Record<string, string>> = text.safety.reasons;
const actions: Partial<Record<string, string>> = text.safety.actions;

export const reasonText = (reason: string): string => reasons[reason] ?? reason;
export const actionText = (action: string): string => actions[action] ?? action;

const plans: Partial<Record<string, string>> = { ...text.plans, unlimited: text.safety.unlimited };
export const planText = (plan: string): string => plans[plan] ?? plan;
