/** The dialog that gives a role to a user, or invites anyone else by email. */
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { site } from '../../core/api.ts';
import type { Invitation, Role, SiteUser } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.users;
const roles = (['editor', 'viewer', 'administrator'] as const).map((role) => ({
  value: role,
  label: text.roles[role],
}));

/** The result. A verified user has the role at once; anyone else is invited. */
export type Added = { admin: SiteUser | null; invitation: Invitation | null };

type InviteUserProps = { onClose: () => void; onAdded: (added: Added) => void };

export function InviteUser({ onClose, onAdded }: InviteUserProps) {
  const form = useForm({ email: '', role: 'editor' as string }, async ({ email, role }) => {
    const added = await site.post<Added>('/admin/add', { email: email.trim(), role });
    onClose();
    onAdded(added);
  });
  return (
    <FormDialog title={words.inviteTitle} form={form} action={words.send} onClose={onClose}>
      <TextField label={words.email} type="email" autocomplete="off" required {...form.field('email')} />
      <Select
        label={words.role}
        hint={words.roleNotes[form.values.role as Role]}
        options={roles}
        {...form.field('role')}
      />
    </FormDialog>
  );
}
