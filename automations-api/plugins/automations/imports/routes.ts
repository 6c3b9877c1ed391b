/** Routes for imports: upload, progress, pause, cancel and undo. */
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { marked } from '../../../../shared/export/marked.ts';
import type { Act } from '../../../../shared/import/actions.ts';
import { listImports } from '../../../../shared/import/queries.ts';
import { writeRows } from '../../../../shared/import/rows-file.ts';
import { firstRows } from '../../../../shared/import/shown-parts.ts';
import { fullPermission, notForViewers } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readLimit, success, successPage } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import { listFields } from '../fields/core/queries.ts';
import { act, getImport, receiveImport, removeEnded, startAgain, workspaceId } from './actions.ts';
import { ImportAnswer, ImportsAnswer, RowsAnswer, SourcesAnswer } from './answers.ts';
import { storeOf } from './engine.ts';
import { allFates, ErrorsArgs, ImportStart, ImportsArgs, NewImport, RowsArgs } from './schema.ts';
import { listSources } from './sources/sources.ts';
import { toImport } from './view.ts';

const cursorKind = 'automations-imports';

export const importRoutes = (context: Context): RestRoute[] => [
  addRoute(context),
  sourcesRoute(context),
  listRoute(context),
  getRoute(context),
  deleteRoute(context),
  errorsRoute(context),
  rowsRoute(context),
  startRoute(context),
  actRoute(context, 'pause', 'Pauses an import after the current rows, until it is resumed.'),
  actRoute(context, 'resume', 'Continues a paused import where it stopped.'),
  actRoute(context, 'cancel', 'Ends an import early. Everything that it created stays, and can be undone.'),
  actRoute(
    context,
    'undo',
    'Undoes an import within 24 hours of its end. Contacts that it created are deleted, and contacts that it changed are restored. Contacts that were changed after the import are kept: errors with rows=kept names them. Needs the permission full.',
  ),
];

const shown = async (context: Context, id: number) =>
  success({ import: toImport(await getImport(context, id), await listFields(context.db)) });

const addRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/import/add',
    description:
      'Receives a file of contacts and imports it: the body is the file, raw or as the field file of a form; the parameters are in the query or in the form. With from, send no file.',
    takesFile: true,
    isQueued: true,
    permission: notForViewers,
    args: NewImport,
    example: { format: 'auto', on_taken: 'change', dry_run: true },
    answer: ImportAnswer,
    async callback(request) {
      const row = await receiveImport(context, request);
      return success({ import: toImport(row, await listFields(context.db)) });
    },
  });

const sourcesRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/import/sources',
    description:
      'The plugins in the same WordPress database that import/add can import from, with their numbers of contacts.',
    permission: notForViewers,
    answer: SourcesAnswer,
    callback: async () => success({ sources: await listSources(context) }),
  });

const listRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/imports',
    description: 'All imports, newest first, page by page with cursor.',
    permission: notForViewers,
    args: ImportsArgs,
    example: { limit: 10 },
    answer: ImportsAnswer,
    async callback({ params }) {
      const limit = readLimit(params);
      const [before] = params.cursor ? (fromCursor(cursorKind, params.cursor) ?? ['']) : [];
      if (typeof before === 'string') throw unprocessable('cursor does not belong to the list of imports');
      const rows = await listImports(storeOf(db), workspaceId, limit + 1, before);
      const fields = await listFields(db);
      return successPage(
        rows,
        limit,
        ({ id }) => toCursor(cursorKind, id),
        (page, next_cursor) => ({
          imports: page.map((row) => toImport(row, fields)),
          next_cursor,
        }),
      );
    },
  });

const getRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/import/{import_id}',
    description: 'One import: its progress, and the fields proposed for its columns.',
    permission: notForViewers,
    answer: ImportAnswer,
    callback: ({ path }) => shown(context, path.import_id),
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/import/{import_id}',
    description: 'Deletes an import that has ended, with its file and its report; its contacts stay.',
    answer: ImportAnswer,
    async callback({ path, caller }) {
      const row = await removeEnded(context, caller, path.import_id);
      return success({ import: toImport(row, await listFields(context.db)) });
    },
  });

const errorsRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/import/{import_id}/errors',
    description: "Failed rows with the file's values and the reason in the column error; rows selects others.",
    permission: notForViewers,
    args: ErrorsArgs,
    produces: ['text/csv'],
    streams: true,
    example: { rows: 'all' },
    async callback({ path, params: { rows = 'failed', bom } }) {
      const row = await getImport(context, path.import_id);
      const stream = writeRows(storeOf(context.db), row, rows === 'all' ? allFates : [rows]);
      return {
        stream: bom ? marked(stream) : stream,
        contentType: 'text/csv; charset=utf-8',
        headers: {
          'Content-Disposition': `attachment; filename="import-${row.id}-${rows === 'failed' ? 'errors' : rows}.csv"`,
        },
      };
    },
  });

const rowsRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/import/{import_id}/rows',
    description: 'The first rows that failed, or had another result, each with its reason.',
    permission: notForViewers,
    args: RowsArgs,
    example: { rows: 'failed', limit: 10 },
    answer: RowsAnswer,
    async callback({ path, params: { rows = 'failed', reason, limit = 10 } }) {
      const row = await getImport(context, path.import_id);
      return success({ rows: await firstRows(storeOf(context.db), row, rows, { limit, why: reason }) });
    },
  });

const startRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/import/start/{import_id}',
    description: 'Runs an ended dry run again from the same file, for real or with another mapping.',
    args: ImportStart,
    example: { dry_run: false, on_taken: 'fill' },
    answer: ImportAnswer,
    async callback({ path, params, caller }) {
      await startAgain(context, caller, path.import_id, params);
      return shown(context, path.import_id);
    },
  });

const actRoute = (context: Context, name: Act, description: string) =>
  route({
    methods: ['POST'],
    path: `/import/${name}/{import_id}` as const,
    description,
    ...(name === 'undo' ? { permission: fullPermission } : {}),
    answer: ImportAnswer,
    async callback({ path, caller }) {
      await act(context, caller, path.import_id, name);
      return shown(context, path.import_id);
    },
  });
