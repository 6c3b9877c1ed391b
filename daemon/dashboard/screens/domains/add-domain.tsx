/** The first step of connecting a domain: its name. The DNS records follow on the domain's own page. */
import { useState } from 'preact/hooks';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { api, onceOnly } from '../../core/api.ts';
import { refreshWorkspace } from '../../core/session.ts';
import type { DnsRecord, Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useSignInSettings } from '../sign-in/settings.ts';
import { RecordFields } from './dns-records.tsx';
import { isLocalHost, LocalNotice } from './local.tsx';

const words = text.domains;

type ClaimRecord = Pick<DnsRecord, 'type' | 'name' | 'value'>;

/** Returns the DNS records that prove ownership of a name that another workspace claims without proof. */
const proofsIn = (error: unknown): ClaimRecord[] =>
  error instanceof ApiError ? ((error.details.records ?? []) as ClaimRecord[]) : [];

type AddDomainProps = { onClose: () => void; onAdded: (domain: Domain) => void };

export function AddDomain({ onClose, onAdded }: AddDomainProps) {
  const [proofs, setProofs] = useState<ClaimRecord[]>([]);
  const host = useSignInSettings().data?.defaultDomain;
  const form = useForm({ hostname: '' }, async ({ hostname }) => {
    setProofs([]);
    try {
      const domain = await api.post<Domain>('/domains', { hostname: bareHost(hostname) }, { headers: onceOnly() });
      void refreshWorkspace();
      onClose();
      onAdded(domain);
    } catch (error) {
      setProofs(proofsIn(error));
      throw error;
    }
  });
  return (
    <FormDialog title={words.add} form={form} action={words.add} onClose={onClose}>
      <p class="soft">{words.addNote}</p>
      {host && isLocalHost(host) && <LocalNotice host={host} />}
      <TextField
        label={words.hostname}
        hint={words.hostnameHint}
        placeholder="go.example.com"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        inputMode="url"
        required
        {...form.field('hostname')}
      />
      {proofs.length > 0 && (
        <div class="stack">
          <p>{words.claimed}</p>
          {proofs.map((record) => (
            <RecordFields key={record.name} record={record} />
          ))}
        </div>
      )}
    </FormDialog>
  );
}

/** Reduces a typed URL to its host, because people paste URLs where a hostname is expected. */
const bareHost = (typed: string): string =>
  typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '');
