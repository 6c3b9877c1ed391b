/** Notes on contacts: their authors, the list, the timeline and the permissions. */

import { countNotes, listNotes } from '../../automations-api/plugins/automations/timeline/core/note-queries.ts';
import { addContact, type Body, recordOf, request, startAutomations } from '../fixtures/automations.ts';
import { explain, indexesOf } from '../fixtures/explain.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del, db, site, makeKey } = service;

const notesOf = async (id: number, query = ''): Promise<Body[]> =>
  (await get(`/contact/${id}/notes?${query}`)).body.data.notes;
const timelineOf = async (id: number): Promise<Body[]> =>
  (await get(`/contact/${id}/timeline?event[]=note.added&event[]=note.updated&event[]=note.deleted`)).body.data
    .timeline;
const by = { type: 'api_key', name: '' };

t.test('a note is created, listed, changed and deleted, and the timeline shows its current text', async (t) => {
  const id = await addContact(service, { email: 'noted@x.example' });
  const before = await recordOf(service, id);
  const { status, body } = await post(`/contact/${id}/note`, { note: ' Called <b>her</b>\nback 😀 ' });
  t.equal(status, 200);
  const { note } = body.data;
  t.match(note, { ID: Number, note: 'Called <b>her</b>\nback 😀', by, updated_at: null });
  t.match(note.created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  t.strictSame(await notesOf(id), [note]);
  t.match(await timelineOf(id), [{ event: 'note.added', by, data: { note: { ID: note.ID, note: note.note } } }]);
  const changed = (await post(`/contact/note/update/${note.ID}`, { note: 'Wrote' })).body.data.note;
  t.match(changed, { ...note, note: 'Wrote', updated_at: String });
  t.strictSame(await notesOf(id), [changed]);
  t.match(await timelineOf(id), [
    { event: 'note.updated', data: { note: { ID: note.ID, note: 'Wrote' } } },
    { event: 'note.added', data: { note: { ID: note.ID, note: 'Wrote' } } },
  ]);
  t.equal((await del(`/contact/note/${note.ID}`)).status, 200);
  t.strictSame(await notesOf(id), []);
  const gone = { note: { ID: note.ID, note: null } };
  t.match(await timelineOf(id), [
    { event: 'note.deleted', by, data: gone },
    { event: 'note.updated', data: gone },
    { event: 'note.added', data: gone },
  ]);
  t.strictSame(await recordOf(service, id), before, 'the contact itself is as it was');
});

t.test('a note is refused if it is empty or too long, or if its contact is unknown', async (t) => {
  const id = await addContact(service, { email: 'refused@x.example' });
  for (const [path, note, status, code] of [
    [`/contact/${id}/note`, '', 400, 'required_fields_missing'],
    [`/contact/${id}/note`, ' \n ', 400, 'required_fields_missing'],
    [`/contact/${id}/note`, 'x'.repeat(10_001), 422, 'unprocessable_entity'],
    ['/contact/999999999/note', 'x', 404, 'contact_not_exists'],
    ['/contact/note/update/999999999', 'x', 404, 'data_not_found'],
  ] as const) {
    const answer = await post(path, { note });
    t.match([answer.status, answer.body.code], [status, code]);
  }
  t.equal((await del('/contact/note/999999999')).body.code, 'data_not_found');
  t.equal((await get('/contact/999999999/notes')).body.code, 'contact_not_exists');
  t.equal((await post(`/contact/${id}/note`, { note: '😀'.repeat(5_000) })).status, 200, 'the longest fits');
  t.equal((await notesOf(id)).length, 1);
});

t.test('reading notes needs the permission `read`, writing needs `write` and deleting needs `full`', async (t) => {
  const id = await addContact(service, { email: 'allowed@x.example' });
  const { ID } = (await post(`/contact/${id}/note`, { note: 'x' })).body.data.note;
  for (const [permission, expected] of [
    ['read', [200, 403, 403, 403]],
    ['write', [200, 200, 200, 403]],
    ['full', [200, 200, 200, 200]],
  ] as const) {
    const key = await makeKey(permission);
    const ask = async (method: string, path: string, body?: object) =>
      (await request(`${site}/wp-json/automations${path}?api_key=${key}`, method, body)).status;
    t.strictSame(
      [
        await ask('GET', `/contact/${id}/notes`),
        await ask('POST', `/contact/${id}/note`, { note: 'y' }),
        await ask('POST', `/contact/note/update/${ID}`, { note: 'z' }),
        await ask('DELETE', `/contact/note/${ID}`),
      ],
      expected,
    );
  }
});

t.test('concurrently written and deleted notes leave complete pages and a correct timeline', async (t) => {
  const id = await addContact(service, { email: 'many@x.example' });
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => post(`/contact/${id}/note`, { note: `n${n}` })));
  const ids = made.map(({ body }) => body.data.note.ID);
  const twice = await Promise.all([...ids.slice(0, 4), ...ids.slice(0, 4)].map((one) => del(`/contact/note/${one}`)));
  t.same(twice.map(({ status }) => status).sort(), [...Array(4).fill(200), ...Array(4).fill(404)]);
  const { data } = (await get(`/contact/${id}/notes?limit=5&page=2`)).body;
  t.strictSame(
    data.notes.map(({ ID }: Body) => ID),
    ids
      .slice(4)
      .sort((a, b) => b - a)
      .slice(5),
  );
  t.equal((await get(`/contact/${id}/notes`)).headers.get('x-wp-total'), '8');
  t.equal((await timelineOf(id)).length, 16);
});

t.test("a contact's notes are read through an index", async (t) => {
  const plans = await explain(db, async (on) => {
    await listNotes(on, 1, { limit: 25, offset: 0 });
    await countNotes(on, 1);
  });
  t.strictSame(indexesOf(plans), ['wp_automations_notes.notes_contact', 'wp_automations_notes.notes_contact']);
});
