/** A mapping's form, and saving it. */
import type { Form } from '../../../../shared/ui/form.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useKnown } from '../../core/named-objects.ts';
import { useObjectForm } from '../../core/object-screen.tsx';
import { nameOfTerm } from '../../core/terms.ts';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { draftOf, type MappingDraft, mappingOf } from './mapping.ts';
import { labelOf, useTargets } from './targets.ts';

const words = text.hooks;

export type MappingForm = Form<MappingDraft>;

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
  return useObjectForm<Hook, MappingDraft, MappingDraft>({
    kind: 'hook',
    saved: hook,
    first: draftOf(hook.mapping),
    draftOf: ({ mapping }) => draftOf(mapping),
    valuesOf(draft) {
      const mapping = mappingOf(draft);
      if (mapping.email === '') throw withoutEmail();
      return draftOf(mapping);
    },
    bodyOf: (draft) => ({ mapping: mappingOf(draft) }),
    words: { label: (name) => words.mapping.parts[name], show },
    onSaved(saved) {
      onSaved(saved);
      toast(words.saved(hook.name));
    },
  });
}

function withoutEmail(): ApiError {
  const message = words.mapping.emailMissing;
  return new ApiError(422, { code: 'email_missing', message, fields: { 'rows.email': message } });
}
