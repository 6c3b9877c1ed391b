/** A file of links on its way in, and the import that is made of it. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../shared/db/public-ids.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { findRoom } from '../../shared/import/quota.ts';
import { receiveFile } from '../../shared/import/receive-file.ts';
import { compile } from '../../shared/validate.ts';
import type { Context } from '../api/context.ts';
import { invalid, quotaReached } from '../api/errors.ts';
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
  const room = await needRoom(context, auth, Number(request.headers['content-length'] ?? 0));
  const { fileName, fields, bytes } = await receiveFile(request, file, room);
  try {
    const asked = parseQuery(ImportQuery, checkQuery, `${request.query}&${new URLSearchParams(fields)}`) as ImportQuery;
    const { workspaceId, actor } = auth;
    const { format, onTaken } = asked;
    await queueImport(context, linkEngine(context).store, {
      ...{ id, workspaceId, actor, fileName: asked.name ?? fileName ?? 'links', bytes },
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

/** Resolves to the bytes that a file can have. @throws `plan_limit_reached` if there is no room for another import */
export async function needRoom(context: Context, { workspaceId, plan }: Auth, bytes = 0): Promise<number> {
  const quota = context.config.plans[plan].imports;
  const room = await findRoom(linkEngine(context).store, workspaceId, quota, bytes);
  if (room.refusal === 'atOnce') throw quotaReached('imports at a time', quota.atOnce);
  if (room.refusal === 'megabytes') throw quotaReached('MB of imported files and their failed rows', quota.megabytes);
  return room.bytes;
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
