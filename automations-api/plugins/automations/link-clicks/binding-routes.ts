/** Routes that connect the site to a workspace of the link service, for administrators. */
import Type from 'typebox';
import { longestSiteKey } from '../../../../shared/limits-of-fields.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import { success } from '../core/envelope.ts';
import { administratorOnly } from '../core/permission.ts';
import { BindingAnswer } from './answers.ts';
import { bindLinks, followOffer, showBinding, unbindLinks } from './binding.ts';
import { findLastClick } from './core/queries.ts';

export const bindingRoutes = (context: Context): RestRoute[] => [
  showRoute(context),
  bindRoute(context),
  unbindRoute(context),
];

const show = async (context: Context) => {
  await followOffer(context);
  const { bound, workspaceId = null, knownToLinks = false } = await showBinding(context);
  const lastAt = (await findLastClick(context.db))?.toISOString() ?? null;
  return success({
    binding: { bound, workspace_id: workspaceId, known_to_links: knownToLinks, last_click_at: lastAt },
  });
};

const showRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/links/binding',
    description: 'The workspace whose clicks are received. For signed-in administrators.',
    permission: administratorOnly,
    answer: BindingAnswer,
    callback: () => show(context),
  });

const bindRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/links/bind',
    description: "Connects a workspace's clicks, with the key from its operator.",
    permission: administratorOnly,
    args: Type.Object({
      key: Type.String({ maxLength: longestSiteKey, description: 'Key printed by `waypost links clicks bind`.' }),
    }),
    example: { key: 'wps_1_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG' },
    answer: BindingAnswer,
    async callback({ params, caller }) {
      await bindLinks(context, params.key, caller);
      return show(context);
    },
  });

const unbindRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/links/unbind',
    description: 'Stops receiving clicks; stored ones stay.',
    permission: administratorOnly,
    answer: BindingAnswer,
    async callback({ caller }) {
      await unbindLinks(context, caller);
      return show(context);
    },
  });
