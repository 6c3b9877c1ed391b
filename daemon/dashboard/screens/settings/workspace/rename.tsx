/** The workspace's name, and its id for the API. */
import { useRef } from 'preact/hooks';
import { longestName } from '../../../../../shared/limits-of-fields.ts';
import { CopyButton } from '../../../../../shared/ui/button.tsx';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { ReadOnly, TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { saveChanged } from '../../../../../shared/ui/save-changed.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { may, membership, refreshSession } from '../../../core/session.ts';
import type { Workspace } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace;

export function Rename() {
  const { id = '', name: before = '' } = membership.value ?? {};
  const base = useRef({ name: before });
  const form = useForm(base.current, async ({ name }) => {
    const saved = await saveChanged({
      base: base.current,
      mine: { name: name.trim() },
      valuesOf: (present: Workspace) => ({ name: present.name }),
      read: () => api.get<Workspace>('/workspace'),
      write: (mine, _, headers) => api.patch<Workspace>('/workspace', mine, headers),
      words: { label: () => words.name },
    });
    await refreshSession();
    base.current = { name: saved.name };
    form.reset(base.current);
    toast(words.saved);
  });
  return (
    <CardForm title={words.name} form={form} action={may('admin') ? text.actions.save : undefined}>
      <div class="pair">
        <TextField
          label={words.name}
          maxLength={longestName}
          required
          readOnly={!may('admin')}
          autocomplete="off"
          {...form.field('name')}
        />
        <div class="with-copy">
          <ReadOnly label={words.id} value={id} hint={words.idHint} />
          <CopyButton text={id} name={`${text.ui.copy} ${words.id}`} />
        </div>
      </div>
    </CardForm>
  );
}
