/** The choice of domains for the file's links whose hosts are not domains of the workspace. */
import { type Option, Select } from '../field.tsx';
import type { ImportWords } from '../text/en/import.ts';
import type { Domains, ImportRecord } from './record.ts';

type Props = {
  record: ImportRecord;
  words: ImportWords;
  domains: Domains;
  /** Domains to choose from; undefined while they are loading. */
  options: readonly Option[] | undefined;
  /** Undefined while the card is read-only. */
  onChange: ((domains: Domains) => void) | undefined;
};

const everyOther = '*';
/** The value for leaving the links out. It is not a valid hostname, so it cannot clash with a domain. */
const nowhere = '-';

export function DomainsCard({ record: { unknownHosts }, words, domains, options = [], onChange }: Props) {
  const { title, note, all, allLabel, various, nowhereLabel, where } = words.domains;
  const choices = [{ value: nowhere, label: nowhereLabel }, ...options];
  const chosen = (host: string) => domains[host] ?? domains[everyOther] ?? nowhere;
  const common = new Set(unknownHosts.map(({ host }) => chosen(host)));
  const choose = (hosts: readonly string[], to: string) => {
    const { [everyOther]: _, ...named } = domains;
    // Stores the default with each host instead of `*`, so that a single host can be left out.
    const each = Object.fromEntries(unknownHosts.map(({ host }) => [host, hosts.includes(host) ? to : chosen(host)]));
    const next = Object.entries({ ...named, ...each }).filter(([, domain]) => domain !== nowhere);
    onChange?.(Object.fromEntries(next));
  };
  const hosts = unknownHosts.map(({ host }) => host);
  const ofAll = common.size === 1 ? ([...common][0] ?? nowhere) : '';
  return (
    <section class="card" aria-labelledby="import-domains">
      <header>
        <h2 id="import-domains">{title}</h2>
        <span>{note}</span>
      </header>
      <ul class="import-columns">
        {unknownHosts.length > 1 && (
          <li>
            <div>
              <b>{allLabel}</b>
              <span class="soft small">{words.rows(unknownHosts.reduce((sum, { rows }) => sum + rows, 0))}</span>
            </div>
            <Select
              label={all}
              value={ofAll}
              disabled={!onChange}
              onValue={(to) => choose(hosts, to)}
              options={ofAll === '' ? [{ value: '', label: various, isDisabled: true }, ...choices] : choices}
            />
          </li>
        )}
        {unknownHosts.map(({ host, rows }) => (
          <li key={host}>
            <div>
              <b dir="auto">{host}</b>
              <span class="soft small">{words.rows(rows)}</span>
            </div>
            <Select
              label={where(host)}
              value={chosen(host)}
              disabled={!onChange}
              onValue={(to) => choose([host], to)}
              options={choices}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
