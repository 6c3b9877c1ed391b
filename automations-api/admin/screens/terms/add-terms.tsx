/** The form that creates tags or lists, one per line. Existing ones are kept. */
import { TextArea } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { TermKind } from '../../core/terms.ts';
import type { Term } from '../../core/types.ts';
import { text } from '../../text/later.ts';

type AddTermsProps = { kind: TermKind; onClose: () => void; onDone: () => void };

const namesIn = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Submits on Enter, as single-line fields do, but not while a word is composed, as in Japanese. */
function sendOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}

export function AddTerms({ kind, onClose, onDone }: AddTermsProps) {
  const words = text.terms[kind];
  const form = useForm({ name: '' }, async ({ name }) => {
    const given = namesIn(name);
    const created = (await api.post<Record<string, Term[]>>(`/${kind}/add`, { [`${kind}s`]: given }))[`${kind}s`] ?? [];
    const [one] = created;
    toast(
      created.length === 1 && one
        ? words.added(one.name)
        : words.addedMany(created.length, given.length - created.length),
    );
    onDone();
    onClose();
  });
  return (
    <FormDialog title={words.add} form={form} action={text.actions.create} onClose={onClose}>
      <TextArea
        label={text.terms.name}
        hint={text.terms.nameHint}
        rows={3}
        required
        autocomplete="off"
        enterkeyhint="done"
        onKeyDown={sendOnEnter}
        {...form.field('name')}
      />
    </FormDialog>
  );
}
