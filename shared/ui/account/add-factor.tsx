/** The buttons that add a second factor, and what each asks for. */
import { useState } from 'preact/hooks';
import { people } from '../../limits-of-fields.ts';
import { Button, CopyButton } from '../button.tsx';
import { ReadOnly, TextField } from '../field.tsx';
import { useForm } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useLoad } from '../load.ts';
import { canUsePasskeys, makePasskey } from '../passkey.ts';
import { Bones, Failed } from '../states.tsx';
import { uiText } from '../text.ts';
import { deviceOf } from './device.ts';
import { type FactorService, wantsPassword } from './factor-service.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type AddFactorProps = {
  service: FactorService;
  /** The first one is what the screen is for. */
  isMain?: boolean;
  /** Once the codes that came with it were kept. */
  onAdded: (type: 'totp' | 'passkey') => void;
};

export function AddFactor({ service, isMain, onAdded }: AddFactorProps) {
  const words = uiText.secondFactor;
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const [added, setAdded] = useState<{ type: 'totp' | 'passkey'; codes: string[] }>();
  const close = () => setAdding(undefined);
  const finish = (type: 'totp' | 'passkey') => (codes: string[]) => {
    close();
    if (codes.length === 0) onAdded(type);
    else setAdded({ type, codes });
  };
  const { beginPasskey, obstacle } = service;
  if (obstacle !== undefined) return <p class="soft">{obstacle}</p>;
  return (
    <>
      <Button kind={isMain ? 'main' : 'plain'} icon="phone" onClick={() => setAdding('totp')}>
        {words.addApp}
      </Button>
      {beginPasskey && canUsePasskeys() && (
        <Button icon="key" onClick={() => setAdding('passkey')}>
          {words.addPasskey}
        </Button>
      )}
      {adding === 'totp' && <AddApp service={service} onClose={close} onDone={finish('totp')} />}
      {adding === 'passkey' && beginPasskey && (
        <AddPasskey service={service} begin={beginPasskey} onClose={close} onDone={finish('passkey')} />
      )}
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

type DialogProps = { service: FactorService; onClose: () => void; onDone: (codes: string[]) => void };

/** A session that is not new needs the password first. */
function AddApp({ service, onClose, onDone }: DialogProps) {
  const words = uiText.secondFactor;
  const [password, setPassword] = useState<string>();
  const begun = useLoad(() => service.beginTotp(password === undefined ? {} : { password }), [password]);
  const form = useForm({ code: '' }, async ({ code }) => {
    if (begun.data) onDone((await service.confirmTotp(begun.data.id, code.trim())).recoveryCodes);
  });
  if (!begun.data && begun.error && wantsPassword(begun.error)) {
    const problem = password === undefined ? undefined : begun.error.message;
    return <AskPassword title={words.addApp} problem={problem} onClose={onClose} onPassword={setPassword} />;
  }
  return (
    <FormDialog title={words.addApp} form={form} action={words.turnOn} isDisabled={!begun.data} onClose={onClose}>
      {begun.error && !begun.data && <Failed error={begun.error} retry={begun.reload} />}
      {!begun.data && !begun.error && <Bones rows={4} />}
      {begun.data && <AppSecret {...begun.data} />}
      {begun.data && (
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
  const words = uiText.secondFactor;
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
    <FormDialog title={title} form={form} action={uiText.secondFactor.goOn} onClose={onClose}>
      <PasswordField {...form.field('password')} error={problem} />
    </FormDialog>
  );
}

type PasswordFieldProps = { value: string; onValue: (value: string) => void; error?: string | undefined };

export const PasswordField = ({ error, ...field }: PasswordFieldProps) => (
  <TextField
    label={uiText.account.currentPassword}
    type="password"
    autocomplete="current-password"
    required
    {...(error === undefined ? {} : { error })}
    {...field}
  />
);

/** The name of a passkey unless the person chooses another: this device. */
function nameOfDevice(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  if (browser && system) return uiText.account.browserOn(browser, system);
  return browser ?? system ?? uiText.secondFactor.types.passkey;
}

type AddPasskeyProps = DialogProps & { begin: NonNullable<FactorService['beginPasskey']> };

function AddPasskey({ service, begin, onClose, onDone }: AddPasskeyProps) {
  const words = uiText.secondFactor;
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm({ name: nameOfDevice(), password: '' }, async ({ name, password }) => {
    const options = await begin(needsPassword ? { password } : {}).catch((error) => {
      if (!wantsPassword(error) || needsPassword) throw error;
      return setNeedsPassword(true);
    });
    if (!options) return;
    onDone((await service.confirmPasskey(name.trim(), await makePasskey(options))).recoveryCodes);
  });
  return (
    <FormDialog title={words.addPasskey} form={form} action={words.goOn} onClose={onClose}>
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
