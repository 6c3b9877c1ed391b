/** The plans and their order. Their limits are settings. */
import type { OfferedPlan, PlanName } from '../../shared/config/config.ts';
import type { Role } from '../core/tables.ts';

/** Plans from the lowest to the highest. */
export const offeredPlans = ['free', 'pro', 'team', 'scale'] as const satisfies OfferedPlan[];

/** All plans, and the state without limits above them, which an operator sets. */
export const planNames = [...offeredPlans, 'unlimited'] as const satisfies PlanName[];

export const isHigherPlan = (a: PlanName, b: PlanName) => planNames.indexOf(a) > planNames.indexOf(b);

/** Returns a plan in its API form. A workspace without limits has the features of the highest plan. */
export const showPlan = (plan: PlanName): { plan: OfferedPlan; unlimited: boolean } =>
  plan === 'unlimited' ? { plan: 'scale', unlimited: true } : { plan, unlimited: false };

type Named = { publicId: string; name: string; plan: PlanName };
export const showName = ({ publicId: id, name, plan }: Named) => ({ id, name, ...showPlan(plan) });

/** Returns a workspace in the form of the user's list. */
export const showMembership = ({ role, ...workspace }: Named & { role: Role }) => ({ ...showName(workspace), role });
