/** Field for a new password, with its minimum length as a hint. */
import { people } from '../../../shared/limits-of-fields.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { text } from '../text/text.ts';

type NewPasswordProps = {
  label: string;
  /** A note shown after the hint. */
  note?: string;
  value: string;
  onValue: (value: string) => void;
  error?: string;
};

export function NewPassword({ note, ...field }: NewPasswordProps) {
  return (
    <TextField
      hint={[text.signIn.passwordHint, note].filter(Boolean).join(' ')}
      type="password"
      autocomplete="new-password"
      minLength={people.password.shortest}
      maxLength={people.password.longest}
      required
      {...field}
    />
  );
}
