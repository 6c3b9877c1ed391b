/** Form that adds a contact. */
import { useState } from 'preact/hooks';
import { contacts, longestEmail } from '../../../../shared/limits-of-fields.ts';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useFieldGroups } from '../../contact-fields/field-groups.ts';
import { GroupedFields } from '../../contact-fields/grouped-fields.tsx';
import { changesOf, type Values } from '../../contact-fields/values.ts';
import { api } from '../../core/api.ts';
import { statusesToGive } from '../../core/statuses.ts';
import { TermBox } from '../../core/term-box.tsx';
import type { ContactDetail } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts;

const none = {
  email: '',
  f_name: '',
  l_name: '',
  contact_no: '',
  country: '',
  state: '',
  status: 'unverified',
  tags: [] as string[],
  lists: [] as string[],
};
type ContactValues = typeof none & Values;

/** Source of contacts added by hand. */
const source = 'admin';

type AddContactProps = { onClose: () => void; onDone: (id: string) => void };

export function AddContact({ onClose, onDone }: AddContactProps) {
  const form = useForm<ContactValues>(none, async ({ tags, lists, ...typed }) => {
    const ids = { ...(tags.length > 0 && { tags }), ...(lists.length > 0 && { lists }) };
    const { email, status } = typed;
    const body = { ...changesOf(none, typed), email, status, ...ids, source };
    const { contact } = await api.post<{ contact: ContactDetail }>('/contact/add', body);
    toast(words.added(contact.contact.email));
    onDone(String(contact.contact.id));
    onClose();
  });
  return (
    <FormDialog title={words.add} form={form} action={words.add} onClose={onClose}>
      <ContactFields form={form} />
      <CustomFields form={form} />
    </FormDialog>
  );
}

type ContactForm = Pick<Form<ContactValues>, 'field' | 'values' | 'set' | 'problems'>;

function ContactFields({ form }: { form: ContactForm }) {
  return (
    <>
      <TextField label={words.fields.email} type="email" maxLength={longestEmail} required {...form.field('email')} />
      <div class="pair">
        <TextField label={words.fields.f_name} maxLength={contacts.name} autocomplete="off" {...form.field('f_name')} />
        <TextField label={words.fields.l_name} maxLength={contacts.name} autocomplete="off" {...form.field('l_name')} />
      </div>
      <div class="pair">
        <Select
          label={words.fields.status}
          options={statusesToGive.map((value) => ({ value, label: text.statuses[value] }))}
          {...form.field('status')}
        />
        <TextField
          label={words.fields.contact_no}
          type="tel"
          maxLength={contacts.phone}
          {...form.field('contact_no')}
        />
      </div>
      <div class="pair">
        <TextField label={words.fields.country} maxLength={contacts.country} {...form.field('country')} />
        <TextField label={words.fields.state} maxLength={contacts.state} {...form.field('state')} />
      </div>
      <TermBox
        kind="tag"
        label={words.fields.tags}
        values={form.values.tags}
        onChange={(ids) => form.set('tags', ids)}
      />
      <TermBox
        kind="list"
        label={words.fields.lists}
        values={form.values.lists}
        onChange={(ids) => form.set('lists', ids)}
      />
    </>
  );
}

/** Shows the editable custom fields, collapsed until needed. */
function CustomFields({ form: { values, set, problems } }: { form: ContactForm }) {
  const [isOpen, setOpen] = useState(false);
  const groups = useFieldGroups()
    ?.map(({ name, members }) => ({ name, members: members.filter(({ mode }) => mode !== '2') }))
    .filter(({ members }) => members.length > 0);
  if (!groups?.length) return null;
  const hasProblem = Object.keys(problems).some((name) => !(name in none));
  return (
    <details class="group" open={isOpen || hasProblem} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.customFields}</summary>
      <div class="form">
        <GroupedFields groups={groups} values={values} problems={problems} onValue={set} />
      </div>
    </details>
  );
}
