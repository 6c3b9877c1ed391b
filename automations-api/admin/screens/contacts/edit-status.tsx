/** A contact's status, tags and lists, without leaving the list. */
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { statusNames, statusOf } from '../../statuses.ts';
import { choicesOf } from '../../terms.ts';
import { text } from '../../text/text.ts';
import type { ContactRecord } from '../../types.ts';
import type { KnownTerms } from './columns.tsx';

const words = text.contacts;
const idsIn = (json: string) => (JSON.parse(json) as number[]).map(String);

type EditStatusProps = { contact: ContactRecord; known: KnownTerms; onClose: () => void; onDone: () => void };

export function EditStatus({ contact, known, onClose, onDone }: EditStatusProps) {
  const first = { status: statusOf(contact.status), tags: idsIn(contact.tags), lists: idsIn(contact.lists) };
  const form = useForm<Record<string, string | string[]>>(first, async ({ status, tags, lists }) => {
    await api.post(`/contact/update/${contact.id}`, { status, tags, lists });
    toast(words.saved(contact.email));
    onDone();
    onClose();
  });
  return (
    <FormDialog title={words.editTitle(contact.email)} form={form} action={text.actions.save} onClose={onClose}>
      <Select
        label={words.fields.status}
        options={statusNames.map((value) => ({ value, label: text.statuses[value] }))}
        value={form.values.status as string}
        onValue={(value) => form.set('status', value)}
        error={form.problems.status}
      />
      {(['tags', 'lists'] as const).map((name) => (
        <TagBox
          key={name}
          label={words.fields[name]}
          values={form.values[name] as string[]}
          known={choicesOf(known[name === 'tags' ? 'tag' : 'list'])}
          isClosed
          onChange={(values) => form.set(name, values)}
          error={form.problems[name]}
        />
      ))}
    </FormDialog>
  );
}
