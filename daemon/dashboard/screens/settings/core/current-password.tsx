/** The password field before a sensitive change, so that a stolen session is not enough. */
import { useEffect } from 'preact/hooks';
import { TextField } from '../../../../../shared/ui/field.tsx';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';

const words = text.account;

type CurrentPasswordProps = {
  form: { field: (name: 'currentPassword') => { value: string; onValue: (value: string) => void; error?: string } };
  label?: string;
};

/**
 * Shows the field. Users without a password need a recent sign-in instead; the service reports whether the sign-in is
 * too old.
 */
export function CurrentPassword({ form, label = words.currentPassword }: CurrentPasswordProps) {
  const settings = useSignInSettings();
  const { value, onValue, error } = form.field('currentPassword');
  const isNeeded = settings.data?.password !== false;
  useEffect(() => {
    if (!isNeeded && value === '') onValue('-');
  }, [isNeeded, value]);
  if (!isNeeded)
    return <p class={error ? 'notice bad' : 'soft'}>{error ? words.signInAgain : words.needsRecentSignIn}</p>;
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
