/** A mapping's form, and saving it. */
import { useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { saveChanged } from '../../../../shared/ui/save-changed.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { useKnown } from '../../core/named-objects.ts';
import { nameOfTerm } from '../../core/terms.ts';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { draftOf, type MappingDraft, mappingOf } from './mapping.ts';
import { labelOf, useTargets } from './targets.ts';

const words = text.hooks;

export type MappingForm = Form<MappingDraft>;

type Answer = { hook: Hook };

export function useMappingForm(hook: Hook, onSaved: (hook: Hook) => void): MappingForm {
  const targets = useTargets();
  const known = useKnown();
  const show = (name: keyof MappingDraft, value: unknown) => {
    if (name !== 'rows') {
      return (value as string[]).map((id) => nameOfTerm(known[name === 'tags' ? 'tag' : 'list'], id)).join(', ');
    }
    const rows = value as MappingDraft['rows'];
    return rows.map((row) => `${labelOf(targets, row.target)}: ${row.value}`).join('\n');
  };
  /** The saved mapping that edits are compared with. */
  const base = useRef(draftOf(hook.mapping));
  const form = useForm<MappingDraft>(base.current, async (draft) => {
    const mapping = mappingOf(draft);
    if (mapping.email === '') throw withoutEmail();
    const saved = await saveChanged({
      base: base.current,
      mine: draftOf(mapping),
      valuesOf: (answer: Answer) => draftOf(answer.hook.mapping),
      read: () => api.get<Answer>(`/hook/${hook.ID}`),
      write: (values, _, headers) =>
        api.post<Answer>(`/hook/update/${hook.ID}`, { mapping: mappingOf(values) }, { headers }),
      words: { label: (name) => words.mapping.parts[name], show },
    });
    reset(draftOf(saved.hook.mapping));
    onSaved(saved.hook);
    toast(words.saved(hook.name));
  });
  const reset = (next = base.current) => {
    base.current = next;
    form.reset(next);
  };
  return { ...form, reset };
}

function withoutEmail(): ApiError {
  const message = words.mapping.emailMissing;
  return new ApiError(422, { code: 'email_missing', message, fields: { 'rows.email': message } });
}
