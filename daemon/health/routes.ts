/** The route of the installation's health, for operators: the results of `waypost check` on this machine. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { InstallationHealth } from './schema.ts';

export const installationHealthRoutes = (context: Context): DescribedRoute[] => [
  endpoint(context, {
    group: 'Safety',
    role: 'viewer',
    caller: 'operator',
    method: 'GET',
    path: '/installation/health',
    id: 'getInstallationHealth',
    summary: 'Check the installation',
    description:
      'The findings of `waypost check` about settings, stores, services, this machine, domains, emails, webhooks and backups, with advice. It ' +
      'takes up to 15 seconds while something is down.',
    answers: {
      200: {
        description: 'The findings.',
        schema: InstallationHealth,
      },
    },
    async handle() {
      return json(200, await context.health());
    },
  }),
];
