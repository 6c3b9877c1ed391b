/** A webhook's deliveries, newest first, with filters by status and event, and retries. */
import { useEffect } from 'preact/hooks';
import { Button } from '../button.tsx';
import { OneOf } from '../choice-buttons.tsx';
import { useEvery } from '../load.ts';
import { Pager } from '../pager.tsx';
import { type Pages, usePages } from '../pages.ts';
import { Empty, Show } from '../states.tsx';
import { uiText } from '../text.ts';
import { toast, toastError } from '../toast.tsx';
import { type Query, useQuery } from '../url-state.ts';
import { DeliveryRow } from './delivery.tsx';
import type { Delivery, DeliveryFilter, EventKind, Webhook, WebhookPort } from './record.ts';
import { titleOf } from './state.tsx';

const lookEveryMs = 3_000;
const rowsAPage = 25;

type DeliveriesProps = {
  webhook: Webhook;
  port: WebhookPort;
  /** A number that changes after a test or a retry, which reloads the deliveries. */
  round: number;
  onChanged: () => void;
  /** Called when none of the shown deliveries is pending. */
  onSettled: () => void;
  /** Called when the deliveries have loaded or failed to load. */
  onSeen: () => void;
};

export function Deliveries({ webhook, port, round, onChanged, onSettled, onSeen }: DeliveriesProps) {
  const { words, useEvents, mayChange, retried, retryAll } = port;
  const { id, active, counts } = webhook;
  const { data: kinds } = useEvents();
  const [{ status, event }, change] = useQuery();
  const pages = usePages<Delivery>(
    (cursor, signal) => port.deliveries(id, { status, event, cursor, limit: rowsAPage }, signal),
    [id, status, event, round],
  );
  useFollow(pages, active, onSettled);
  const isSeen = pages.data !== undefined || pages.error !== undefined;
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen]);
  const canSend = mayChange() && active;
  const again = <T,>(work: Promise<T>, done: (answer: T) => string) =>
    work.then((answer) => {
      toast(done(answer));
      onChanged();
    }, toastError);
  const retry = (delivery: Delivery) => again(port.retry(id, delivery.id), () => words.retried);
  return (
    <section class="card" aria-labelledby="deliveries" aria-busy={pages.isLoading}>
      <header>
        <h2 id="deliveries">{words.deliveries}</h2>
        {canSend && retryAll && counts && counts.dead > 0 && (
          <Button
            icon="refresh"
            onClick={() => void again(retryAll(id), ({ retried, dead }) => words.retriedAll(retried, dead))}
          >
            {words.retryAll}
          </Button>
        )}
      </header>
      <Filters port={port} kinds={kinds} filter={{ status, event }} onChange={change} />
      <Show of={pages}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <None words={words} isFiltered={Boolean(status || event)} onClear={() => change(noFilter)} />
          ) : (
            <>
              <ul class="deliveries">
                {rows.map((row) => (
                  <li key={row.id}>
                    <DeliveryRow
                      delivery={row}
                      title={titleOf(row.event, kinds, words)}
                      words={words}
                      retry={canSend && retried.includes(row.status) ? () => retry(row) : undefined}
                    />
                  </li>
                ))}
              </ul>
              <Pager pages={pages} shown={words.shown} moreLabel={uiText.buttons.more} />
            </>
          )
        }
      </Show>
    </section>
  );
}

/** Reloads while one of the shown deliveries is pending, and calls `onSettled` when none is. */
function useFollow(pages: Pages<Delivery>, isActive: boolean, onSettled: () => void): void {
  const items = pages.data?.items ?? [];
  // Only the first page reloads: a reload would drop the other pages.
  const isPending = isActive && items.length <= rowsAPage && items.some(({ status }) => status === 'pending');
  useEvery(lookEveryMs, () => {
    if (isPending) pages.reload();
  });
  useEffect(() => {
    if (pages.data && !isPending) onSettled();
  }, [isPending]);
}

const noFilter = { status: undefined, event: undefined };

type FiltersProps = {
  port: WebhookPort;
  kinds: readonly EventKind[] | undefined;
  filter: DeliveryFilter;
  onChange: (changes: Query) => void;
};

function Filters({ port: { words, filtersEvents }, kinds = [], filter, onChange }: FiltersProps) {
  const { status = '', event = '' } = filter;
  const { all, ...statuses } = words.statuses;
  const events = new Set([
    ...kinds.map(({ name }) => name),
    ...Object.keys(words.otherEvents),
    ...(event ? [event] : []),
  ]);
  return (
    <div class="bar delivery-filters">
      <OneOf
        label={words.filter}
        value={status}
        options={{ '': all, ...statuses } as Record<string, string>}
        onChoose={(one) => onChange({ status: one })}
      />
      {filtersEvents && (
        <select
          aria-label={words.event}
          value={event}
          onChange={({ currentTarget }) => onChange({ event: currentTarget.value })}
        >
          <option value="">{words.anyEvent}</option>
          {[...events].map((one) => (
            <option key={one} value={one}>
              {titleOf(one, kinds, words)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

type NoneProps = { words: WebhookPort['words']; isFiltered: boolean; onClear: () => void };

function None({ words, isFiltered, onClear }: NoneProps) {
  return isFiltered ? (
    <Empty icon="search" title={words.noneSuch} actions={<Button onClick={onClear}>{words.showAll}</Button>} />
  ) : (
    <Empty icon="webhook" title={words.noDeliveries}>
      {words.noDeliveriesNote}
    </Empty>
  );
}
