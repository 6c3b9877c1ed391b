/** The dialog that creates another workspace and opens it. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { longestName } from '../../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardAct } from '../../../../../shared/ui/card-form.tsx';
import { TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api, onceOnly } from '../../../core/api.ts';
import { pathTo } from '../../../core/routes.ts';
import { chooseWorkspace, refreshSession } from '../../../core/session.ts';
import type { Workspace } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace;

export function MoreWorkspaces() {
  const [isOpen, setOpen] = useState(false);
  return (
    <CardAct title={words.other} note={words.otherNote}>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {words.create}
      </Button>
      {isOpen && <NewWorkspace onClose={() => setOpen(false)} />}
    </CardAct>
  );
}

export function NewWorkspace({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const form = useForm({ name: '' }, async ({ name }) => {
    const created = await api.post<Workspace>('/workspaces', { name: name.trim() }, { headers: onceOnly() });
    await refreshSession();
    onClose();
    chooseWorkspace(created.id);
    route(pathTo('overview'));
    toast(words.created(created.name));
  });
  return (
    <FormDialog title={words.create} form={form} action={text.actions.create} onClose={onClose}>
      <p class="soft">{words.createNote}</p>
      <TextField label={words.name} maxLength={longestName} required autocomplete="off" {...form.field('name')} />
    </FormDialog>
  );
}
