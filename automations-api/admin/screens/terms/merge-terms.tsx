/** The dialog that merges tags or lists into one: the term to keep, and how many contacts get it. */
import { Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { TermKind } from '../../core/terms.ts';
import type { ContactPage, CountedTerm } from '../../core/types.ts';
import { text } from '../../text/later.ts';

type MergeTermsProps = { kind: TermKind; terms: CountedTerm[]; onClose: () => void; onDone: () => void };

/** Returns the term with the most contacts. It is kept by default. */
const largest = (terms: CountedTerm[]) => terms.reduce((best, term) => (term.contacts > best.contacts ? term : best));

export function MergeTerms({ kind, terms, onClose, onDone }: MergeTermsProps) {
  const words = text.terms[kind];
  const form = useForm({ into: String(largest(terms).ID) }, async ({ into }) => {
    await api.post(`/${kind}/merge`, { from: mergedOf(into).map(({ ID }) => ID), into: Number(into) });
    toast(words.merged(terms.length, keptOf(into).name));
    onDone();
    onClose();
  });
  const keptOf = (id: string) => terms.find(({ ID }) => String(ID) === id) as CountedTerm;
  const mergedOf = (id: string) => terms.filter(({ ID }) => String(ID) !== id);
  const { into } = form.values;
  const ids = mergedOf(into)
    .map(({ ID }) => ID)
    .join(',');
  const affected = useLoad(
    (signal) => api.get<{ contact: ContactPage }>('/contacts', { [kind]: ids, limit: 1 }, signal),
    [kind, ids],
  );
  const names = mergedOf(into).map(({ name }) => name);
  return (
    <FormDialog title={words.mergeTitle(terms.length)} form={form} action={text.terms.merge} isBad onClose={onClose}>
      <Select
        label={text.terms.keep}
        options={terms.map(({ ID, name, contacts }) => ({
          value: String(ID),
          label: text.terms.withContacts(name, contacts),
        }))}
        {...form.field('into')}
      />
      <p aria-live="polite">
        {words.mergeNote(keptOf(into).name, names, affected.isLoading ? undefined : affected.data?.contact.total)}
      </p>
      <p class="soft small">{text.terms.mergeRest}</p>
    </FormDialog>
  );
}
