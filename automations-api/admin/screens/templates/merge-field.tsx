/** The choice of a merge field, with a default for contacts without a value. */
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { letters } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { type Choice, Combobox } from '../../../../shared/ui/combobox.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { useFields } from '../../core/fields.ts';
import { text } from '../../text/later.ts';
import { insertText, mergeField } from './insert.ts';

const words = text.templates.field;

type Place = RefObject<HTMLInputElement | HTMLTextAreaElement>;

type MergeFieldButtonProps = {
  into: Place;
  /** The label of the control that gets the field. */
  place: string;
  /** True if the button shows its name. */
  isNamed?: boolean;
};

export function MergeFieldButton({ into, place, isNamed }: MergeFieldButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const insert = (inserted: string) => {
    setOpen(false);
    // The dialog returns the focus to its button when it closes.
    requestAnimationFrame(() => into.current && insertText(into.current, inserted));
  };
  return (
    <>
      <Button
        kind="bare"
        icon="braces"
        label={words.insertAt(place)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {isNamed && words.insert}
      </Button>
      {isOpen && <ChooseField onClose={() => setOpen(false)} onInsert={insert} />}
    </>
  );
}

const columns = ['f_name', 'l_name', 'email', 'contact_no', 'country', 'state'] as const;
const links = ['unsubscribe_url', 'preferences_url'] as const;

function useMergeFields(): Choice[] {
  const fields = useFields() ?? [];
  return [
    ...columns.map((name) => ({ value: name, label: text.contacts.fields[name], note: words.groups.contact })),
    ...fields.map(({ slug, name }) => ({ value: slug, label: name, note: words.groups.custom })),
    ...links.map((name) => ({ value: name, label: name, note: words.groups.link })),
  ];
}

function ChooseField({ onClose, onInsert }: { onClose: () => void; onInsert: (inserted: string) => void }) {
  const choices = useMergeFields();
  const form = useForm({ name: 'f_name', fallback: '' }, async ({ name, fallback }) =>
    onInsert(mergeField(name, fallback)),
  );
  const { name, fallback } = form.values;
  return (
    <FormDialog title={words.insert} form={form} action={words.action} onClose={onClose}>
      <Combobox label={words.field} value={name} choices={choices} onChoose={(chosen) => form.set('name', chosen)} />
      <TextField
        label={words.fallback}
        hint={words.fallbackHint}
        maxLength={letters.fallback}
        autocomplete="off"
        {...form.field('fallback')}
      />
      <p class="soft small">
        {words.result}: <code>{mergeField(name, fallback)}</code>
      </p>
    </FormDialog>
  );
}
