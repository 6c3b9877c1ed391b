/** The user's second factors: list, add, remove, and new recovery codes. Hidden if everyone signs in at a provider. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { relative } from '../../../../../shared/ui/format.ts';
import { NameCell } from '../../../../../shared/ui/list/list-card.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Show } from '../../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../../shared/ui/table.tsx';
import { uiText } from '../../../../../shared/ui/text.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import type { FactorList } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';
import { type Added, AddFactor, PasswordField } from './add-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const words = text.secondFactor;

type Factor = FactorList['factors'][number];

const list = (signal: AbortSignal) => api.get<FactorList>('/auth/factors', {}, signal);

type OpenDialog = { is: 'remove'; factor: Factor } | { is: 'renew' } | { is: 'codes'; codes: string[] };

export function FactorsCard() {
  const settings = useSignInSettings();
  const found = useLoad(settings.data?.password ? list : undefined, []);
  const [dialog, setDialog] = useState<OpenDialog>();
  const count = found.data?.factors.length ?? 0;
  if (settings.data?.password === false) return null;
  return (
    <section class="card">
      <header>
        <h2>{words.title}</h2>
        <span>{words.note}</span>
      </header>
      <Show of={found} bones={<NoneYet />}>
        {({ factors, recoveryCodesLeft }) =>
          factors.length === 0 ? (
            <p class="body">{words.none}</p>
          ) : (
            <>
              <Table
                label={words.title}
                rows={factors}
                columns={columnsOf((factor) => setDialog({ is: 'remove', factor }))}
              />
              <p class={recoveryCodesLeft === 0 ? 'body bad' : 'body soft'}>{words.codesLeft(recoveryCodesLeft)}</p>
            </>
          )
        }
      </Show>
      <footer class="end">
        {count > 0 && <Button onClick={() => setDialog({ is: 'renew' })}>{words.renewCodes}</Button>}
        <AddFactor
          onAdded={(type) => {
            toast(words.added(words.types[type]));
            found.reload();
          }}
        />
      </footer>
      {dialog && <FactorDialog dialog={dialog} isLast={count === 1} onOpen={setDialog} onChanged={found.reload} />}
    </section>
  );
}

/** Reserves the space of the text for users without a factor, so that nothing moves once the factors are known. */
const NoneYet = () => (
  <p class="body" role="status" aria-label={uiText.loading}>
    <span class="bone" style={{ color: 'transparent' }} aria-hidden="true">
      {words.none}
    </span>
  </p>
);

type FactorDialogProps = {
  dialog: OpenDialog;
  isLast: boolean;
  /** Opens another dialog, or none. */
  onOpen: (dialog: OpenDialog | undefined) => void;
  onChanged: () => void;
};

function FactorDialog({ dialog, isLast, onOpen, onChanged }: FactorDialogProps) {
  const close = () => onOpen(undefined);
  if (dialog.is === 'codes') {
    const done = () => {
      close();
      onChanged();
    };
    return <RecoveryCodes codes={dialog.codes} onClose={done} />;
  }
  if (dialog.is === 'renew') {
    return (
      <AskForPassword
        title={words.renewTitle}
        note={words.renewNote}
        action={words.renewCodes}
        send={(proof) => api.post<Added>('/auth/factors/recovery-codes', proof)}
        onDone={({ recoveryCodes }) => onOpen({ is: 'codes', codes: recoveryCodes })}
        onClose={close}
      />
    );
  }
  const { id, name } = dialog.factor;
  return (
    <AskForPassword
      title={words.removeTitle(name)}
      note={isLast ? words.removeLast : words.removeNote}
      action={words.remove}
      isBad
      send={(proof) => api.delete(`/auth/factors/${id}`, proof)}
      onDone={() => {
        toast(words.removed(name));
        close();
        onChanged();
      }}
      onClose={close}
    />
  );
}

type AskForPasswordProps<T> = {
  title: string;
  note: string;
  action: string;
  isBad?: boolean;
  send: (proof: { password: string }) => Promise<T>;
  onDone: (answer: T) => void;
  onClose: () => void;
};

function AskForPassword<T>({ title, note, action, isBad, send, onDone, onClose }: AskForPasswordProps<T>) {
  const form = useForm({ password: '' }, async ({ password }) => {
    onDone(await send({ password }));
  });
  return (
    <FormDialog title={title} form={form} action={action} isBad={isBad === true} onClose={onClose}>
      <p>{note}</p>
      <PasswordField {...form.field('password')} />
    </FormDialog>
  );
}

const columnsOf = (remove: (factor: Factor) => void): Column<Factor>[] => [
  {
    key: 'factor',
    head: words.name,
    isGrowing: true,
    cell: ({ name, type }) => (
      <NameCell name={name} note={name === words.types[type] ? undefined : words.types[type]} />
    ),
  },
  { key: 'used', head: text.account.lastUsed, isWide: true, cell: ({ lastUsedAt }) => relative(lastUsedAt) },
  {
    key: 'remove',
    head: words.remove,
    isHeadHidden: true,
    isNumber: true,
    cell: (factor) => (
      <Button aria-label={uiText.remove(factor.name)} onClick={() => remove(factor)}>
        {words.remove}
      </Button>
    ),
  },
];
