/** The route of the health check, for administrators. */
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { sqlDate } from '../../../host/shapes.ts';
import type { Context } from '../context/context.ts';
import { HealthAnswer } from '../core/answers.ts';
import { administrator } from '../sessions/identify.ts';

export const healthRoutes = ({ health }: Context): RestRoute[] => [
  route({
    methods: ['GET'],
    path: '/health',
    description:
      'The findings of `waypost check` about stores, mail server, emails, webhooks and jobs; cached for 30 seconds.',
    permission: administrator,
    answer: HealthAnswer,
    async callback() {
      const { checkedAt, state, checks } = await health();
      return success({ health: { checked_at: sqlDate(checkedAt), state, checks } });
    },
  }),
];
