/** The outbox: pending and failed emails, the last error, and a retry button. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Figures } from '../../../../../shared/ui/figures.tsx';
import { number, relative } from '../../../../../shared/ui/format.ts';
import { useEvery, useLoad } from '../../../../../shared/ui/load.ts';
import { Failed } from '../../../../../shared/ui/states.tsx';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { isoOf } from '../../../core/times.tsx';
import type { Outbox } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';

const words = text.mail;
const reloadEveryMs = 5_000;

export function OutboxCard() {
  const outbox = useLoad(
    (signal) => api.get<{ outbox: Outbox }>('/mails/outbox', {}, signal).then((it) => it.outbox),
    [],
  );
  useEvery(reloadEveryMs, outbox.reload);
  const { data, error } = outbox;
  return (
    <section class="card">
      <header>
        <h2>{words.outbox}</h2>
      </header>
      {error && !data ? <Failed error={error} retry={outbox.reload} /> : <Figures items={figuresOf(data)} />}
      {data?.last_failure && <Failure {...data.last_failure} />}
      {data && data.failed > 0 && <Retry onRetried={outbox.reload} />}
    </section>
  );
}

function figuresOf(data: Outbox | undefined) {
  const shown = (count: number) => (count >= (data?.counted_to ?? 0) ? words.more(number(count)) : number(count));
  const sentAt = data?.last_sent_at;
  return [
    { label: words.waiting, value: data && shown(data.waiting) },
    { label: words.failed, value: data && shown(data.failed) },
    { label: words.lastSent, value: data && relative(sentAt && isoOf(sentAt)) },
  ];
}

const Failure = ({ error, attempts, created_at, next_try_at }: NonNullable<Outbox['last_failure']>) => (
  <div class="body">
    <div class="notice warn">
      <div class="wrap">
        <b>{words.failedNow(relative(isoOf(created_at)), attempts)}</b>
        <p>{error}</p>
        <p>{next_try_at ? words.nextTry(relative(isoOf(next_try_at))) : words.givenUp}</p>
      </div>
    </div>
  </div>
);

function Retry({ onRetried }: { onRetried: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      toast(words.retried((await api.post<{ retried: number }>('/mails/retry')).retried));
      onRetried();
    } catch (error) {
      toastError(error as Error);
    }
    setBusy(false);
  };
  return (
    <footer class="end">
      <Button icon="refresh" isBusy={isBusy} onClick={() => void retry()}>
        {words.retry}
      </Button>
    </footer>
  );
}
