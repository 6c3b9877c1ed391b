/** One delivery: what came of it at a glance, and opened what was sent and why it was not taken. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { dateTime, relative } from '../../../../shared/ui/format.ts';
import { Sample } from '../../../../shared/ui/sample.tsx';
import { isoOf } from '../../core/times.tsx';
import type { Delivery } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useEventWords } from './names.ts';

const words = text.webhooks;
const tones = { delivered: 'good', pending: 'warn', dead: 'bad' } as const;

type DeliveryRowProps = { delivery: Delivery; retry: ((id: number) => Promise<void>) | undefined };

export function DeliveryRow({ delivery, retry }: DeliveryRowProps) {
  const { status, event, attempts, last_error, created_at } = delivery;
  const eventWords = useEventWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class={`tag ${tones[status]}`}>{words.statuses[status]}</span>
        <b class="cut" title={event}>
          {eventWords(event)}
        </b>
        <span class="soft cut" title={last_error ?? undefined}>
          {status !== 'delivered' && last_error}
        </span>
        <span class="soft wide">{words.tries(attempts)}</span>
        <time dateTime={isoOf(created_at)} title={dateTime(isoOf(created_at))} class="soft">
          {relative(isoOf(created_at))}
        </time>
      </summary>
      {isOpen && <Inside delivery={delivery} retry={retry} />}
    </details>
  );
}

function Inside({ delivery, retry }: DeliveryRowProps) {
  const { ID, status, last_error: error, next_attempt_at: next, payload, message_id: messageId } = delivery;
  const [isBusy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    void retry?.(ID).finally(() => setBusy(false));
  };
  return (
    <div class="stack">
      {error && status !== 'delivered' && (
        <p class={`notice ${status === 'dead' ? 'bad' : 'warn'}`}>
          <span class="wrap">{error}</span>
        </p>
      )}
      {next && <p class="small soft">{words.nextTry(dateTime(isoOf(next)))}</p>}
      <Sample label={words.payload} copyLabel={words.copyPayload(messageId)} text={JSON.stringify(payload, null, 2)} />
      <div class="bar">
        {retry && status === 'dead' && (
          <Button icon="refresh" isBusy={isBusy} onClick={send}>
            {words.retry}
          </Button>
        )}
        <span class="small soft wrap">
          {words.sentAs} <code>{messageId}</code>
        </span>
      </div>
    </div>
  );
}
