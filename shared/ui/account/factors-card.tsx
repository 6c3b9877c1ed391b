/** One's second factors: which there are, adding and removing them, and recovery codes. */
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { useForm } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { relative } from '../format.ts';
import { useLoad } from '../load.ts';
import { Bones, Show } from '../states.tsx';
import { type Column, Table } from '../table.tsx';
import { uiText } from '../text.ts';
import { toast } from '../toast.tsx';
import { AddFactor, PasswordField } from './add-factor.tsx';
import type { Factor, FactorService } from './factor-service.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The card keeps its place while its service is not known yet. */
export function FactorsCard({ service }: { service: FactorService | undefined }) {
  const words = uiText.secondFactor;
  const found = useLoad(service?.list, []);
  const [removing, setRemoving] = useState<Factor>();
  const [isRenewing, setRenewing] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const hasAny = (found.data?.factors.length ?? 0) > 0;
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
        {service ? (
          <AddFactor
            service={service}
            onAdded={(type) => {
              toast(words.added(words.types[type]));
              found.reload();
            }}
          />
        ) : (
          <Button icon="phone" disabled>
            {words.addApp}
          </Button>
        )}
      </footer>
      {service && removing && (
        <AskForPassword
          title={words.removeTitle(removing.name)}
          note={found.data?.factors.length === 1 ? words.removeLast : words.removeNote}
          action={words.remove}
          isBad
          send={(proof) => service.remove(removing.id, proof)}
          onDone={() => {
            toast(words.removed(removing.name));
            found.reload();
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {service && isRenewing && (
        <AskForPassword
          title={words.renewTitle}
          note={words.renewNote}
          action={words.renewCodes}
          send={(proof) => service.renewCodes(proof)}
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

function columnsOf(remove: (factor: Factor) => void): Column<Factor>[] {
  const words = uiText.secondFactor;
  return [
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
    { key: 'used', head: uiText.account.lastUsed, isWide: true, cell: ({ lastUsedAt }) => relative(lastUsedAt) },
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
}
