/** A member's role in contacts, for administrators of contacts. */
import { Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { refreshSession, session } from '../../core/session.ts';
import type { Member } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.members.contacts;

/** Returns whether the user can see and set roles in contacts. */
export const administersContacts = () => session.value?.contacts?.role === 'administrator';

const none = '';
export const contactsRoles = [
  { value: none, label: words.none },
  ...(['viewer', 'editor', 'administrator'] as const).map((role) => ({
    value: role as string,
    label: words.roles[role],
  })),
];

/** Converts a role to the service's format. */
export const toContactsRole = (value: string) => (value === none ? null : value);

type ChangeContactsRoleProps = { member: Member; onClose: () => void; onChanged: () => void };

export function ChangeContactsRole({ member, onClose, onChanged }: ChangeContactsRoleProps) {
  const { id, name, email, userId, contactsRole } = member;
  const form = useForm({ role: contactsRole ?? none }, async ({ role }) => {
    await api.patch(`/members/${id}`, { contactsRole: toContactsRole(role) });
    toast(words.changed(name ?? email));
    if (userId === session.value?.user.id) await refreshSession();
    onClose();
    onChanged();
  });
  return (
    <FormDialog title={words.title(name ?? email)} form={form} action={text.actions.save} onClose={onClose}>
      <Select label={words.role} options={contactsRoles} {...form.field('role')} />
    </FormDialog>
  );
}
