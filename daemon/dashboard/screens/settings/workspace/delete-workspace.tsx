/** The dialog that deletes a workspace. It shows what is lost, then asks for its name and the owner's password. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardAct } from '../../../../../shared/ui/card-form.tsx';
import { TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { pathTo } from '../../../core/routes.ts';
import { membership, openOtherWorkspace } from '../../../core/session.ts';
import type { WorkspaceDeletion } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { CurrentPassword } from '../core/current-password.tsx';

const words = text.workspace;

export function DeleteWorkspace() {
  const [isOpen, setOpen] = useState(false);
  return (
    <CardAct title={words.danger} note={words.dangerNote}>
      <Button isBad icon="trash" onClick={() => setOpen(true)}>
        {words.deleteAction}
      </Button>
      {isOpen && <DeleteForm onClose={() => setOpen(false)} />}
    </CardAct>
  );
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const own = membership.value?.name ?? '';
  const preview = useLoad((signal) => api.get<WorkspaceDeletion>('/workspace/deletion', {}, signal), []);
  const form = useForm({ name: '', currentPassword: '' }, async ({ name, currentPassword }) => {
    await api.delete('/workspace', { name: name.trim(), currentPassword });
    await openOtherWorkspace();
    toast(words.deleted(own));
    route(pathTo('overview'));
  });
  return (
    <FormDialog
      title={words.deleteTitle(own)}
      form={form}
      action={words.deleteAction}
      isBad
      isDisabled={!preview.data || form.values.name.trim() !== own}
      onClose={onClose}
    >
      <p>{words.deleteLost}</p>
      <Show of={preview} bones={<Bones rows={3} />}>
        {(deletion) => (
          <ul class="fates">
            {losses(deletion).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        )}
      </Show>
      <TextField
        label={words.typeName(own)}
        autocomplete="off"
        dir="auto"
        spellcheck={false}
        required
        {...form.field('name')}
      />
      <CurrentPassword form={form} label={words.password} />
    </FormDialog>
  );
}

function losses({
  links,
  clicks,
  domains,
  members,
  keys,
  hasSubscription,
  slugsHeldDays,
}: WorkspaceDeletion): string[] {
  const { lost } = words;
  return [
    lost.links(links),
    lost.clicks(clicks),
    ...(domains.length > 0 ? [lost.domains(domains.join(', '))] : []),
    lost.members(members),
    ...(keys > 0 ? [lost.keys(keys)] : []),
    ...(hasSubscription ? [lost.subscription] : []),
    ...(slugsHeldDays > 0 ? [lost.held(slugsHeldDays)] : []),
  ];
}
