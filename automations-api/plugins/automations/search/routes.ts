/** The list of contacts and its export. */
import { type RestRoute, route } from '../../../host/route.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context.ts';
import { envelope, readWindow, successWindow } from '../envelope.ts';
import { isSteady, readCursor, writeCursor } from './cursor.ts';
import { exportContacts, readFormat, toRecords } from './export.ts';
import { listContacts } from './list.ts';
import { createTellMisspelt, type TellMisspelt } from './misspelt.ts';
import { resolveFilter } from './resolve.ts';
import { ExportArgs, FilterArgs, ListArgs, readSort } from './schema.ts';

export function searchRoutes(context: Context): RestRoute[] {
  const tellMisspelt = createTellMisspelt(context.log);
  return [listRoute(context, tellMisspelt), exportRoute(context, tellMisspelt)];
}

function listRoute(context: Context, tellMisspelt: TellMisspelt) {
  const { db, findWordPressUsers } = context;
  return route({
    methods: ['GET'],
    path: '/contacts',
    description: 'Contacts by filter; with cursor, page by page without counting through those before.',
    args: ListArgs,
    async callback({ params, undeclared }) {
      const told = tellMisspelt(undeclared, params.strict);
      const filter = await resolveFilter(db, params);
      const sort = readSort(params);
      const window = readWindow(params);
      const { cursor } = params;
      if (cursor === undefined) {
        const { rows, total } = await listContacts(context, filter, sort, window);
        const contacts = await toRecords(db, findWordPressUsers, rows);
        return { ...successWindow({ contact: { contacts, total } }, window, total), headers: told };
      }
      const after = cursor === '' ? undefined : readCursor(sort, cursor);
      const slice = { limit: window.limit, offset: 0, after };
      const { rows, total, next } = await listContacts(context, filter, sort, slice);
      const next_cursor = next ? writeCursor(sort, next) : null;
      const contact = { contacts: await toRecords(db, findWordPressUsers, rows), total, next_cursor };
      const headers = {
        'X-WP-Total': String(total),
        ...told,
        ...(isSteady(sort) ? {} : { 'X-Cursor-May-Miss': 'changed' }),
      };
      return { data: envelope({ contact }, slice), headers };
    },
  });
}

const exportRoute = (context: Context, tellMisspelt: TellMisspelt) =>
  route({
    methods: ['GET'],
    path: '/contacts/export',
    description: 'All contacts of a filter, oldest first, as CSV or as a JSON record a line.',
    args: ExportArgs,
    produces: ['text/csv', 'application/x-ndjson'],
    async callback({ params, undeclared, caller }) {
      const told = tellMisspelt(undeclared, params.strict);
      const format = readFormat(params.format || 'csv');
      const filter = await resolveFilter(context.db, params);
      const conditions = Object.keys(params).filter((name) => Object.hasOwn(FilterArgs.properties, name));
      await writeAudit(context.db, caller, 'contacts.exported', format.extension, { conditions });
      return {
        stream: exportContacts(context, filter, format),
        contentType: format.contentType,
        headers: { ...told, 'Content-Disposition': `attachment; filename="contacts.${format.extension}"` },
      };
    },
  });
