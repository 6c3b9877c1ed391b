/** The builder's form, and saving it. */
import { useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { saveChanged } from '../../../../shared/ui/save-changed.ts';
import { api } from '../../core/api.ts';
import { nameOfTerm, useTerms } from '../../core/terms.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { bodyOf, draftOf, type FormDraft, newDraft } from './draft.ts';
import { useFieldLabels } from './field-labels.ts';

const words = text.forms;

export type BuilderForm = Form<FormDraft>;

type Answer = { form: SignupForm };

/** `saved`: the form to edit; undefined for a new one. */
export function useBuilderForm(saved: SignupForm | undefined, onSaved: (form: SignupForm) => void): BuilderForm {
  const show = useShownParts();
  /** The saved form that edits are compared with. */
  const base = useRef(saved ? draftOf(saved) : newDraft());
  const form = useForm<FormDraft>(base.current, async (draft) => {
    const answer = await (saved ? saveChanges(saved.ID, draft) : addForm(draft));
    reset(draftOf(answer.form));
    onSaved(answer.form);
  });
  const saveChanges = (id: number, draft: FormDraft) =>
    saveChanged({
      base: base.current,
      mine: draft,
      valuesOf: (answer: Answer) => draftOf(answer.form),
      read: () => api.get<Answer>(`/form/${id}`),
      write: (values, before, headers) =>
        api.post<Answer>(`/form/update/${id}`, changesOf(before, values), { headers }),
      words: { label: (name) => words.parts[name], show },
    });
  const reset = (next = base.current) => {
    base.current = next;
    form.reset(next);
  };
  return { ...form, reset };
}

/** Without a slug, the service derives one from the name. */
function addForm(draft: FormDraft): Promise<Answer> {
  const { slug, ...body } = bodyOf(draft);
  return api.post<Answer>('/form/add', slug === '' ? body : { ...body, slug });
}

/** Returns only the changed parts. */
function changesOf(before: FormDraft, after: FormDraft) {
  const [old, now] = [bodyOf(before), bodyOf(after)];
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
    ),
  );
}

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
