/** The dialog that transfers a workspace to another member. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardAct } from '../../../../../shared/ui/card-form.tsx';
import { Select } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { refreshSession } from '../../../core/session.ts';
import type { Member } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { isMe, nameOf } from '../../members/load-members.ts';
import { CurrentPassword } from '../core/current-password.tsx';

const words = text.workspace;

type TransferProps = { members: Member[]; onDone: () => void };

export function Transfer({ members, onDone }: TransferProps) {
  const [isOpen, setOpen] = useState(false);
  const others = members.filter((member) => member.status === 'active' && !isMe(member));
  return (
    <CardAct title={words.transfer} note={others.length > 0 ? words.transferNote : words.nobody}>
      <Button disabled={others.length === 0} onClick={() => setOpen(true)}>
        {words.transferAction}
      </Button>
      {isOpen && <TransferForm others={others} onClose={() => setOpen(false)} onDone={onDone} />}
    </CardAct>
  );
}

type TransferFormProps = { others: Member[]; onClose: () => void; onDone: () => void };

function TransferForm({ others, onClose, onDone }: TransferFormProps) {
  const form = useForm({ memberId: '', currentPassword: '' }, async (typed) => {
    await api.post('/workspace/transfer', typed);
    const chosen = others.find(({ id }) => id === typed.memberId);
    toast(words.transferred(chosen ? nameOf(chosen) : ''));
    await refreshSession();
    onClose();
    onDone();
  });
  return (
    <FormDialog title={words.transfer} form={form} action={words.transferAction} isBad onClose={onClose}>
      <p>{words.transferNote}</p>
      <Select
        label={words.transferTo}
        required
        options={[
          { value: '', label: words.transferChoose },
          ...others.map((member) => ({ value: member.id, label: `${nameOf(member)} · ${member.email}` })),
        ]}
        {...form.field('memberId')}
      />
      <CurrentPassword form={form} label={words.password} />
    </FormDialog>
  );
}
