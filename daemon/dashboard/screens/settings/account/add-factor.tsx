/** Buttons that add a second factor, and their dialogs. */
import { useState } from 'preact/hooks';
import { people } from '../../../../../shared/limits-of-fields.ts';
import { Button, CopyButton } from '../../../../../shared/ui/button.tsx';
import { ReadOnly, TextField } from '../../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../../shared/ui/field-problems.ts';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { ApiError } from '../../../../../shared/ui/service.ts';
import { Bones, Failed } from '../../../../../shared/ui/states.tsx';
import { api } from '../../../core/api.ts';
import { type CreationOptions, canUsePasskeys, makePasskey } from '../../../core/passkey.ts';
import { session } from '../../../core/session.ts';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';
import { deviceOf } from './device.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const words = text.secondFactor;

/** The answer after adding a factor. The codes are empty if the user already has recovery codes. */
export type Added = { recoveryCodes: string[] };

/** Returns whether the service requires the password, because the session is too old. */
const isPasswordRequired = (error: unknown): boolean => error instanceof ApiError && 'password' in error.fields;

type AddFactorProps = {
  /** True if adding a factor is the purpose of the screen. */
  isMain?: boolean;
  /** Called once the user has saved the new recovery codes. */
  onAdded: (type: 'totp' | 'passkey') => void;
};

export function AddFactor({ isMain, onAdded }: AddFactorProps) {
  const settings = useSignInSettings();
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const [added, setAdded] = useState<{ type: 'totp' | 'passkey'; codes: string[] }>();
  const close = () => setAdding(undefined);
  const finish = (type: 'totp' | 'passkey') => (codes: string[]) => {
    close();
    if (codes.length === 0) onAdded(type);
    else setAdded({ type, codes });
  };
  if (session.value?.user.canAddFactor === false) return <p class="soft">{words.unverified}</p>;
  return (
    <>
      <Button kind={isMain ? 'main' : 'plain'} icon="phone" onClick={() => setAdding('totp')}>
        {words.addApp}
      </Button>
      {settings.data?.passkeys && canUsePasskeys() && (
        <Button icon="key" onClick={() => setAdding('passkey')}>
          {words.addPasskey}
        </Button>
      )}
      {adding === 'totp' && <AddApp onClose={close} onDone={finish('totp')} />}
      {adding === 'passkey' && <AddPasskey onClose={close} onDone={finish('passkey')} />}
      {added && (
        <RecoveryCodes
          codes={added.codes}
          onClose={() => {
            setAdded(undefined);
            onAdded(added.type);
          }}
        />
      )}
    </>
  );
}

type DialogProps = { onClose: () => void; onDone: (codes: string[]) => void };

type Setup = { id: string; secret: string; uri: string };

function AddApp({ onClose, onDone }: DialogProps) {
  const [password, setPassword] = useState<string>();
  const setup = useLoad(
    () => api.post<Setup>('/auth/factors/totp', password === undefined ? {} : { password }),
    [password],
  );
  const form = useForm({ code: '' }, async ({ code }) => {
    const given = { id: setup.data?.id, code: code.trim() };
    onDone((await api.post<Added>('/auth/factors/totp/confirm', given)).recoveryCodes);
  });
  if (!setup.data && setup.error && isPasswordRequired(setup.error)) {
    const problem = password === undefined ? undefined : sentenceOf(setup.error.message, text.account.currentPassword);
    return <AskPassword title={words.addApp} problem={problem} onClose={onClose} onPassword={setPassword} />;
  }
  return (
    <FormDialog title={words.addApp} form={form} action={words.turnOn} isDisabled={!setup.data} onClose={onClose}>
      {setup.error && !setup.data && <Failed error={setup.error} retry={setup.reload} />}
      {!setup.data && !setup.error && <Bones rows={4} />}
      {setup.data && <AppSecret {...setup.data} />}
      {setup.data && (
        <TextField
          label={words.code}
          hint={words.appCodeHint}
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={7}
          required
          autoFocus
          {...form.field('code')}
        />
      )}
    </FormDialog>
  );
}

function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  const { TotpCode } = useLoad(() => import('./totp-code.tsx'), []).data ?? {};
  return (
    <>
      <p>{words.scan}</p>
      <div class="totp-frame">{TotpCode && <TotpCode uri={uri} />}</div>
      <div class="secret">
        <ReadOnly label={words.secret} value={secret} />
        <CopyButton text={secret} />
      </div>
    </>
  );
}

type AskPasswordProps = {
  title: string;
  problem: string | undefined;
  onClose: () => void;
  onPassword: (password: string) => void;
};

function AskPassword({ title, problem, onClose, onPassword }: AskPasswordProps) {
  const form = useForm({ password: '' }, async ({ password }) => onPassword(password));
  return (
    <FormDialog title={title} form={form} action={words.continue} onClose={onClose}>
      <PasswordField {...form.field('password')} error={problem} />
    </FormDialog>
  );
}

type PasswordFieldProps = { value: string; onValue: (value: string) => void; error?: string | undefined };

export const PasswordField = ({ error, ...field }: PasswordFieldProps) => (
  <TextField
    label={text.account.currentPassword}
    type="password"
    autocomplete="current-password"
    required
    {...(error === undefined ? {} : { error })}
    {...field}
  />
);

/** Returns the default name of a passkey, which is the name of this device. */
function nameOfDevice(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  if (browser && system) return text.account.browserOn(browser, system);
  return browser ?? system ?? words.types.passkey;
}

const requestOptions = (proof: { password?: string }) =>
  api.post<{ options: CreationOptions }>('/auth/factors/passkey', proof);

function AddPasskey({ onClose, onDone }: DialogProps) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm({ name: nameOfDevice(), password: '' }, async ({ name, password }) => {
    const setup = await requestOptions(needsPassword ? { password } : {}).catch((error) => {
      if (!isPasswordRequired(error) || needsPassword) throw error;
      return setNeedsPassword(true);
    });
    if (!setup) return;
    const given = { name: name.trim(), response: await makePasskey(setup.options) };
    onDone((await api.post<Added>('/auth/factors/passkey/confirm', given)).recoveryCodes);
  });
  return (
    <FormDialog title={words.addPasskey} form={form} action={words.continue} onClose={onClose}>
      <p>{words.passkeyNote}</p>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autocomplete="off"
        maxLength={people.factorName}
        required
        {...form.field('name')}
      />
      {needsPassword && <PasswordField {...form.field('password')} />}
    </FormDialog>
  );
}
