/** A contact's status, with its meaning and a menu to change it. */

import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import { statusOf } from '../../core/statuses.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useStatusChange } from '../contacts/change-status.tsx';
import { StatusBadge } from '../contacts/status-badge.tsx';
import { StatusMenu } from '../contacts/status-menu.tsx';

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

type SendConfirmationProps = { contactId: string; onSent: () => void };

function SendConfirmation({ contactId, onSent }: SendConfirmationProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = () => {
    setBusy(true);
    setProblem(undefined);
    api
      .post(`/contact/${contactId}/send-confirmation`)
      .then(() => {
        toast(text.contact.confirmationSent);
        onSent();
      })
      .catch((error: Error) => setProblem(sentenceOf(error.message)))
      .finally(() => setBusy(false));
  };
  return (
    <div class="stack">
      <div class="bar">
        <Button icon="mail" isBusy={isBusy} onClick={send}>
          {text.contact.sendConfirmation}
        </Button>
      </div>
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
