/** Deliveries of a webhook, newest first, with filters by status and event; dead ones can be resent. */
import { useEffect } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { useEvery } from '../../../../shared/ui/load.ts';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { type Pages, usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Delivery, Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeliveryRow } from './delivery.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { pathOf } from './names.ts';

const words = text.webhooks;
const lookEveryMs = 3_000;
const rowsAPage = 25;

type DeliveriesProps = {
  webhook: Webhook;
  /** Changes when something was sent by hand. */
  round: number;
  onChanged: () => void;
  /** Once they are there, or cannot be had. */
  onSeen: () => void;
};

type Answer = { deliveries: Delivery[]; next_cursor: string | null };

function useDeliveries(webhook: Webhook, round: number, filter: { status?: string; event?: string }) {
  const pages = usePages<Delivery>(
    async (cursor, signal) => {
      // An empty cursor begins a walk.
      const path = `${pathOf(webhook)}/deliveries${cursor ? '' : '?cursor='}`;
      const answer = await api.get<Answer>(path, { ...filter, cursor, limit: rowsAPage }, signal);
      return { items: answer.deliveries, nextCursor: answer.next_cursor };
    },
    [webhook.ID, filter.status, filter.event, round],
  );
  const items = pages.data?.items ?? [];
  // Reloading would drop the pages after the first.
  const isFirstPage = items.length <= rowsAPage;
  useEvery(lookEveryMs, () => {
    if (isFirstPage && webhook.active && items.some(({ status }) => status === 'pending')) pages.reload();
  });
  return pages;
}

export function Deliveries({ webhook, round, onChanged, onSeen }: DeliveriesProps) {
  const [{ status, event }, change] = useQuery();
  const pages = useDeliveries(webhook, round, { status, event });
  const isSeen = pages.data !== undefined || pages.error !== undefined;
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen]);
  const maySend = may('administrator') && webhook.active;
  const again = async (path: string, done: (answer: { retried: number; dead: number }) => string) => {
    try {
      toast(done(await api.post(path)));
      onChanged();
    } catch (error) {
      toastError(error as Error);
    }
  };
  return (
    <section class="card" aria-labelledby="deliveries" aria-busy={pages.isLoading}>
      <header>
        <h2 id="deliveries">{words.deliveries}</h2>
        {maySend && webhook.dead > 0 && (
          <Button
            icon="refresh"
            onClick={() =>
              void again(`/webhook/retry-all/${webhook.ID}`, ({ retried, dead }) => words.retriedAll(retried, dead))
            }
          >
            {words.retryAll}
          </Button>
        )}
      </header>
      <DeliveryFilters status={status} event={event} onChange={change} />
      <Rows
        pages={pages}
        isFiltered={Boolean(status || event)}
        onClear={() => change({ status: undefined, event: undefined })}
        retry={maySend ? (id) => again(`/webhook/retry/${id}`, () => words.retried) : undefined}
      />
    </section>
  );
}

type RowsProps = {
  pages: Pages<Delivery>;
  isFiltered: boolean;
  onClear: () => void;
  retry: ((id: number) => Promise<void>) | undefined;
};

const Rows = ({ pages, isFiltered, onClear, retry }: RowsProps) => (
  <Show of={pages}>
    {({ items }) =>
      items.length === 0 ? (
        <Nothing isFiltered={isFiltered} onClear={onClear} />
      ) : (
        <>
          <ul class="deliveries">
            {items.map((delivery) => (
              <li key={delivery.ID}>
                <DeliveryRow delivery={delivery} retry={retry} />
              </li>
            ))}
          </ul>
          <Pager pages={pages} shown={words.shown(items.length)} moreLabel={text.timeline.more} />
        </>
      )
    }
  </Show>
);

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <Empty icon="search" title={words.noneSuch} actions={<Button onClick={onClear}>{words.showAll}</Button>} />
  ) : (
    <Empty icon="webhook" title={words.noDeliveries}>
      {words.noDeliveriesNote}
    </Empty>
  );
}
