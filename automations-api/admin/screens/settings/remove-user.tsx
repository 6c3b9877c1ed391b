/** Dialogs that remove a user's role, revoke an invitation, or end all of a user's sessions. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { site } from '../../core/api.ts';
import { openSession } from '../../core/session.ts';
import type { Invitation, SiteUser } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.users;

type RemoveUserProps = { user: SiteUser; isMe: boolean; onClose: () => void; onRemoved: () => void };

export const RemoveUser = ({ user: { ID, name }, isMe, onClose, onRemoved }: RemoveUserProps) => (
  <Confirm
    title={words.removeTitle(name)}
    action={words.remove}
    onClose={onClose}
    onConfirm={async () => {
      await site.delete(`/admin/${ID}`);
      toast(words.removed(name));
      if (isMe) await openSession();
      else onRemoved();
    }}
  >
    {words.removeNote}
  </Confirm>
);

type RevokeInvitationProps = { invitation: Invitation; onClose: () => void; onRevoked: () => void };

export const RevokeInvitation = ({ invitation: { ID, email }, onClose, onRevoked }: RevokeInvitationProps) => (
  <Confirm
    title={words.revokeTitle(email)}
    action={words.revoke}
    onClose={onClose}
    onConfirm={async () => {
      await site.delete(`/invitation/${ID}`);
      toast(words.revoked(email));
      onRevoked();
    }}
  >
    {words.revokeNote}
  </Confirm>
);

export const SignOutUser = ({ user: { ID, name }, onClose }: { user: SiteUser; onClose: () => void }) => (
  <Confirm
    title={words.signOutTitle(name)}
    action={words.signOut}
    onClose={onClose}
    onConfirm={async () => {
      await site.post(`/admin/sign-out/${ID}`);
      toast(words.signedOut(name));
    }}
  >
    {words.signOutNote}
  </Confirm>
);
