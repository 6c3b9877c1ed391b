/** Notes about a contact. They are added above the timeline, and changed and deleted in it. */
import { useState } from 'preact/hooks';
import { contacts } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextArea } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog, Problem } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { TimelineEntry } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.timeline;
const mostLetters = contacts.note;

export function AddNote({ contactId, onAdded }: { contactId: string; onAdded: () => void }) {
  const form = useForm({ note: '' }, async ({ note }) => {
    await api.post(`/contact/${contactId}/note`, { note: note.trim() });
    form.reset({ note: '' });
    onAdded();
  });
  return (
    <form class="form body" onSubmit={form.submit}>
      <Problem of={form} />
      <TextArea label={words.note} rows={2} maxLength={mostLetters} required {...form.field('note')} />
      <div class="bar end">
        <Button type="submit" isBusy={form.isBusy} disabled={form.values.note.trim() === ''}>
          {words.addNote}
        </Button>
      </div>
    </form>
  );
}

type NoteProps = { entry: TimelineEntry; onChanged: () => void };

/** Shows the text in the entry that added the note. Entries of later changes have no text. */
export function Note({ entry: { event, data }, onChanged }: NoteProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const { note } = data as { note?: { ID: number; note: string | null } };
  if (event !== 'note.added' || !note) return null;
  if (note.note === null) return <p class="soft">{words.noteGone}</p>;
  const close = () => setDialog(undefined);
  return (
    <>
      <p dir="auto">{note.note}</p>
      {may('editor') && (
        <div class="bar">
          <Button kind="bare" onClick={() => setDialog('edit')}>
            {words.editNote}
          </Button>
          <Button kind="bare" onClick={() => setDialog('delete')}>
            {words.deleteNote}
          </Button>
        </div>
      )}
      {dialog === 'edit' && <EditNote id={note.ID} note={note.note} onClose={close} onDone={onChanged} />}
      {dialog === 'delete' && (
        <Confirm
          title={words.deleteNoteTitle}
          action={text.actions.delete}
          onClose={close}
          onConfirm={async () => {
            await api.delete(`/contact/note/${note.ID}`);
            toast(words.noteDeleted);
            onChanged();
          }}
        >
          {words.deleteNoteNote}
        </Confirm>
      )}
    </>
  );
}

type EditNoteProps = { id: number; note: string; onClose: () => void; onDone: () => void };

function EditNote({ id, note, onClose, onDone }: EditNoteProps) {
  const form = useForm({ note }, async (typed) => {
    await api.post(`/contact/note/update/${id}`, { note: typed.note.trim() });
    onDone();
    onClose();
  });
  return (
    <FormDialog title={words.editNote} form={form} action={text.actions.save} onClose={onClose}>
      <TextArea label={words.noteText} rows={5} maxLength={mostLetters} required {...form.field('note')} />
    </FormDialog>
  );
}
