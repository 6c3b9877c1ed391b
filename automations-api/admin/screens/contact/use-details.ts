/** The contact form: sends only changed fields and asks before it overwrites others' changes. */
import { useEffect, useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { type FieldWords, saveChanged } from '../../../../shared/ui/save-changed.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import {
  changesOf,
  fieldName,
  isSameValue,
  type Value,
  type Values,
  valuesOf,
  valueWords,
} from '../../contact-fields/values.ts';
import { api } from '../../core/api.ts';
import type { ContactDetail, CustomField } from '../../core/types.ts';
import { text } from '../../text/text.ts';

type Answer = { contact: ContactDetail };

/** Returns the form. `onSaved` is called after the contact has been saved. */
export function useDetails(detail: ContactDetail, fields: readonly CustomField[], onSaved: () => void): Form<Values> {
  const id = String(detail.contact.id);
  const shown = (contact: ContactDetail) =>
    valuesOf(
      contact,
      fields.map(({ ID }) => ID),
    );
  const latest = shown(detail);
  const base = useRef(latest);
  const form = useForm<Values>(latest, async (mine) => {
    const { contact } = await saveChanged({
      base: base.current,
      mine,
      valuesOf: (answer: Answer) => shown(answer.contact),
      read: () => api.get<Answer>('/contact', { id }),
      write: (values, before, headers) =>
        api.post<Answer>(`/contact/update/${id}`, changesOf(before, values), { headers }),
      words: wordsOf(fields),
    });
    base.current = shown(contact);
    form.reset(base.current);
    toast(text.contacts.saved(contact.contact.email));
    onSaved();
  });

  // Others' changes appear in fields that are not edited here; saving asks about the edited ones.
  useEffect(() => {
    const typed = Object.entries(form.values).filter(([name, value]) => !isSameValue(base.current[name], value));
    base.current = { ...latest, ...Object.fromEntries(typed.map(([name]) => [name, base.current[name] ?? ''])) };
    form.reset(base.current);
    for (const [name, value] of typed) form.set(name, value);
  }, [JSON.stringify(latest)]);
  return form;
}

const wordsOf = (fields: readonly CustomField[]): FieldWords<Values> => {
  const fieldOf = (name: string) => fields.find(({ ID }) => fieldName(ID) === name);
  return {
    label: (name) => fieldOf(name)?.name ?? text.contacts.fields[name as 'email'],
    show: (name, value) => valueWords(name, value as Value, fieldOf(name)),
  };
};
