/** Plans required by fields of a link and other features. */
import { isDeepStrictEqual } from 'node:util';
import type { PlanName } from '../../../shared/config/config.ts';
import { featureNotInPlan } from '../../api/errors.ts';
import { isHigherPlan } from '../../workspaces/plans.ts';
import { type FieldColumns, type FieldName, fieldList, type Given } from './fields.ts';

const gatedFields = fieldList.flatMap(([name, field]) => (field.plan ? [{ name, field, plan: field.plan }] : []));

type Feature = FieldName | 'password' | 'fg' | 'bg' | 'export';

/** The plan that each requires, by the name in errors; every plan has the rest. */
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
 * Refuses a field that is set and requires a higher plan. Clearing one (null) is allowed, and so is a value that the
 * link already has: a client that sends a link back unchanged changes nothing.
 */
export function checkGates(plan: PlanName, body: Given & { password?: unknown }, present?: FieldColumns): void {
  if (body.password != null) needPlan(plan, 'password');
  for (const { name, field } of gatedFields) {
    const given = body[name];
    if (given == null) continue;
    const isPresent =
      present && isDeepStrictEqual(field.fromRow(field.toRow(given)), field.fromRow(present[field.column]));
    if (!isPresent) needPlan(plan, name);
  }
}
