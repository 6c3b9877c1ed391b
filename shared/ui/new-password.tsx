/** The field of a password that is chosen: the one place that says what the service takes. */
import { people } from '../limits-of-fields.ts';
import { TextField } from './field.tsx';
import { uiText } from './text.ts';

type NewPasswordProps = {
  label: string;
  /** Said beside the rule. */
  note?: string;
  value: string;
  onValue: (value: string) => void;
  error?: string;
};

export function NewPassword({ note, ...field }: NewPasswordProps) {
  return (
    <TextField
      hint={[uiText.passwordHint, note].filter(Boolean).join(' ')}
      type="password"
      autocomplete="new-password"
      minLength={people.password.shortest}
      maxLength={people.password.longest}
      required
      {...field}
    />
  );
}
