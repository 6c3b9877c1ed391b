/** The dialog that removes a member or revokes an invitation. */
import { useState } from 'preact/hooks';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { Check } from '../../../../shared/ui/field.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { openOtherWorkspace, refreshWorkspace, session } from '../../core/session.ts';
import type { Member } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.members;

type RemoveMemberProps = { member: Member; onClose: () => void; onRemoved: () => void };

export function RemoveMember({ member, onClose, onRemoved }: RemoveMemberProps) {
  const { id, name, email, status, userId, contactsRole } = member;
  const [isForBoth, setForBoth] = useState(true);
  const hasBoth = status === 'active' && Boolean(contactsRole);
  const isInvited = status === 'invited';
  const who = name ?? email;
  return (
    <Confirm
      title={isInvited ? words.cancelTitle(email) : words.removeTitle(who)}
      action={isInvited ? words.cancel : words.remove}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/members/${id}${hasBoth && !isForBoth ? '?contacts=keep' : ''}`);
        toast(isInvited ? words.cancelled(email) : words.removed(who));
        if (userId === session.value?.user.id) return openOtherWorkspace();
        void refreshWorkspace();
        onRemoved();
      }}
    >
      <div class="stack">
        <p>{isInvited ? words.cancelNote : words.removeNote}</p>
        {hasBoth && <Check label={words.contacts.removeToo} isOn={isForBoth} onChange={setForBoth} />}
      </div>
    </Confirm>
  );
}
