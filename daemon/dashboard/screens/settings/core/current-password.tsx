/** One's password once more, before what must not be done by who only found the session. */
import { useEffect } from 'preact/hooks';
import { TextField } from '../../../../../shared/ui/field.tsx';
import { uiText } from '../../../../../shared/ui/text.ts';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';

const words = text.account;

type CurrentPasswordProps = {
  form: { field: (name: 'currentPassword') => { value: string; onValue: (value: string) => void; error?: string } };
  label?: string;
};

/** Where nobody has a password, having signed in just now counts instead, and the service says so when it is too long ago. */
export function CurrentPassword({ form, label = uiText.account.currentPassword }: CurrentPasswordProps) {
  const settings = useSignInSettings();
  const { value, onValue, error } = form.field('currentPassword');
  const isNeeded = settings.data?.password !== false;
  useEffect(() => {
    if (!isNeeded && value === '') onValue('-');
  }, [isNeeded, value]);
  if (!isNeeded) return <p class={error ? 'notice bad' : 'soft'}>{error ? words.signInAnew : words.signedInLately}</p>;
  return (
    <TextField
      label={label}
      type="password"
      autocomplete="current-password"
      required
      value={value}
      onValue={onValue}
      error={error}
    />
  );
}
