/** A contact's status, with its meaning and a menu to change it. */
import { may } from '../../core/session.ts';
import { statusOf } from '../../core/statuses.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useStatusChange } from '../contacts/change-status.tsx';
import { StatusBadge } from '../contacts/status-badge.tsx';
import { StatusMenu } from '../contacts/status-menu.tsx';
import { SendConfirmation } from './send-confirmation.tsx';

type StatusCardProps = { record: ContactRecord; onChanged: () => void };

export function StatusCard({ record, onChanged }: StatusCardProps) {
  const { change, dialog } = useStatusChange(onChanged);
  const status = statusOf(record.status);
  return (
    <section class="card">
      <header>
        <h2>{text.contacts.fields.status}</h2>
        {may('editor') ? (
          <StatusMenu contact={record} onChoose={(to) => change(record, to)} />
        ) : (
          <StatusBadge code={record.status} />
        )}
      </header>
      <div class="body stack">
        <p class="soft">{text.contact.statusNotes[status]}</p>
        {status === 'unverified' && may('editor') && <SendConfirmation contactId={record.id} onSent={onChanged} />}
      </div>
      {dialog}
    </section>
  );
}
