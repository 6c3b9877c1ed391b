/** The route that exports links. */
import Type from 'typebox';
import { inTransaction } from '../../shared/db/db.ts';
import { formats } from '../../shared/export/formats.ts';
import { marked } from '../../shared/export/marked.ts';
import type { Context } from '../api/context.ts';
import { endpoint } from '../api/endpoint.ts';
import { lagging } from '../api/lagging-reads.ts';
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
      'All links of the list with the same filters, in its order, with every field except the password. In CSV, lists and ' +
      'objects are JSON, and a text that a spreadsheet would run as a formula has an apostrophe before it. Links that are created ' +
      'or moved during the export can be missing.',
    group: 'Links',
    role: 'member',
    query: ExportQuery,
    queryExample: { format: 'jsonl', tag: 'spring' },
    answers: {
      200: {
        description: 'One line per link; CSV starts with a header.',
        type: ['text/csv', 'application/x-ndjson'],
        schema: Type.String(),
      },
    },
    async handle({ request, auth, query }) {
      const format = formats[query.format];
      const filters = await resolveFilters(context, auth, query);
      const { workspaceId, actor } = auth;
      const entry = { workspaceId, actor, action: 'links.export' as const, objectId: query.format };
      // A HEAD request exports nothing.
      if (request.method !== 'HEAD') await inTransaction(context.db, (trx) => recordAudit(trx, [entry], new Date()));
      const stream = await lagging(context, workspaceId, async (from) =>
        exportLinks(from, auth, filters, {
          exportQuery: query,
          format,
          reader: auth,
          onUnsealed: () => indexer.index(workspaceId),
        }),
      );
      return {
        status: 200,
        headers: {
          'Content-Type': format.contentType,
          'Content-Disposition': `attachment; filename="links.${format.extension}"`,
        },
        stream: query.format === 'csv' && query.bom === '1' ? marked(stream) : stream,
      };
    },
  });
