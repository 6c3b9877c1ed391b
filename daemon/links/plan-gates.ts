/** Which fields of a link need which plan. */
import { isDeepStrictEqual } from 'node:util';
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
  startsAt: 'pro',
  notStartedUrl: 'pro',
  maxClicks: 'pro',
  geo: 'pro',
  iosUrl: 'team',
  androidUrl: 'team',
} as const satisfies Record<string, PlanName>;

type Gated = { [field in keyof typeof neededByField]?: unknown };

/**
 * Refuses a field that is set and needs a higher plan. Clearing one (null) needs none, nor does a value that the link has
 * already: whoever sends back a link as it was answered changes nothing of it.
 */
export function checkGates(plan: PlanName, input: Gated, present: Gated = {}): void {
  for (const [name, needed] of Object.entries(neededByField)) {
    const field = name as keyof Gated;
    const value = input[field];
    if (value === undefined || value === null || isDeepStrictEqual(value, present[field])) continue;
    needPlan(plan, needed, field);
  }
}
