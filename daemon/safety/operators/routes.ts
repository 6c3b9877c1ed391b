/** The routes of operators: people who watch over all workspaces, signed in, never by an API key. */
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
