/** A webhook's deliveries and the answers to them, newest first. */
import { useEffect } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { OneOf } from '../../../../../shared/ui/choice-buttons.tsx';
import { dateTime, number, relative } from '../../../../../shared/ui/format.ts';
import { useEvery } from '../../../../../shared/ui/load.ts';
import { Pager } from '../../../../../shared/ui/pager.tsx';
import { usePages } from '../../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../../shared/ui/states.tsx';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../../shared/ui/url-state.ts';
import { api } from '../../../core/api.ts';
import type { Delivery, Webhook } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { pathOf } from './state.tsx';

const words = text.webhooks;
const { all, ...statuses } = words.statuses;
const shown: Record<string, string> = { '': all, ...statuses };
const lookEveryMs = 3_000;

type DeliveriesProps = {
  hook: Webhook;
  /** Grows with every manually sent message. */
  sent: number;
  /** Called when a pending delivery was answered. */
  onSettled: () => void;
};

export function Deliveries({ hook, sent, onSettled }: DeliveriesProps) {
  const [{ status = '' }, change] = useQuery();
  const deliveries = usePages<Delivery>(
    async (cursor, signal) => {
      const query = { status, cursor, limit: 25 };
      const page = await api.get<{ deliveries: Delivery[]; nextCursor: string | null }>(
        `${pathOf(hook)}/deliveries`,
        query,
        signal,
      );
      return { items: page.deliveries, nextCursor: page.nextCursor };
    },
    [hook.id, status, sent],
  );
  const items = deliveries.data?.items ?? [];
  const isOpen = hook.active && items.length <= 25 && items.some((one) => one.status === 'pending');
  useEvery(lookEveryMs, () => {
    if (isOpen) deliveries.reload();
  });
  useEffect(() => {
    if (deliveries.data && !isOpen) onSettled();
  }, [isOpen]);
  const again = async (delivery: Delivery) => {
    await api.post(`${pathOf(hook)}/deliveries/${delivery.id}/retry`);
    toast(words.sentAgain);
    deliveries.reload();
  };
  return (
    <section class="card" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">{words.deliveries}</h2>
        <OneOf label={words.filter} value={status} options={shown} onChoose={(one) => change({ status: one })} />
      </header>
      <Show of={deliveries}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <Empty icon="webhook" title={status ? words.noneSuch : words.noDeliveries}>
              {status ? undefined : words.noDeliveriesNote}
            </Empty>
          ) : (
            <>
              <ul class="deliveries">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Row delivery={row} again={hook.active ? () => again(row) : undefined} />
                  </li>
                ))}
              </ul>
              <Pager pages={deliveries} shown={words.shown(rows.length)} moreLabel={text.actions.more} />
            </>
          )
        }
      </Show>
    </section>
  );
}

const tones = { delivered: 'good', pending: 'warn', dead: 'bad' } as const;

function Row({ delivery, again }: { delivery: Delivery; again?: () => Promise<void> }) {
  const { status, attempts, createdAt, request, answer } = delivery;
  return (
    <details>
      <summary>
        <span class={`tag ${tones[status]}`}>{words.statuses[status]}</span>
        <b class="cut">{request.type}</b>
        <span class="soft">{answer ? words.answered(answer.status, number(answer.tookMs)) : words.unanswered}</span>
        <span class="soft wide">{words.tries(attempts)}</span>
        <time dateTime={createdAt} title={dateTime(createdAt)} class="soft">
          {relative(createdAt)}
        </time>
      </summary>
      <Inside delivery={delivery} again={again} />
    </details>
  );
}

function Inside({ delivery, again }: { delivery: Delivery; again?: () => Promise<void> }) {
  const { id, status, error, nextAttemptAt, request, answer } = delivery;
  return (
    <div class="stack">
      {error && status !== 'delivered' && <p class={`notice ${status === 'dead' ? 'bad' : 'warn'}`}>{error}</p>}
      {nextAttemptAt && <p class="small soft">{words.nextTry(dateTime(nextAttemptAt))}</p>}
      <div class="cols">
        <Sample title={words.request} body={JSON.stringify(request, null, 2)} />
        <Sample
          title={answer ? words.answer(answer.status) : words.answerNone}
          body={answer ? answer.body || words.answerEmpty : words.answerNoneNote}
        />
      </div>
      <div class="bar">
        {again && status !== 'pending' && (
          <Button icon="refresh" onClick={() => void again().catch(toastError)}>
            {words.again}
          </Button>
        )}
        <code class="small soft wrap">{id}</code>
      </div>
    </div>
  );
}

function Sample({ title, body }: { title: string; body: string }) {
  return (
    <figure class="sample">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0}>{body}</pre>
    </figure>
  );
}
