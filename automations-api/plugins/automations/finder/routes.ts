/** The route of the list of contacts. */
import { type RestRoute, route } from '../../../host/core/route.ts';
import { envelope, readWindow, successWindow } from '../../../host/envelope.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { ContactsAnswer } from './answers.ts';
import { isSteady, readCursor, writeCursor } from './cursor.ts';
import { ListArgs, readSort } from './filter-args.ts';
import { toRecords, withFields } from './records.ts';
import { resolveFilter } from './resolve.ts';
import { createUnknownReporter } from './unknown-filters.ts';

export function contactsRoute(context: Context): RestRoute {
  const { db, finder, findWordPressUsers, registries } = context;
  const reportUnknown = createUnknownReporter(context.log);
  return route({
    methods: ['GET'],
    path: '/contacts',
    description: 'The contacts that match a filter; with cursor, every page is equally fast.',
    args: ListArgs,
    example: { status: ['subscribed'], tag: [1], sort_field: 'email', sort_order: 'ASC', limit: 10 },
    answer: ContactsAnswer,
    async callback({ params, undeclared }) {
      const warnings = reportUnknown(undeclared, params.strict);
      const filter = await resolveFilter(db, params, registries.criteria);
      const sort = readSort(params);
      const window = readWindow(params);
      const { cursor, with_fields: fieldIds } = params;
      const show = async (rows: ContactRow[]) => {
        const records = await toRecords(db, findWordPressUsers, rows);
        return fieldIds?.length ? withFields(db, records, fieldIds) : records;
      };
      const after = cursor ? readCursor(sort, cursor) : undefined;
      const slice = cursor === undefined ? window : { limit: window.limit, offset: 0, after };
      const page = await finder.page(filter, sort, slice);
      const [contacts, total] = await Promise.all([show(page.rows), page.total()]);
      if (cursor === undefined) {
        return { ...successWindow({ contact: { contacts, total } }, window, total), headers: warnings };
      }
      const contact = { contacts, total, next_cursor: page.next ? writeCursor(sort, page.next) : null };
      const headers = {
        'X-WP-Total': String(total),
        ...warnings,
        ...(isSteady(sort) ? {} : { 'X-Cursor-May-Miss': 'changed' }),
      };
      return { data: envelope({ contact }, slice), headers };
    },
  });
}
