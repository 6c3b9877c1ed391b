/** Routes of imports: upload a file, follow its import, pause, resume, cancel and undo it. */
import Type, { type TSchema } from 'typebox';
import { unlimited } from '../../shared/config/config.ts';
import { fromCursor, toCursor } from '../../shared/db/cursor.ts';
import { marked } from '../../shared/export/marked.ts';
import { json } from '../../shared/http/answer.ts';
import type { Act } from '../../shared/import/actions.ts';
import { findImport, type ImportStore, listImports } from '../../shared/import/queries.ts';
import { writeRows } from '../../shared/import/rows-file.ts';
import { firstRows } from '../../shared/import/shown-parts.ts';
import type { ImportRow } from '../../shared/import/tables.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { badCursor, conflict, notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import type { Auth } from '../identity/auth.ts';
import { findAllowanceLeft } from '../links/create/allowance.ts';
import { act, remove, startAgain } from './actions.ts';
import { linkEngine } from './engine.ts';
import { receiveImport } from './receive.ts';
import {
  ErrorsQuery,
  Import,
  ImportFile,
  ImportPage,
  ImportQuery,
  ImportRows,
  ImportStart,
  ImportsQuery,
  RowsQuery,
} from './schema.ts';
import { toImport } from './view.ts';

const csvText = Type.String();
const group = 'Imports';
/** The role that can create links in bulk. */
const role = 'member';
const params = { id: "The import's id." };
const fileLimit = 2 ** 30;

export const importRoutes = (context: Context): DescribedRoute[] => [
  post(context),
  list(context),
  getOne(context),
  errors(context),
  firstOf(context),
  start(context),
  actionOn(context, 'pause', 'Pause an import', 'Pauses an import after the current rows, until it is resumed.'),
  actionOn(context, 'resume', 'Resume a paused import', 'Continues a paused import where it stopped.'),
  actionOn(context, 'cancel', 'Cancel an import', 'Links created so far stay, and can be undone.'),
  actionOn(
    context,
    'undo',
    'Undo an import',
    'Within 24 hours of its end. Links that the import created are deleted, and links that it changed are restored. Links that were ' +
      'changed after the import are kept; `/imports/{id}/errors?rows=kept` lists them.',
  ),
  deleteOne(context),
];

const storeOf = (context: Context): ImportStore => linkEngine(context).store;

async function requireImport(context: Context, { workspaceId }: Auth, id: string): Promise<ImportRow> {
  const row = await findImport(storeOf(context), workspaceId, id);
  if (!row) throw notFound('import');
  return row;
}

const find =
  (context: Context) =>
  ({ auth, request }: Lookup<'id'>) =>
    requireImport(context, auth, request.params.id);

const show = async (context: Context, auth: Auth, id: string) =>
  toImport(await requireImport(context, auth, id), await allowanceLeft(context, auth));

/** Returns the links that the workspace can still create this month; null for unlimited. */
async function allowanceLeft({ db, config }: Context, { workspaceId, plan }: Auth): Promise<number | null> {
  const limit = config.plans[plan].linksPerMonth;
  return limit >= unlimited ? null : findAllowanceLeft(db, workspaceId, limit, new Date());
}

const answer = <S extends TSchema>(description: string, schema: S) => ({
  description,
  schema,
});

const post = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/imports',
    id: 'createImport',
    summary: 'Import links from a file',
    description:
      'The body is the file: CSV, JSON, JSON Lines or an SQL dump of YOURLS, also packed with gzip, up to 1 GiB; raw, or as the ' +
      'field `file` of a form, whose other fields can be the parameters. The answer is sent when the file is on disk; the ' +
      'results of its rows are then at `/imports/{id}`. A failed row never fails another.',
    group,
    role,
    takesFile: ImportFile,
    bodyLimit: fileLimit,
    query: ImportQuery,
    queryExample: { format: 'auto', onTaken: 'skip', dryRun: 'true', name: 'links.csv' },
    answers: { 202: answer('The queued import.', Import) },
    errors: ['validation_failed', 'bad_request', 'body_too_large', 'plan_limit_reached', 'unavailable'],
    async handle({ auth, request, query }) {
      const { id, ignored } = await receiveImport(context, auth, request, query);
      return json(202, await show(context, auth, id), { Location: `/api/imports/${id}`, ...ignored });
    },
  });

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/imports',
    id: 'listImports',
    summary: 'List imports, newest first',
    group,
    role,
    query: ImportsQuery,
    queryExample: { limit: 25 },
    answers: { 200: answer('A page of imports.', ImportPage) },
    async handle({ auth, query: { limit, cursor } }) {
      const [before] = cursor === undefined ? [] : (fromCursor('imports', cursor) ?? ['']);
      if (typeof before === 'string') throw badCursor();
      const rows = await listImports(storeOf(context), auth.workspaceId, limit + 1, before);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const left = await allowanceLeft(context, auth);
      const imports = shown.map((row) => toImport(row, left));
      return json(200, { imports, nextCursor: last ? toCursor('imports', last.id) : null });
    },
  });

const getOne = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/imports/{id}',
    id: 'getImport',
    summary: 'Get an import and its progress',
    group,
    role,
    params,
    find: find(context),
    answers: { 200: answer('The import.', Import) },
    handle: async ({ auth, found }) => json(200, await show(context, auth, found.public_id)),
  });

const errors = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/imports/{id}/errors',
    id: 'getImportErrors',
    summary: 'Get the failed rows of an import',
    description: "The file's columns, and `error` with the reason. The corrected file can be imported again.",
    group,
    role,
    params,
    streams: true,
    find: find(context),
    query: ErrorsQuery,
    queryExample: { rows: 'failed' },
    answers: { 200: { description: 'CSV with a line for each row.', type: 'text/csv', schema: csvText } },
    async handle({ found, query: { rows, bom } }) {
      const fates = rows === 'all' ? (['failed', 'skipped', 'changed', 'kept'] as const) : ([rows] as const);
      const stream = writeRows(storeOf(context), found, fates);
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${rows === 'failed' ? 'errors' : rows}.csv"`,
        },
        stream: bom === '1' ? marked(stream) : stream,
      };
    },
  });

const firstOf = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/imports/{id}/rows',
    id: 'listImportRows',
    summary: 'Get the first rows of an import with a given result',
    description: 'With the reason of each. `/imports/{id}/errors` has all of them.',
    group,
    role,
    params,
    find: find(context),
    query: RowsQuery,
    queryExample: { rows: 'failed', limit: 10 },
    answers: { 200: answer('The rows, in the order of the file.', ImportRows) },
    async handle({ found, query: { rows, reason, limit } }) {
      return json(200, { rows: await firstRows(storeOf(context), found, rows, { limit, why: reason }) });
    },
  });

const start = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/imports/{id}/start',
    id: 'startImport',
    summary: 'Run a dry run again, for real or with other options',
    description:
      'Uses the same file, within 24 hours of its end. Omitted fields keep their values, but `dryRun` becomes false.',
    group,
    role,
    params,
    find: find(context),
    body: ImportStart,
    bodyExample: { dryRun: false, onTaken: 'suffix' },
    answers: { 202: answer('The queued import.', Import) },
    errors: ['conflict', 'plan_limit_reached'],
    async handle({ auth, found, body }) {
      if (!(await startAgain(context, auth, found, body)))
        throw conflict('Only a dry run that has ended can be started.');
      return json(202, await show(context, auth, found.public_id));
    },
  });

const actionOn = (context: Context, name: Act, summary: string, description: string) =>
  endpoint(context, {
    method: 'POST',
    path: `/imports/{id}/${name}` as '/imports/{id}/pause',
    id: `${name}Import`,
    ...{ summary, description, group, role, params },
    find: find(context),
    answers: { 200: answer('The import.', Import) },
    errors: ['conflict'],
    async handle({ auth, found }) {
      const refusal = await act(context, auth, found, name);
      if (refusal !== undefined) throw conflict(refusal);
      return json(200, await show(context, auth, found.public_id));
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/imports/{id}',
    id: 'deleteImport',
    summary: 'Delete an import that has ended, with its file and its report',
    description: 'Its links stay, and it can no longer be undone.',
    group,
    role,
    params,
    find: find(context),
    answers: { 200: { description: 'The import is deleted.', schema: Done } },
    errors: ['conflict'],
    async handle({ auth, found }) {
      if (!(await remove(context, auth, found))) throw conflict('Cancel the import first.');
      return json(200, { ok: true });
    },
  });
