/** The form of a contact: only what was changed is sent, and nothing that others changed meanwhile is lost unseen. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { ContactDetail } from '../../types.ts';
import { getContact } from './use-contact.ts';
import { changesOf, joinValues, type Values, valuesOf } from './values.ts';

const words = text.contact;

/** Others changed what is changed here; nothing was sent. */
class ChangedMeanwhile extends Error {}

export type Details = { form: Form<Values>; conflicts: Values; take: (name: string) => void };

/** `onSaved` when the contact is another. */
export function useDetails(detail: ContactDetail, fieldIds: readonly string[], onSaved: () => void): Details {
  const id = String(detail.contact.id);
  const theirs = valuesOf(detail, fieldIds);
  const base = useRef(theirs);
  const [conflicts, setConflicts] = useState<Values>({});

  const form = useForm<Values>(theirs, async (mine) => {
    const now = await getContact(id);
    if (follow(mine, valuesOf(now, fieldIds))) throw new ChangedMeanwhile(words.changedMeanwhile);
    const changes = changesOf(base.current, mine);
    if (Object.keys(changes).length > 0) await api.post(`/contact/update/${id}`, changes);
    base.current = mine;
    form.reset(mine);
    setConflicts({});
    toast(text.contacts.saved(String(mine.email)));
    onSaved();
  });

  /** Takes over what others changed; true where that is what was changed here, too. */
  function follow(mine: Values, now: Values): boolean {
    const { values, conflicts: found } = joinValues(base.current, mine, now);
    base.current = now;
    form.reset(now);
    for (const [name, value] of Object.entries(values)) if (value !== now[name]) form.set(name, value);
    setConflicts((before) => ({ ...before, ...found }));
    return Object.keys(found).length > 0;
  }

  const mark = JSON.stringify(theirs);
  useEffect(() => {
    if (mark !== JSON.stringify(base.current)) follow(form.values, theirs);
  }, [mark]);

  return {
    form,
    conflicts,
    take: (name) => {
      form.set(name, conflicts[name] ?? '');
      setConflicts(({ [name]: _, ...others }) => others);
    },
  };
}
