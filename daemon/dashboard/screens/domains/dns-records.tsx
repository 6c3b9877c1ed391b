/** DNS records to create, each part with a copy button, and the result of the last check. */
import { CopyButton } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import type { DnsRecord, Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.domains;

export function DnsRecords({ domain }: { domain: Domain }) {
  const wasChecked = domain.dns.status !== 'pending';
  const unknown = domain.lastCheckedAt === null ? words.unchecked : words.notKnown;
  return (
    <ol class="records">
      {domain.dns.records.map((record) => (
        <li key={`${record.type} ${record.value}`} aria-label={words.record(record.type)}>
          <div class="title">
            <span class="tag">{record.type}</span>
            <span class="soft">{record.type === 'TXT' ? words.purposes.TXT : words.purposes.other}</span>
            <Finding record={record} otherwise={wasChecked ? words.notFound : unknown} />
          </div>
          <RecordFields record={record} />
          {wasChecked && !record.found && <Instead record={record} />}
        </li>
      ))}
    </ol>
  );
}

function Finding({ record, otherwise }: { record: DnsRecord; otherwise: string }) {
  if (record.found) {
    return (
      <span class="finding up">
        <Icon name="check" size={15} />
        {words.found}
      </span>
    );
  }
  return <span class="finding soft">{otherwise}</span>;
}

function Instead({ record: { instead } }: { record: DnsRecord }) {
  return (
    <p class={instead ? 'small bad' : 'small soft'}>
      {instead ? words.instead(instead.join(', ')) : words.nothingFound}
    </p>
  );
}

export function RecordFields({
  record: { type, name, value },
}: {
  record: Pick<DnsRecord, 'type' | 'name' | 'value'>;
}) {
  return (
    <dl class="record">
      <dt>{words.recordName}</dt>
      <dd>
        <code>{name}</code>
        <CopyButton kind="bare" text={name} name={words.copyName(type)} />
      </dd>
      <dt>{words.recordValue}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton kind="bare" text={value} name={words.copyValue(type)} />
      </dd>
    </dl>
  );
}
