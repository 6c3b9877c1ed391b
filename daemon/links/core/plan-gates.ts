/** Plans required by fields of a link and other features. */
import { isDeepStrictEqual } from 'node:util';
import type { PlanName } from '../../../shared/config/config.ts';
import { featureNotInPlan } from '../../api/errors.ts';
import { isHigherPlan } from '../../workspaces/plans.ts';
import { type FieldColumns, type FieldName, fieldList, type Given } from './fields.ts';

const gatedFields = fieldList.flatMap(([name, field]) => (field.plan ? [{ name, field, plan: field.plan }] : []));

type Feature = FieldName | 'password' | 'fg' | 'bg' | 'export';

/** The required plans by feature. Features without an entry are in every plan. */
export const gates: Readonly<Partial<Record<Feature, PlanName>>> = {
  password: 'pro',
  ...Object.fromEntries(gatedFields.map(({ name, plan }) => [name, plan])),
  ...{ fg: 'pro', bg: 'pro', export: 'team' },
};

/** @throws `feature_not_in_plan` naming the feature and the plan */
export function needPlan(plan: PlanName, feature: Feature): void {
  const needed = gates[feature];
  if (needed && isHigherPlan(needed, plan)) throw featureNotInPlan(feature, needed);
}

/**
 * Refuses a set field that requires a higher plan. Clearing a field (null, or a value stored as null, such as `[]`)
 * is allowed. A value that the link already has is allowed too, so that a client can send a link back unchanged.
 */
export function checkGates(plan: PlanName, body: Given & { password?: unknown }, present?: FieldColumns): void {
  if (body.password != null) needPlan(plan, 'password');
  for (const { name, field } of gatedFields) {
    const value = body[name];
    const stored = value == null ? null : field.toRow(value);
    if (stored === null) continue;
    const isPresent = present && isDeepStrictEqual(field.fromRow(stored), field.fromRow(present[field.column]));
    if (!isPresent) needPlan(plan, name);
  }
}
