/** The dialog that deletes an account. It shows what happens to each workspace, then asks for the password. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardAct } from '../../../../../shared/ui/card-form.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { base } from '../../../core/routes.ts';
import { forget } from '../../../core/session.ts';
import type { AccountDeletion, WorkspaceDeletion } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { CurrentPassword } from '../core/current-password.tsx';

const words = text.account;

export function AccountDanger() {
  const [isOpen, setOpen] = useState(false);
  return (
    <CardAct title={words.danger} note={words.dangerNote}>
      <Button isBad icon="trash" onClick={() => setOpen(true)}>
        {words.deleteAccount}
      </Button>
      {isOpen && <DeleteAccount onClose={() => setOpen(false)} />}
    </CardAct>
  );
}

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const preview = useLoad((signal) => api.get<AccountDeletion>('/auth/me/deletion', {}, signal), []);
  const form = useForm({ currentPassword: '' }, async ({ currentPassword }) => {
    await api.delete('/auth/me', { currentPassword });
    forget();
    toast(words.deleted);
    route(base, true);
  });
  const canDelete = preview.data?.canDelete === true;
  return (
    <FormDialog
      title={words.deleteTitle}
      form={form}
      action={words.deleteAccount}
      isBad
      isDisabled={!canDelete}
      onClose={onClose}
    >
      <p>{words.deleteNote}</p>
      <Show of={preview} bones={<Bones rows={2} />}>
        {({ workspaces, contacts, canDelete }) => (
          <>
            <ul class="fates">
              {workspaces.map(({ id, name, ...fate }) => (
                <li key={id}>
                  <strong>{name}</strong>
                  <span>{fateOf(fate)}</span>
                </li>
              ))}
              {contacts && (
                <li>
                  <strong>{text.ui.applications.contacts}</strong>
                  <span>{words.contactsFates[contacts]}</span>
                </li>
              )}
            </ul>
            {!canDelete && <p class="notice warn">{words.cannotDelete}</p>}
          </>
        )}
      </Show>
      {canDelete && <CurrentPassword form={form} />}
    </FormDialog>
  );
}

type Fate = Pick<AccountDeletion['workspaces'][number], 'outcome' | 'deletion'>;

function fateOf({ outcome, deletion }: Fate): string {
  if (outcome !== 'deleted') return words.fates[outcome];
  const { links, clicks } = deletion as WorkspaceDeletion;
  return words.fates.deleted(links, clicks);
}
