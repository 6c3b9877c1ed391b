/** Routes for operators, who oversee all workspaces. They need a session; API keys are not accepted. */
import type { Context } from '../../api/context.ts';
import type { DescribedRoute } from '../../api/endpoint.ts';
import { safetyLinkRoutes } from './link-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { safetyWorkspaceRoutes } from './workspace-routes.ts';

export const operatorRoutes = (context: Context): DescribedRoute[] => [
  ...reviewRoutes(context),
  ...safetyLinkRoutes(context),
  ...safetyWorkspaceRoutes(context),
];
