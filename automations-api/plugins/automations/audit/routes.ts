/** The route of the audit log, for keys with the permission `full` alone. */
import { type RestRoute, route } from '../../../host/route.ts';
import type { Context } from '../context.ts';
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import { readLimit, successPage } from '../core/envelope.ts';
import { fullOnly } from '../core/permission.ts';
import { type AuditRow, listAuditEntries } from './queries.ts';
import { AuditArgs, readAuditFilter, writeCursor } from './schema.ts';

export const auditRoutes = ({ db }: Context): RestRoute[] => [
  route({
    methods: ['GET'],
    path: '/audit',
    description: 'Who did what, newest first; page by page with cursor. Needs the permission full.',
    permission: fullOnly,
    args: AuditArgs,
    async callback({ params }) {
      const limit = readLimit(params);
      const rows = await listAuditEntries(db, readAuditFilter(params), limit + 1);
      return successPage('audit', rows, limit, toEntry, writeCursor);
    },
  }),
];

const toEntry = (row: AuditRow) => ({
  at: sqlDate(row.at),
  act: row.act,
  subject: row.subject,
  by: showCaller(row),
  data: row.data === null ? null : (JSON.parse(row.data) as unknown),
});
