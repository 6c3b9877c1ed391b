/** An export's parameters and streamed answer, for the API and for download links of the admin application. */
import Type, { type Static } from 'typebox';
import { type Format, formats } from '../../../../shared/export/formats.ts';
import { marked } from '../../../../shared/export/marked.ts';
import type { Caller, RestAnswer } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { bom } from '../core/csv-mark.ts';
import { unprocessable } from '../core/errors.ts';
import { listFields } from '../fields/core/queries.ts';
import { FilterArgs, strict } from '../finder/filter-args.ts';
import { resolveFilter } from '../finder/resolve.ts';
import { chooseColumns, columnsOf } from './columns.ts';
import { exportContacts } from './export-contacts.ts';

export const ExportArgs = Type.Object({
  ...FilterArgs.properties,
  format: Type.Optional(Type.String({ maxLength: 6, description: 'csv or jsonl; default csv.' })),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 20_000 }), {
      maxItems: 1_000,
      description: 'Names of columns in order, such as email,tag_names,field:colour; default: all.',
    }),
  ),
  bom,
  strict,
});
export type ExportArgs = Static<typeof ExportArgs>;

function readFormat(name: string): Format {
  const known = new Map<string, Format>(Object.entries(formats)).get(name.toLowerCase());
  if (!known) throw unprocessable('format must be csv or jsonl');
  return known;
}

/** Checks the parameters of an export. @throws unprocessable_entity */
export async function readExport({ db, registries }: Pick<Context, 'db' | 'registries'>, params: ExportArgs) {
  const format = readFormat(params.format || 'csv');
  const columns = chooseColumns(columnsOf(registries.columns, await listFields(db)), params.columns ?? []);
  return { format, columns, filter: await resolveFilter(db, params, registries.criteria) };
}

/** Writes an audit entry, unless it is a HEAD request, and streams the contacts. @throws unprocessable_entity */
export async function answerExport(
  context: Context,
  params: ExportArgs,
  { caller, isHead }: { caller: Caller | undefined; isHead: boolean },
): Promise<RestAnswer & { headers: Record<string, string> }> {
  const { format, columns, filter } = await readExport(context, params);
  const conditions = Object.keys(params).filter((name) => Object.hasOwn(FilterArgs.properties, name));
  if (!isHead)
    await writeAudit(context.db, caller, 'contacts.exported', { subject: format.extension, data: { conditions } });
  const stream = exportContacts(context, filter, columns, format);
  return {
    stream: params.bom && format === formats.csv ? marked(stream) : stream,
    contentType: format.contentType,
    headers: { 'Content-Disposition': `attachment; filename="contacts.${format.extension}"` },
  };
}
