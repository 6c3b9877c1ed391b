/** The upload of a file of links, and the creation of its import. */
import { newId } from '../../shared/db/public-ids.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { receiveInto } from '../../shared/import/quota.ts';
import { compile } from '../../shared/validate.ts';
import type { Context } from '../api/context.ts';
import { invalid } from '../api/errors.ts';
import { parseQuery, reportIgnored } from '../api/query-string.ts';
import type { Auth } from '../identity/auth.ts';
import { auditImport } from './actions.ts';
import { importFolder } from './engine.ts';
import { importRow } from './queue-import.ts';
import { roomOf } from './quota.ts';
import { ColumnMapping, ImportDomains, ImportQuery } from './schema.ts';

const checkQuery = compile(ImportQuery);
const checkMapping = compile(ColumnMapping);
const checkDomains = compile(ImportDomains);

/**
 * Resolves to the import's public id, and the header that lists unknown parameters and form fields.
 * @throws the reason if the file is refused
 */
export async function receiveImport(
  context: Context,
  auth: Auth,
  request: HttpRequest,
  query: ImportQuery,
): Promise<{ id: string; ignored: Record<string, string> }> {
  const id = newId('imp');
  const { workspaceId, actor } = auth;
  const rowOf = ({ name, format, onTaken, dryRun, mapping, domains }: ImportQuery, fileName = 'links') =>
    importRow({
      ...{ id, workspaceId, actor, fileName: name ?? fileName, bytes: 0, format, onTaken, dryRun: dryRun === 'true' },
      mapping: readJson('mapping', mapping, checkMapping),
      domains: readJson<Record<string, string>>('domains', domains, checkDomains),
    });
  let row = rowOf(query);
  let ignored = {};
  await receiveInto(roomOf(context, auth), importFolder(context.config), request, {
    row,
    finish: ({ fileName, fields }) => {
      const text = `${request.query}&${new URLSearchParams(fields)}`;
      ignored = reportIgnored(ImportQuery, text);
      row = rowOf(parseQuery(ImportQuery, checkQuery, text) as ImportQuery, fileName);
      return row;
    },
  });
  await auditImport(context, auth, 'create', row);
  return { id, ignored };
}

/** @throws `validation_failed` */
function readJson<T extends Record<string, string | null>>(
  field: string,
  text: string | undefined,
  check: ReturnType<typeof compile>,
): T | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid({ field, message: 'must be JSON' });
  }
  const checked = check(value);
  if (!checked.ok) throw invalid({ field, message: 'must be an object of texts' });
  return checked.value as T;
}
