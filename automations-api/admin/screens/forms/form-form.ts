/** The builder's form. */
import type { Form } from '../../../../shared/ui/form.ts';
import { useObjectForm } from '../../core/object-screen.tsx';
import { forms } from '../../core/rule-objects.ts';
import { nameOfTerm, useTerms } from '../../core/terms.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { bodyOf, draftOf, type FormDraft, newDraft } from './draft.ts';
import { useFieldLabels } from './field-labels.ts';

const words = text.forms;

export type BuilderForm = Form<FormDraft>;

/** `saved`: the form to edit; undefined for a new one. */
export const useBuilderForm = (saved: SignupForm | undefined, onSaved: (form: SignupForm) => void): BuilderForm =>
  useObjectForm<SignupForm, FormDraft, FormDraft>({
    kind: 'form',
    saved,
    first: saved ? draftOf(saved) : newDraft(),
    draftOf,
    valuesOf: (draft) => draft,
    bodyOf,
    words: { label: (name) => words.parts[name], show: useShownParts() },
    onSaved(form) {
      void forms.refresh();
      onSaved(form);
    },
  });

/** Returns a function that formats a part of the form for the choice after a conflict. */
function useShownParts() {
  const lists = useTerms('list');
  const terms = { lists, offered_lists: lists, tags: useTerms('tag') };
  const labelOf = useFieldLabels();
  return (name: keyof FormDraft, value: unknown): string => {
    if (name === 'fields') {
      return (value as FormDraft['fields'])
        .map(({ key, isRequired }) => labelOf(key) + (isRequired ? ` (${words.required})` : ''))
        .join('\n');
    }
    if (name === 'lists' || name === 'offered_lists' || name === 'tags') {
      return (value as string[]).map((id) => nameOfTerm(terms[name], id)).join(', ');
    }
    return typeof value === 'boolean' ? text.cards[value ? 'yes' : 'no'] : String(value);
  };
}
