/** One domain: connecting it step by step, then its settings. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { date } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Domain as DomainType } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Addresses } from './addresses.tsx';
import { Apps } from './apps.tsx';
import { Brand } from './brand.tsx';
import { Connection } from './connection.tsx';
import { CertificateTag, StatusTag } from './domain-state.tsx';
import { loadDomains } from './domains.tsx';
import { RemoveDomain } from './remove-domain.tsx';

const words = text.domains;

export function Domain() {
  const { id } = useRoute().params;
  const domains = useLoad(loadDomains, [id]);
  const domain = domains.data?.find((one) => one.id === id);
  const show = (changed: DomainType) => domains.set((all) => all.map((one) => (one.id === changed.id ? changed : one)));
  return (
    <Screen title={domain?.unicodeHostname ?? words.title} parent="domains" note={domain && <StatusTag of={domain} />}>
      <Show of={domains}>{() => (domain ? <Parts domain={domain} onChange={show} /> : <Gone />)}</Show>
    </Screen>
  );
}

const Gone = () => (
  <section class="card">
    <Empty
      icon="globe"
      title={words.gone}
      actions={
        <a class="btn" href={pathTo('domains')}>
          {words.back}
        </a>
      }
    >
      {words.goneNote}
    </Empty>
  </section>
);

type PartsProps = { domain: DomainType; onChange: (domain: DomainType) => void };

function Parts({ domain, onChange }: PartsProps) {
  return (
    <div class="stack">
      <Connection domain={domain} onChange={onChange} />
      <Certificate domain={domain} />
      <Addresses key={`addresses ${domain.id}`} domain={domain} onChange={onChange} />
      <Brand key={`brand ${domain.id}`} domain={domain} onChange={onChange} />
      <Apps key={`apps ${domain.id}`} domain={domain} onChange={onChange} />
      {may('admin') && <Danger domain={domain} />}
    </div>
  );
}

function Certificate({ domain }: { domain: DomainType }) {
  const { status, expiresAt, error } = domain.certificate;
  return (
    <section class="card">
      <header>
        <h2>{words.certificate}</h2>
        <CertificateTag of={domain} />
      </header>
      <div class="body">
        <p>
          {words.certificateNotes[status]} {status === 'active' && expiresAt && words.until(date(expiresAt))}
        </p>
        {error && <p class="notice bad">{error}</p>}
      </div>
    </section>
  );
}

function Danger({ domain }: { domain: DomainType }) {
  const { route } = useLocation();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section class="card">
      <header>
        <h2>{words.danger}</h2>
      </header>
      <footer>
        {words.dangerNote}
        <Button isBad icon="trash" onClick={() => setRemoving(true)}>
          {words.remove}
        </Button>
      </footer>
      {isRemoving && (
        <RemoveDomain
          domain={domain}
          onClose={() => setRemoving(false)}
          onRemoved={() => route(pathTo('domains'), true)}
        />
      )}
    </section>
  );
}
