/** The comparison of plans by rank and features. */
import { number } from '../../../../../shared/ui/format.ts';
import type { Plan, PlanList } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';

const words = text.billing;

export type PlanDescription = PlanList['plans'][number];

export const planOf = ({ plans }: PlanList, plan: Plan): PlanDescription =>
  plans.find((one) => one.plan === plan) as PlanDescription;

export const isHigher = ({ plans }: PlanList, plan: Plan, than: Plan): boolean =>
  plans.findIndex((one) => one.plan === plan) > plans.findIndex((one) => one.plan === than);

const featureWords: Partial<Record<string, string>> = words.features;

/** Removes duplicate names of features, because several features can share a name. */
const featuresOf = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => featureWords[name] ?? name)),
];

export const featuresBeyond = (plan: PlanDescription, lower: PlanDescription | undefined): string[] =>
  featuresOf(plan.features.filter((name) => !lower?.features.includes(name)));

const amount = (limit: number | null) => (limit === null ? words.unlimited : number(limit));

/** Formats a plan's limits, one per line. */
export const limitsOf = ({ limits }: PlanDescription): string[] => [
  words.limits.links(amount(limits.links)),
  words.limits.clicks(amount(limits.clicks)),
  limits.retentionDays === null ? words.limits.historyAll : words.limits.history(limits.retentionDays),
  words.limits.domains(amount(limits.domains), limits.domains),
  words.limits.members(amount(limits.members), limits.members),
  words.limits.requests(amount(limits.requestsPerMinute)),
];
