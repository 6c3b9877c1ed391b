/** Texts of reasons and actions. */
import { text } from '../../text/text.ts';

const reasons: Partial<Record<string, string>> = text.safety.reasons;
const acts: Partial<Record<string, string>> = text.safety.acts;

export const reasonOf = (reason: string): string => reasons[reason] ?? reason;
export const actOf = (action: string): string => acts[action] ?? action;
