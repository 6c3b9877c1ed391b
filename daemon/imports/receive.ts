/** A file of links on its way in, and the import that is made of it. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../shared/db/public-ids.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { receiveFile } from '../../shared/import/receive-file.ts';
import { compile } from '../../shared/validate.ts';
import type { Context } from '../api/context.ts';
import { invalid } from '../api/errors.ts';
import { parseQuery } from '../api/query-string.ts';
import type { Auth } from '../identity/auth.ts';
import { importFolder, linkEngine } from './engine.ts';
import { queueImport } from './queue-import.ts';
import { ColumnMapping, ImportDomains, ImportQuery } from './schema.ts';

const checkQuery = compile(ImportQuery);
const checkMapping = compile(ColumnMapping);
const checkDomains = compile(ImportDomains);

/** Resolves to the public id. @throws why it cannot be received */
export async function receiveImport(
  context: Context,
  auth: Auth,
  request: HttpRequest,
  query: ImportQuery,
): Promise<string> {
  const id = newId('imp');
  readJson('mapping', query.mapping, checkMapping);
  readJson('domains', query.domains, checkDomains);
  const file = path.join(importFolder(context.config), id);
  const { fileName, fields } = await receiveFile(request, file);
  try {
    const asked = parseQuery(ImportQuery, checkQuery, `${request.query}&${new URLSearchParams(fields)}`) as ImportQuery;
    const { workspaceId, actor } = auth;
    const { format, onTaken } = asked;
    await queueImport(context, linkEngine(context).store, {
      ...{ id, workspaceId, actor, fileName: asked.name ?? fileName ?? 'links' },
      ...{ format, onTaken, dryRun: asked.dryRun === 'true' },
      mapping: readJson('mapping', asked.mapping, checkMapping),
      domains: readJson<Record<string, string>>('domains', asked.domains, checkDomains),
    });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return id;
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
