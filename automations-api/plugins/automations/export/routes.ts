/** The export of contacts. */
import Type from 'typebox';
import { type RestRoute, route } from '../../../host/route.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context.ts';
import { listFields } from '../fields/queries.ts';
import { createTellMisspelt } from '../search/misspelt.ts';
import { resolveFilter } from '../search/resolve.ts';
import { FilterArgs, strict } from '../search/schema.ts';
import { chooseColumns, columnsOf } from './columns.ts';
import { exportContacts } from './export-contacts.ts';
import { readFormat } from './formats.ts';

const ExportArgs = Type.Object({
  ...FilterArgs.properties,
  format: Type.Optional(Type.String({ maxLength: 6, description: 'csv, ndjson or jsonl; default csv.' })),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 20_000 }), {
      maxItems: 1_000,
      description: 'Names of columns in the order wanted, such as email,tag_names,field:colour; default all.',
    }),
  ),
  strict,
});

export function exportRoutes(context: Context): RestRoute[] {
  const tellMisspelt = createTellMisspelt(context.log);
  return [
    route({
      methods: ['GET'],
      path: '/contacts/export',
      description: 'All contacts of a filter, oldest first, as CSV or as a JSON record a line.',
      args: ExportArgs,
      produces: ['text/csv', 'application/x-ndjson'],
      async callback({ params, undeclared, caller }) {
        const told = tellMisspelt(undeclared, params.strict);
        const format = readFormat(params.format || 'csv');
        const columns = chooseColumns(columnsOf(await listFields(context.db)), params.columns ?? []);
        const filter = await resolveFilter(context.db, params);
        const conditions = Object.keys(params).filter((name) => Object.hasOwn(FilterArgs.properties, name));
        await writeAudit(context.db, caller, 'contacts.exported', format.extension, { conditions });
        return {
          stream: exportContacts(context, filter, columns, format),
          contentType: format.contentType,
          headers: { ...told, 'Content-Disposition': `attachment; filename="contacts.${format.extension}"` },
        };
      },
    }),
  ];
}
