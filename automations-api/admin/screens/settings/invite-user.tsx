/** Inviting a person by email. */
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { site } from '../../core/api.ts';
import type { Role, SiteUser } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.users;
const roles = (['editor', 'viewer', 'administrator'] as const).map((role) => ({
  value: role,
  label: text.roles[role],
}));

type InviteUserProps = { onClose: () => void; onInvited: (invited: SiteUser) => void };

export function InviteUser({ onClose, onInvited }: InviteUserProps) {
  const form = useForm({ email: '', role: 'editor' as string }, async ({ email, role }) => {
    const { admin } = await site.post<{ admin: SiteUser }>('/admin/add', { email: email.trim(), role });
    onClose();
    onInvited(admin);
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
