/** The user's second factors: list, add, remove, and new recovery codes. Hidden if everyone signs in at a provider. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { relative } from '../../../../../shared/ui/format.ts';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
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

export function FactorsCard() {
  const settings = useSignInSettings();
  const found = useLoad(settings.data?.password ? list : undefined, []);
  const [removing, setRemoving] = useState<Factor>();
  const [isRenewing, setRenewing] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const hasAny = (found.data?.factors.length ?? 0) > 0;
  if (settings.data?.password === false) return null;
  return (
    <section class="card">
      <header>
        <h2>{words.title}</h2>
        <span>{words.note}</span>
      </header>
      <Show of={found} bones={<Bones rows={1} height={20} />}>
        {({ factors, recoveryCodesLeft }) =>
          factors.length === 0 ? (
            <p class="body">{words.none}</p>
          ) : (
            <>
              <Table
                label={words.title}
                rows={factors}
                columns={columnsOf(setRemoving)}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
              />
              <p class={recoveryCodesLeft === 0 ? 'body bad' : 'body soft'}>{words.codesLeft(recoveryCodesLeft)}</p>
            </>
          )
        }
      </Show>
      <footer class="end">
        {hasAny && <Button onClick={() => setRenewing(true)}>{words.renewCodes}</Button>}
        <AddFactor
          onAdded={(type) => {
            toast(words.added(words.types[type]));
            found.reload();
          }}
        />
      </footer>
      {removing && (
        <AskForPassword
          title={words.removeTitle(removing.name)}
          note={found.data?.factors.length === 1 ? words.removeLast : words.removeNote}
          action={words.remove}
          isBad
          send={(proof) => api.delete(`/auth/factors/${removing.id}`, proof)}
          onDone={() => {
            toast(words.removed(removing.name));
            found.reload();
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isRenewing && (
        <AskForPassword
          title={words.renewTitle}
          note={words.renewNote}
          action={words.renewCodes}
          send={(proof) => api.post<Added>('/auth/factors/recovery-codes', proof)}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={() => setRenewing(false)}
        />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            found.reload();
          }}
        />
      )}
    </section>
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
    onClose();
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
      <>
        <span class="first">{name}</span>
        {name !== words.types[type] && <span class="second">{words.types[type]}</span>}
      </>
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
