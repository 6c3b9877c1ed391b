/** A dialog in the list that edits a contact's status, tags and lists. It sends only changes. */
import { Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { changeTerms, idsIn } from '../../core/memberships.ts';
import { statusNames, statusOf } from '../../core/statuses.ts';
import { TermBox } from '../../core/term-box.tsx';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts;

type EditStatusProps = { contact: ContactRecord; onClose: () => void; onDone: () => void };

export function EditStatus({ contact, onClose, onDone }: EditStatusProps) {
  const first = { status: statusOf(contact.status) as string, tag: idsIn(contact.tags), list: idsIn(contact.lists) };
  const form = useForm(first, async ({ status, tag, list }) => {
    if (status !== first.status) await api.post(`/contact/change-status/${contact.id}`, { status });
    await changeTerms('tag', contact.id, first.tag, tag);
    await changeTerms('list', contact.id, first.list, list);
    toast(words.saved(contact.email));
    onDone();
    onClose();
  });
  return (
    <FormDialog title={words.editTitle(contact.email)} form={form} action={text.actions.save} onClose={onClose}>
      <Select
        label={words.fields.status}
        options={statusNames.map((value) => ({ value, label: text.statuses[value] }))}
        {...form.field('status')}
      />
      {(['tag', 'list'] as const).map((kind) => (
        <TermBox
          key={kind}
          kind={kind}
          label={words.fields[`${kind}s`]}
          values={form.values[kind]}
          onChange={(ids) => form.set(kind, ids)}
        />
      ))}
    </FormDialog>
  );
}
