/** The list of contacts and its export. */
import { type RestRoute, route } from '../../../host/route.ts';
import type { Context } from '../context.ts';
import { envelope, readWindow, successWindow } from '../envelope.ts';
import { isSteady, readCursor, writeCursor } from './cursor.ts';
import { exportContacts, readFormat, toRecords } from './export.ts';
import { keepKinds } from './kinds.ts';
import { listContacts } from './list.ts';
import { ExportArgs, ListArgs, readFilter, readSort } from './schema.ts';
import { Totals } from './total.ts';

export const searchRoutes = (context: Context): RestRoute[] => [listRoute(context), exportRoute(context)];

function listRoute({ db }: Context) {
  const totals = new Totals(db);
  return route({
    methods: ['GET'],
    path: '/contacts',
    description: 'Contacts by filter; with cursor, page by page without counting through those before.',
    args: ListArgs,
    async callback({ params }) {
      const filter = await keepKinds(db, readFilter(params));
      const sort = readSort(params);
      const window = readWindow(params);
      const { cursor } = params;
      if (cursor === undefined) {
        const { rows, total } = await listContacts(db, totals, filter, sort, window);
        return successWindow({ contact: { contacts: await toRecords(db, rows), total } }, window, total);
      }
      const after = cursor === '' ? undefined : readCursor(sort, cursor);
      const slice = { limit: window.limit, offset: 0, after };
      const { rows, total, next } = await listContacts(db, totals, filter, sort, slice);
      const next_cursor = next ? writeCursor(sort, next) : null;
      const contact = { contacts: await toRecords(db, rows), total, next_cursor };
      const headers = { 'X-WP-Total': String(total), ...(isSteady(sort) ? {} : { 'X-Cursor-May-Miss': 'changed' }) };
      return { data: envelope({ contact }, slice), headers };
    },
  });
}

const exportRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/contacts/export',
    description: 'All contacts of a filter, oldest first, as CSV or as a JSON record a line.',
    args: ExportArgs,
    produces: ['text/csv', 'application/x-ndjson'],
    async callback({ params }) {
      const format = readFormat(params.format || 'csv');
      const filter = await keepKinds(db, readFilter(params));
      return {
        stream: exportContacts(db, filter, format),
        contentType: format.contentType,
        headers: { 'Content-Disposition': `attachment; filename="contacts.${format.extension}"` },
      };
    },
  });
