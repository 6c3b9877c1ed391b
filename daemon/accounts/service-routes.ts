/** The route that says what one needs to know of this installation before signing in. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, openEndpoint } from '../api/endpoint.ts';
import { Service } from './schema.ts';

const example = { defaultDomain: 'go.example.com', signup: 'open', needsInviteCode: false };

export const serviceRoutes = (context: Context): DescribedRoute[] => [
  openEndpoint(context, {
    method: 'GET',
    path: '/service',
    id: 'getService',
    summary: 'Get how this installation is set up',
    group: 'Auth',
    answers: { 200: { description: 'What anyone may know.', schema: Service, example } },
    async handle() {
      const { defaultShortDomain: defaultDomain, signup, signupInviteCodes } = context.config;
      return json(200, { defaultDomain, signup, needsInviteCode: signupInviteCodes.length > 0 });
    },
  }),
];
