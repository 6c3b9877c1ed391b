/** Texts of plans and roles. A code without a text is shown as it is. */
import { text } from '../text/later.ts';

const plans: Partial<Record<string, string>> = { ...text.plans, unlimited: text.safety.unlimited };
export const planText = (plan: string): string => plans[plan] ?? plan;

const roles: Partial<Record<string, string>> = text.roles;
export const roleText = (role: string): string => roles[role] ?? role;
