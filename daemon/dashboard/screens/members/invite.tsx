/** The dialog that invites a member and shows the invitation link once. */
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { LinkDialog } from '../../../../shared/ui/link-dialog.tsx';
import { api, onceOnly } from '../../core/api.ts';
import { refreshWorkspace } from '../../core/session.ts';
import type { Invited, Role } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useSignInSettings } from '../sign-in/settings.ts';
import { administersContacts, contactsRoles, toContactsRole } from './contacts-role.tsx';

const words = text.members;

const roles = (['member', 'viewer', 'admin'] as const).map((role) => ({ value: role, label: text.roles[role] }));

type InviteMemberProps = { onClose: () => void; onInvited: (invited: Invited) => void };

export function InviteMember({ onClose, onInvited }: InviteMemberProps) {
  const form = useForm({ email: '', role: 'member', contacts: '' }, async ({ email, role, contacts }) => {
    const contactsRole = toContactsRole(contacts);
    const given = { email: email.trim(), role, ...(contactsRole === null ? {} : { contactsRole }) };
    const invited = await api.post<Invited>('/members/invite', given, { headers: onceOnly() });
    void refreshWorkspace();
    onClose();
    onInvited(invited);
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
      {administersContacts() && (
        <Select label={words.contacts.role} options={contactsRoles} {...form.field('contacts')} />
      )}
    </FormDialog>
  );
}

export function InvitationLink({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { email, inviteUrl = '', contactsRole } = invited;
  const settings = useSignInSettings();
  const byHand = settings.data?.mail === false ? words.linkByHand : words.linkByMail;
  const way = contactsRole ? words.linkWithContacts : byHand;
  return (
    <LinkDialog
      title={words.linkTitle(email)}
      label={words.link}
      url={inviteUrl}
      hint={settings.data ? `${way} ${words.linkNote(settings.data.inviteDays)}` : way}
      done={words.done}
      onClose={onClose}
    />
  );
}
