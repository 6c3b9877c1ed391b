/** A delivery: its outcome and, when it is open, the payload and the receiver's response. */
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { dateTime, number, relative } from '../format.ts';
import { Sample } from '../sample.tsx';
import type { WebhookWords } from '../text/en/webhooks.ts';
import type { Delivery } from './record.ts';

const tones = { delivered: 'good', pending: 'warn', dead: 'bad' } as const;

type InsideProps = { delivery: Delivery; words: WebhookWords; retry: (() => Promise<void>) | undefined };

export function DeliveryRow({ title, ...props }: InsideProps & { title: string }) {
  const { delivery, words } = props;
  const { status, event, attempts, error, answer, createdAt } = delivery;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class={`tag ${tones[status]}`}>{words.statuses[status]}</span>
        <b class="cut" title={event}>
          {title}
        </b>
        <span class="soft cut" title={error ?? undefined}>
          {answer ? words.answered(answer.status, number(answer.tookMs)) : status !== 'delivered' && error}
        </span>
        <span class="soft wide">{words.tries(attempts)}</span>
        <time dateTime={createdAt} title={dateTime(createdAt)} class="soft">
          {relative(createdAt)}
        </time>
      </summary>
      {isOpen && <Inside {...props} />}
    </details>
  );
}

function Inside({ delivery, words, retry }: InsideProps) {
  const { status, error, nextAttemptAt, payload, messageId, answer } = delivery;
  const [isBusy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    void retry?.().finally(() => setBusy(false));
  };
  return (
    <div class="stack">
      {error && status !== 'delivered' && (
        <p class={`notice ${status === 'dead' ? 'bad' : 'warn'}`}>
          <span class="wrap">{error}</span>
        </p>
      )}
      {nextAttemptAt && <p class="small soft">{words.nextTry(dateTime(nextAttemptAt))}</p>}
      <div class="cols">
        <Sample
          label={words.payload}
          copyLabel={words.copyPayload(messageId)}
          text={JSON.stringify(payload, null, 2)}
        />
        {answer && (
          <Sample
            label={words.answer(answer.status)}
            copyLabel={words.copyAnswer(messageId)}
            text={answer.body || words.answerEmpty}
          />
        )}
      </div>
      <div class="bar">
        {retry && (
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
