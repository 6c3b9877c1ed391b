/** Routes that connect the site to a workspace of the link service, for administrators. */
import Type from 'typebox';
import { longestSiteKey } from '../../../../shared/limits-of-fields.ts';
import { administratorOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { ConnectionAnswer } from './answers.ts';
import { connectLinks, disconnectLinks, followOffer, showConnection } from './connection.ts';
import { findLastClick } from './core/queries.ts';

export const connectionRoutes = (context: Context): RestRoute[] => [
  showRoute(context),
  connectRoute(context),
  disconnectRoute(context),
];

const show = async (context: Context) => {
  await followOffer(context);
  const { connected, workspaceId = null, knownToLinks = false } = await showConnection(context);
  const lastAt = (await findLastClick(context.db))?.toISOString() ?? null;
  return success({
    connection: { connected, workspace_id: workspaceId, known_to_links: knownToLinks, last_click_at: lastAt },
  });
};

const showRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/links/connection',
    description: 'The workspace whose clicks are received. For signed-in administrators.',
    permission: administratorOnly,
    answer: ConnectionAnswer,
    callback: () => show(context),
  });

const connectRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/links/connect',
    description: "Connects a workspace's clicks, with the key from its operator.",
    permission: administratorOnly,
    args: Type.Object({
      key: Type.String({ maxLength: longestSiteKey, description: 'Key printed by `waypost links clicks connect`.' }),
    }),
    example: { key: 'wps_1_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG' },
    answer: ConnectionAnswer,
    async callback({ params, caller }) {
      await connectLinks(context, params.key, caller);
      return show(context);
    },
  });

const disconnectRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/links/disconnect',
    description: 'Stops receiving clicks; stored ones stay.',
    permission: administratorOnly,
    answer: ConnectionAnswer,
    async callback({ caller }) {
      await disconnectLinks(context, caller);
      return show(context);
    },
  });
