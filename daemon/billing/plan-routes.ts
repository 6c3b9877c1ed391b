/** The route that reports each plan's limits, and who can change a workspace's plan. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { gates } from '../links/core/plan-gates.ts';
import { limitsOf } from '../workspaces/plan-limits.ts';
import { isHigherPlan, offeredPlans } from '../workspaces/plans.ts';
import { PlanList } from './schema.ts';

export const planRoutes = (context: Context): DescribedRoute[] => [
  endpoint(context, {
    method: 'GET',
    path: '/plans',
    id: 'listPlans',
    summary: 'List the plans and their limits',
    group: 'Billing',
    role: 'viewer',
    answers: { 200: { description: 'The plans, lowest first.', schema: PlanList } },
    async handle() {
      const { config } = context;
      const plans = offeredPlans.map((plan) => ({
        plan,
        limits: limitsOf(config, plan),
        features: Object.entries(gates).flatMap(([name, needed]) => (isHigherPlan(needed, plan) ? [] : [name])),
      }));
      const changedBy = config.stripe.secretKey !== '' ? 'payment' : config.selfServicePlans ? 'admin' : 'operator';
      return json(200, { plans, changedBy });
    },
  }),
];
