/** Which fields of a link need which plan. */
import type { PlanName } from '../../shared/config.ts';
import { featureNotInPlan } from '../api/errors.ts';
import { isHigherPlan } from '../workspaces/plans.ts';

/** @throws `feature_not_in_plan` naming the feature and the plan. */
export function needPlan(plan: PlanName, needed: PlanName, feature: string): void {
  if (isHigherPlan(needed, plan)) throw featureNotInPlan(feature, needed);
}

const neededByField = {
  password: 'pro',
  expiresAt: 'pro',
  expiredUrl: 'pro',
  geo: 'pro',
  iosUrl: 'team',
  androidUrl: 'team',
} as const satisfies Record<string, PlanName>;

/** Refuses a field that is set and needs a higher plan; clearing one (null) needs none. */
export function checkGates(plan: PlanName, input: { [field in keyof typeof neededByField]?: unknown }): void {
  for (const [field, needed] of Object.entries(neededByField)) {
    const value = input[field as keyof typeof neededByField];
    if (value !== undefined && value !== null) needPlan(plan, needed, field);
  }
}
