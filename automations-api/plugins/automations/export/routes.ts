/** Routes for the export of contacts and for download links. */
import Type from 'typebox';
import { notForViewers } from '../../../host/core/permission.ts';
import { type Permission, type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { named, text, time } from '../../../host/shapes.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import { fail } from '../core/errors.ts';
import type { AutomationsTables } from '../core/tables.ts';
import { createUnknownReporter } from '../finder/unknown-filters.ts';
import { answerExport, ExportArgs, readExport } from './answer-export.ts';
import { createExportLinks, type ExportLinks, linksNamespace } from './links.ts';

const produces = ['text/csv', 'application/x-ndjson'];

const LinkAnswer = answerWith({
  export: named('ExportLink', {
    url: text('It works once.', 'https://example.com/wp-json/automations-export/v1/contacts?token=7kQm'),
    expires_at: time('Time it expires.'),
  }),
});

/** The permission for creating links. Keys need no links, because a request for an export can include the key. */
const signedInOnly: Permission = ({ caller }) => {
  if (caller?.type !== 'user') throw fail('permission_denied', 'Only signed-in users can create export links.');
  return caller;
};

export function addExport(api: PluginApi<AutomationsTables>, context: Context): RestRoute[] {
  const { redisPrefix, tablePrefix, siteUrl } = api.config;
  const prefix = `${redisPrefix}:${tablePrefix}`;
  const links = createExportLinks({ redis: api.openRedis('commands'), prefix, siteUrl });
  api.addNamespace({ name: linksNamespace, forgiving: true, routes: [downloadRoute(api, context, links)] });
  return [exportRoute(context), linkRoute(context, links)];
}

function exportRoute(context: Context) {
  const reportUnknown = createUnknownReporter(context.log);
  return route({
    methods: ['GET'],
    path: '/contacts/export',
    description: 'All contacts of a filter, oldest first, as CSV or JSON Lines.',
    permission: notForViewers,
    args: ExportArgs,
    produces,
    streams: true,
    example: { tag: [1], format: 'csv', columns: ['email', 'f_name'] },
    async callback({ params, undeclared, caller, isHead }) {
      const warnings = reportUnknown(undeclared, params.strict);
      const answer = await answerExport(context, params, { caller, isHead });
      return { ...answer, headers: { ...warnings, ...answer.headers } };
    },
  });
}

function linkRoute(context: Context, links: ExportLinks) {
  const reportUnknown = createUnknownReporter(context.log);
  return route({
    methods: ['POST'],
    path: '/contacts/export-link',
    inDemo: true,
    description: 'A URL from which a browser can download an export once, within a minute. For signed-in users.',
    permission: signedInOnly,
    args: ExportArgs,
    example: { tag: [1], format: 'csv' },
    answer: LinkAnswer,
    async callback({ params, undeclared, caller }) {
      const headers = reportUnknown(undeclared, params.strict);
      await readExport(context, params);
      const { url, expiresAt } = await links.make({ caller: caller as NonNullable<typeof caller>, params });
      return { ...success({ export: { url, expires_at: sqlDate(expiresAt) } }), headers };
    },
  });
}

const downloadRoute = (
  { error, findUser }: Pick<PluginApi, 'error' | 'findUser'>,
  context: Context,
  links: ExportLinks,
) =>
  route({
    methods: ['GET'],
    path: '/contacts',
    description: 'The export of a link from POST /automations/contacts/export-link.',
    args: Type.Object({ token: Type.String({ maxLength: 100, description: 'Token from the link.' }) }),
    produces,
    streams: true,
    async callback({ params, isHead }) {
      // A HEAD request, for example from a link preview, must not use up the link.
      const order = await (isHead ? links.find(params.token) : links.take(params.token));
      const creator = order && (await findUser(order.caller));
      // Links stop working if their creator was removed or is now a viewer.
      if (!order || !creator || creator.role === 'viewer')
        throw error(404, 'export_link_over', 'This link was used or has expired. Ask for a new one.');
      return answerExport(context, order.params, { caller: order.caller, isHead });
    },
  });
