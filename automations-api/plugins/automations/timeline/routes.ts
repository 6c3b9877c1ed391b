/** The routes of what happened to contacts, and of what people noted about them. */
import { type RestRoute, route } from '../../../host/route.ts';
import { findContactById } from '../contacts/queries.ts';
import type { Context } from '../context.ts';
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import { readDottedNames } from '../core/dotted-names.ts';
import { PagingArgs, readLimit, readWindow, success, successPage, successWindow } from '../core/envelope.ts';
import { contactNotFound } from '../core/errors.ts';
import { addNote, changeNote, removeNote } from './change-notes.ts';
import { countNotes, listNotes, type NoteRow } from './core/note-queries.ts';
import { findLatest, findTimeline } from './find-timeline.ts';
import { everyones, LatestArgs, NoteArgs, readCursor, TimelineArgs, writeCursor } from './schema.ts';

export const historyRoutes = (context: Context): RestRoute[] => [
  timelineRoute(context),
  latestRoute(context),
  notesRoute(context),
  addRoute(context),
  updateRoute(context),
  deleteRoute(context),
];

/** Of timelines: as the parameter that takes it, and as in all lists. */
const cursorNames = ['cursor', 'next_cursor'];

const timelineRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/timeline',
    description: 'What happened to a contact, newest first; page by page with cursor.',
    args: TimelineArgs,
    async callback({ params, path }) {
      const id = path.contact_id as number;
      await needContact(context, id);
      const limit = readLimit(params);
      const entries = await findTimeline(
        context.db,
        id,
        readDottedNames(params.event),
        readCursor(id, params),
        limit + 1,
      );
      return successPage(
        'timeline',
        entries,
        limit,
        ({ shown }) => shown,
        (last) => writeCursor(id, last.id),
        cursorNames,
      );
    },
  });

const latestRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/timeline',
    description: 'What happened to all contacts, newest first, each with its contact; page by page with cursor.',
    args: LatestArgs,
    async callback({ params }) {
      const limit = readLimit(params);
      return successPage(
        'timeline',
        await findLatest(db, readCursor(everyones, params), limit + 1),
        limit,
        ({ shown }) => shown,
        (last) => writeCursor(everyones, last.id),
        cursorNames,
      );
    },
  });

async function needContact({ db }: Context, id: number): Promise<void> {
  if (!(await findContactById(db, id))) throw contactNotFound();
}

const toNote = (row: NoteRow) => ({
  ID: row.id,
  note: row.note,
  by: showCaller(row),
  created_at: sqlDate(row.created_at),
  updated_at: row.updated_at && sqlDate(row.updated_at),
});

const notesRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/notes',
    description: 'The notes on a contact, newest first.',
    args: PagingArgs,
    async callback({ params, path }) {
      const id = path.contact_id as number;
      await needContact(context, id);
      const window = readWindow(params);
      const [notes, total] = await Promise.all([listNotes(context.db, id, window), countNotes(context.db, id)]);
      return successWindow({ notes: notes.map(toNote) }, window, total);
    },
  });

const addRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/{contact_id}/note',
    description: 'Notes something about a contact.',
    args: NoteArgs,
    callback: async ({ params, path, caller }) =>
      success({ note: toNote(await addNote(db, caller, path.contact_id as number, params.note)) }),
  });

const updateRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/note/update/{note_id}',
    description: 'Changes the text of a note.',
    args: NoteArgs,
    callback: async ({ params, path, caller }) =>
      success({ note: toNote(await changeNote(db, caller, path.note_id as number, params.note)) }),
  });

const deleteRoute = ({ db }: Context) =>
  route({
    methods: ['DELETE'],
    path: '/contact/note/{note_id}',
    description: 'Deletes a note.',
    async callback({ path, caller }) {
      await removeNote(db, caller, path.note_id as number);
      return success({});
    },
  });
