/** Taking a person out, or an invitation back, or ending all their sessions. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { site } from '../../core/api.ts';
import { openSession, session } from '../../core/session.ts';
import type { SiteUser } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.users;

type RemoveUserProps = { user: SiteUser; onClose: () => void; onRemoved: () => void };

export function RemoveUser({ user, onClose, onRemoved }: RemoveUserProps) {
  const { ID, name, email, status, wordpress } = user;
  const isInvited = status === 'invited';
  return (
    <Confirm
      title={isInvited ? words.cancelTitle(email) : words.removeTitle(name)}
      action={isInvited ? words.cancel : words.remove}
      onClose={onClose}
      onConfirm={async () => {
        await site.delete(`/admin/${ID}`);
        toast(isInvited ? words.cancelled(email) : words.removed(name));
        if (ID === session.value?.user.ID) await openSession();
        else onRemoved();
      }}
    >
      {isInvited ? words.cancelNote : wordpress ? words.removeNoteOfWordPress : words.removeNote}
    </Confirm>
  );
}

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

export const RemoveFactors = ({ user: { ID, name }, onClose }: { user: SiteUser; onClose: () => void }) => (
  <Confirm
    title={words.removeFactorsTitle(name)}
    action={words.removeFactors}
    onClose={onClose}
    onConfirm={async () => {
      await site.post(`/admin/remove-factors/${ID}`);
      toast(words.factorsRemoved(name));
    }}
  >
    {words.removeFactorsNote}
  </Confirm>
);
