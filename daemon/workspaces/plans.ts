/** The plans and their order. Their limits are settings. */
import type { OfferedPlan, PlanName } from '../../shared/config/config.ts';
import type { Role } from '../core/tables.ts';

/** Plans from the lowest to the highest. */
export const offeredPlans = ['free', 'pro', 'team', 'scale'] as const satisfies OfferedPlan[];

/** All plans. An operator can set `unlimited`, which is above the highest plan and has no limits. */
export const planNames = [...offeredPlans, 'unlimited'] as const satisfies PlanName[];

export const isHigherPlan = (a: PlanName, b: PlanName) => planNames.indexOf(a) > planNames.indexOf(b);

/** Returns a plan in its API form. A workspace without limits has the features of the highest plan. */
export const showPlan = (plan: PlanName): { plan: OfferedPlan; unlimited: boolean } =>
  plan === 'unlimited' ? { plan: 'scale', unlimited: true } : { plan, unlimited: false };

type Named = { publicId: string; name: string; plan: PlanName };
export const showName = ({ publicId: id, name, plan }: Named) => ({ id, name, ...showPlan(plan) });

/** Returns a workspace as it is shown in the user's list. */
export const showMembership = ({ role, ...workspace }: Named & { role: Role }) => ({ ...showName(workspace), role });
