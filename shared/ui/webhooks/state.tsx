/** A webhook's name, its numbers, and its state as text. */
import { dateTime, number } from '../format.ts';
import { Icon, type IconName } from '../icon.tsx';
import type { WebhookWords } from '../text/en/webhooks.ts';
import type { EventKind, Webhook } from './record.ts';

/** The highest number that the services count to. */
const mostCounted = 10_000;

export const countWords = (n: number, words: WebhookWords): string =>
  n < mostCounted ? number(n) : words.atLeast(number(mostCounted));

/** Returns the host and path of the URL, because the rest can be a secret. */
export function nameOf({ url }: Pick<Webhook, 'url'>): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

/** Returns an event's title, or its name if the title is not known. */
export const titleOf = (event: string, all: readonly EventKind[] | undefined, { otherEvents }: WebhookWords): string =>
  all?.find(({ name }) => name === event)?.title ?? otherEvents[event] ?? event;

type State = { tone: '' | 'good' | 'warn' | 'bad'; label: string; note?: string };

export function stateOf({ active, failingSince, counts }: Webhook, words: WebhookWords): State {
  const { states } = words;
  const since = failingSince && dateTime(failingSince);
  if (!active) {
    return since
      ? { tone: 'bad', label: states.turnedOff, note: words.turnedOffNote(since) }
      : { tone: '', label: states.off, note: words.offNote };
  }
  if (since) return { tone: 'bad', label: states.failing, note: words.failingNote(since) };
  if (counts && counts.dead > 0) {
    const n = countWords(counts.dead, words);
    return { tone: 'warn', label: states.failed(n), note: words.failedNote(words.deliveriesOf(n)) };
  }
  return { tone: 'good', label: states.delivering };
}

const icons: Record<State['tone'], IconName> = { '': 'close', good: 'check', warn: 'warning', bad: 'warning' };

export function State({ webhook, words }: { webhook: Webhook; words: WebhookWords }) {
  const { tone, label, note } = stateOf(webhook, words);
  return (
    <span class={`tag ${tone}`} title={note}>
      <Icon name={icons[tone]} size={12} />
      {label}
    </span>
  );
}
