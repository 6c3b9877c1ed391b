/** The route of the export of links. */
import Type from 'typebox';
import { inTransaction } from '../../shared/db/db.ts';
import { formats } from '../../shared/export/formats.ts';
import type { Context } from '../api/context.ts';
import { endpoint } from '../api/endpoint.ts';
import { recordAudit } from '../audit-log/record.ts';
import { ExportQuery } from './core/schema.ts';
import { exportLinks } from './export.ts';
import { resolveFilters } from './find-page.ts';
import type { BlockIndexer } from './search/block-indexer.ts';

export const linkExport = (context: Context, indexer: BlockIndexer) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/export',
    id: 'exportLinks',
    summary: 'Export links as CSV or JSON Lines',
    description:
      'All links that a list with the same filters has, in its order, with every field but the password. In CSV, lists and ' +
      'objects are JSON, and a text that a spreadsheet would run as a formula has an apostrophe before it. Links that are made ' +
      'or moved while the file is read may be in it or not.',
    group: 'Links',
    role: 'member',
    query: ExportQuery,
    queryExample: { format: 'jsonl', tag: 'spring' },
    answers: {
      200: {
        description: 'A line for each link; of CSV the first has the names.',
        type: ['text/csv', 'application/x-ndjson'],
        schema: Type.String(),
      },
    },
    async handle({ auth, query }) {
      const format = formats[query.format];
      const filters = await resolveFilters(context, auth, query);
      const { workspaceId, actor } = auth;
      const entry = { workspaceId, actor, action: 'links.export' as const, objectId: query.format };
      await inTransaction(context.db, (trx) => recordAudit(trx, [entry], new Date()));
      return {
        status: 200,
        headers: {
          'Content-Type': format.contentType,
          'Content-Disposition': `attachment; filename="links.${format.extension}"`,
        },
        stream: exportLinks(context, auth, filters, query, format, () => indexer.index(workspaceId)),
      };
    },
  });
