import { ActiveSwitch } from '../../core/active-switch.tsx';
import { useDeletion } from '../../core/deletion.tsx';
import { forms } from '../../core/rule-objects.ts';
import { may } from '../../core/session.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.forms;

export const useFormDeletion = (onDeleted: () => void) =>
  useDeletion<SignupForm>({
    kind: 'form',
    words,
    note: ({ posts }) => words.deleteNote(posts),
    lost: ({ posts }) => posts,
    onDeleted() {
      void forms.refresh();
      onDeleted();
    },
  });

type FormSwitchProps = { form: SignupForm; hasText?: boolean; onTurned: () => void };

export const FormSwitch = ({ form, hasText, onTurned }: FormSwitchProps) => (
  <ActiveSwitch
    kind="form"
    words={words}
    label={words.accept(form.name)}
    of={form}
    isAllowed={may('administrator')}
    hasText={hasText}
    onTurned={onTurned}
  />
);
