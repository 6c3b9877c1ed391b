/** Texts of reasons, actions and actors. */
import { text } from '../../text/later.ts';

const reasons: Partial<Record<string, string>> = text.safety.reasons;
const actions: Partial<Record<string, string>> = text.safety.actions;
const actors: Partial<Record<string, string>> = text.auditLog.actors;

export const reasonText = (reason: string): string => reasons[reason] ?? reason;
export const actionText = (action: string): string => actions[action] ?? action;
export const actorText = (actor: string): string => actors[actor] ?? actor;
