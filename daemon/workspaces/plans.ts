/** The plans and their order. What each allows is configuration. */
import type { PlanName } from '../../shared/config/config.ts';

/** From the lowest to the highest. */
export const planNames = ['free', 'pro', 'team', 'scale'] as const satisfies PlanName[];

/** Whether a plan is higher than another. */
export const isHigherPlan = (a: PlanName, b: PlanName) => planNames.indexOf(a) > planNames.indexOf(b);
