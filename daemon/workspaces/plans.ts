/** The plans and their order. What each allows is configuration. */
import type { OfferedPlan, PlanName } from '../../shared/config/config.ts';
import type { Role } from '../core/tables.ts';

/** From the lowest to the highest. */
export const offeredPlans = ['free', 'pro', 'team', 'scale'] as const satisfies OfferedPlan[];

/** Above all plans is to have no limits, which an operator gives. */
export const planNames = [...offeredPlans, 'unlimited'] as const satisfies PlanName[];

/** Whether a plan is higher than another. */
export const isHigherPlan = (a: PlanName, b: PlanName) => planNames.indexOf(a) > planNames.indexOf(b);

/** A workspace's plan as clients see it: one without limits has what the highest plan has, and no numbers. */
export const showPlan = (plan: PlanName): { plan: OfferedPlan; unlimited: boolean } =>
  plan === 'unlimited' ? { plan: 'scale', unlimited: true } : { plan, unlimited: false };

type Named = { publicId: string; name: string; plan: PlanName };
export const showName = ({ publicId: id, name, plan }: Named) => ({ id, name, ...showPlan(plan) });

/** A workspace in a list of its user's. */
export const showMembership = ({ role, ...workspace }: Named & { role: Role }) => ({ ...showName(workspace), role });
