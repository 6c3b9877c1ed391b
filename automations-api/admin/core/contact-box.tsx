/** The box that finds a contact by email address or name. */
import { useState } from 'preact/hooks';
import { type Choice, Combobox } from '../../../shared/ui/combobox.tsx';
import { useLoad, useSettled } from '../../../shared/ui/load.ts';
import { api } from './api.ts';
import type { ContactDetail, ContactPage } from './types.ts';

const mostShown = 20;

type ContactBoxProps = {
  label: string;
  placeholder: string;
  id: string;
  /** The label of a first option that means no contact. */
  none?: string;
  onChoose: (id: string) => void;
};

export function ContactBox({ label, placeholder, id, none, onChoose }: ContactBoxProps) {
  const [typed, setTyped] = useState<string>();
  const search = useSettled(typed, 200);
  const found = useLoad(search === undefined ? undefined : (signal) => listFound(search, signal), [search]);
  const chosen = useLoad(id === '' ? undefined : (signal) => findChosen(id, signal), [id]);
  const shown = found.data ?? [];
  const own = chosen.data && chosen.data.value === id && !shown.some(({ value }) => value === id) ? [chosen.data] : [];
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      value={id}
      choices={[...(none ? [{ value: '', label: none }] : []), ...shown, ...own]}
      onType={setTyped}
      areFound
      onChoose={onChoose}
    />
  );
}

async function listFound(search: string, signal: AbortSignal): Promise<Choice[]> {
  const { contact } = await api.get<{ contact: ContactPage }>('/contacts', { search, limit: mostShown }, signal);
  return contact.contacts.map(({ id, email, f_name, l_name }) => ({
    value: id,
    label: email,
    note: `${f_name} ${l_name}`.trim(),
  }));
}

async function findChosen(id: string, signal: AbortSignal): Promise<Choice> {
  const { contact } = await api.get<{ contact: ContactDetail }>('/contact', { id }, signal);
  return { value: id, label: contact.contact.email };
}
