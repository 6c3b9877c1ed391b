/** Texts of reasons and actions. */
import { text } from '../../text/text.ts';

const reasons: Partial<Record<string, string>> = text.safety.reasons;
const actions: Partial<Record<string, string>> = text.safety.actions;

export const reasonText = (reason: string): string => reasons[reason] ?? reason;
export const actionText = (action: string): string => actions[action] ?? action;
