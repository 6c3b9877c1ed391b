/** The fields of one contact, also those of the site's own, and its tags and lists. */
import { CardForm } from '../../../../shared/ui/card-form.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { useFields } from '../../fields.ts';
import { may } from '../../session.ts';
import { statusOf } from '../../statuses.ts';
import { text } from '../../text/text.ts';
import type { ContactDetail, ContactRecord } from '../../types.ts';
import { ContactFields, type ContactValues } from './contact-form.tsx';
import { FieldInput, type FieldInputValue } from './field-input.tsx';

const words = text.contact;
const idsIn = (json: string) => (JSON.parse(json) as number[]).map(String);

const valuesOf = (record: ContactRecord): ContactValues => ({
  email: record.email,
  f_name: record.f_name,
  l_name: record.l_name,
  contact_no: record.contact_no,
  country: record.country,
  state: record.state,
  status: statusOf(record.status),
  tags: idsIn(record.tags),
  lists: idsIn(record.lists),
});

type ContactDetailsProps = { detail: ContactDetail; onSaved: () => void };

export function ContactDetails({ detail, onSaved }: ContactDetailsProps) {
  const record = detail.contact.db_contact;
  return record ? <Details record={record} fields={detail.fields} onSaved={onSaved} /> : null;
}

type DetailsProps = { record: ContactRecord; fields: ContactDetail['fields']; onSaved: () => void };

function Details({ record, fields, onSaved }: DetailsProps) {
  const known = useFields();
  const own = Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, value ?? '']));
  const form = useForm<ContactValues & { fields: { [id: string]: FieldInputValue } }>(
    { ...valuesOf(record), fields: own },
    async ({ email, ...typed }) => {
      await api.post(`/contact/update/${record.id}`, { ...typed, ...(email !== record.email && { email }) });
      toast(text.contacts.saved(email));
      onSaved();
    },
  );
  const isEditor = may('editor');
  return (
    <CardForm title={words.details} form={form} action={isEditor ? text.actions.save : undefined}>
      <fieldset class="plain form" disabled={!isEditor}>
        <ContactFields form={form as never} />
        {known?.map((field) => (
          <FieldInput
            key={field.ID}
            field={field}
            value={form.values.fields[field.ID] ?? ''}
            onValue={(value) => form.set('fields', { ...form.values.fields, [field.ID]: value })}
          />
        ))}
      </fieldset>
    </CardForm>
  );
}
