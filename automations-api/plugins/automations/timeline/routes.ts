/** Routes for timelines and notes. */
import { type RestRoute, route } from '../../../host/core/route.ts';
import {
  Done,
  PagingArgs,
  readLimit,
  readWindow,
  success,
  successPage,
  successWindow,
} from '../../../host/envelope.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import { readDottedNames } from '../core/dotted-names.ts';
import { contactNotFound } from '../core/errors.ts';
import { LatestAnswer, NoteAnswer, NotesAnswer, TimelineAnswer } from './answers.ts';
import { addNote, changeNote, removeNote } from './change-notes.ts';
import { countNotes, listNotes, type NoteRow } from './core/note-queries.ts';
import { findLatest, findTimeline } from './find-timeline.ts';
import { allContacts, LatestArgs, NoteArgs, readCursor, TimelineArgs, writeCursor } from './schema.ts';

export const historyRoutes = (context: Context): RestRoute[] => [
  timelineRoute(context),
  latestRoute(context),
  notesRoute(context),
  addRoute(context),
  updateRoute(context),
  deleteRoute(context),
];

/** Shows a page. The next cursor is in `next_cursor`, as in all lists, and in `cursor`. */
const showPage = <Entry>(page: { shown: Entry }[], next: string | null) => ({
  timeline: page.map(({ shown }) => shown),
  cursor: next,
  next_cursor: next,
});

const timelineRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/timeline',
    description: 'The timeline of a contact, newest first; page by page with cursor.',
    args: TimelineArgs,
    example: { event: ['tag.added'], limit: 10 },
    answer: TimelineAnswer,
    async callback({ params, path }) {
      const id = path.contact_id;
      await requireContact(context, id);
      const limit = readLimit(params);
      const entries = await findTimeline(context.db, id, readDottedNames(params.event), {
        beforeId: readCursor(id, params),
        limit: limit + 1,
      });
      return successPage(entries, limit, (last) => writeCursor(id, last.id), showPage);
    },
  });

const latestRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/timeline',
    description: 'The timeline of all contacts, newest first, each entry with its contact; page by page with cursor.',
    args: LatestArgs,
    example: { limit: 10 },
    answer: LatestAnswer,
    async callback({ params }) {
      const limit = readLimit(params);
      const entries = await findLatest(db, readCursor(allContacts, params), limit + 1);
      return successPage(entries, limit, (last) => writeCursor(allContacts, last.id), showPage);
    },
  });

async function requireContact({ db }: Context, id: number): Promise<void> {
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
    example: { limit: 10 },
    answer: NotesAnswer,
    async callback({ params, path }) {
      const id = path.contact_id;
      await requireContact(context, id);
      const window = readWindow(params);
      const [notes, total] = await Promise.all([listNotes(context.db, id, window), countNotes(context.db, id)]);
      return successWindow({ notes: notes.map(toNote) }, window, total);
    },
  });

const addRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/{contact_id}/note',
    description: 'Adds a note to a contact.',
    args: NoteArgs,
    example: { note: 'Requested the price list.' },
    answer: NoteAnswer,
    callback: async ({ params, path, caller }) =>
      success({ note: toNote(await addNote(db, caller, path.contact_id, params.note)) }),
  });

const updateRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/note/update/{note_id}',
    description: 'Changes the text of a note.',
    args: NoteArgs,
    example: { note: 'Has the price list.' },
    answer: NoteAnswer,
    callback: async ({ params, path, caller }) =>
      success({ note: toNote(await changeNote(db, caller, path.note_id, params.note)) }),
  });

const deleteRoute = ({ db }: Context) =>
  route({
    methods: ['DELETE'],
    path: '/contact/note/{note_id}',
    description: 'Deletes a note.',
    answer: Done,
    async callback({ path, caller }) {
      await removeNote(db, caller, path.note_id);
      return success({});
    },
  });
