/** Which fields of a link, and what else, need which plan. */
import { isDeepStrictEqual } from 'node:util';
import type { PlanName } from '../../../shared/config/config.ts';
import { featureNotInPlan } from '../../api/errors.ts';
import { isHigherPlan } from '../../workspaces/plans.ts';

const fieldGates = {
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

/** The plan that each needs, by the name it is refused by; what is not here every plan has. */
export const gates = { ...fieldGates, fg: 'pro', bg: 'pro', export: 'team' } as const satisfies Record<
  string,
  PlanName
>;

/** @throws `feature_not_in_plan` naming the feature and the plan. */
export function needPlan(plan: PlanName, feature: keyof typeof gates): void {
  const needed = gates[feature];
  if (isHigherPlan(needed, plan)) throw featureNotInPlan(feature, needed);
}

type Gated = { [field in keyof typeof fieldGates]?: unknown };

/**
 * Refuses a field that is set and needs a higher plan. Clearing one (null) needs none, nor does a value that the link has
 * already: whoever sends back a link as it was answered changes nothing of it.
 */
export function checkGates(plan: PlanName, input: Gated, present: Gated = {}): void {
  for (const name of Object.keys(fieldGates)) {
    const field = name as keyof Gated;
    const value = input[field];
    if (value === undefined || value === null || isDeepStrictEqual(value, present[field])) continue;
    needPlan(plan, field);
  }
}
