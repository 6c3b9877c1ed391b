/** Webhooks, their events and their numbers in words. */
import { dateTime, number } from '../../../../shared/ui/format.ts';
import type { IconName } from '../../../../shared/ui/icon.tsx';
import { eventKindOf, useKinds } from '../../core/kinds.ts';
import { isoOf } from '../../core/times.tsx';
import type { Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.webhooks;

/** Where the service stops counting. */
const mostCounted = 10_000;

export const countWords = (n: number): string => (n < mostCounted ? number(n) : words.atLeast(number(mostCounted)));

/** Its host and path: what follows them may be a secret. */
export function nameOf({ url }: Pick<Webhook, 'url'>): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

export const pathOf = ({ ID }: Pick<Webhook, 'ID'>): string => `/webhook/${ID}`;

/** An event in words, or its name while it is not known. */
export function useEventWords(): (event: string) => string {
  const kinds = useKinds();
  return (event) => eventKindOf(kinds, event)?.title ?? words.otherEvents[event] ?? event;
}

/** A webhook without events belongs to a rule. */
export const isOfRule = ({ events }: Pick<Webhook, 'events'>): boolean => events.length === 0;

export type WebhookState = { tone: '' | 'good' | 'warn' | 'bad'; icon: IconName; label: string; note?: string };

export function stateOf({ active, failing_since: since, dead }: Webhook): WebhookState {
  const { states } = words;
  if (!active) return { tone: '', icon: 'close', label: states.off, note: words.offNote };
  if (since !== null) {
    return { tone: 'bad', icon: 'warning', label: states.failing, note: words.failingNote(dateTime(isoOf(since))) };
  }
  if (dead > 0) {
    const n = countWords(dead);
    return { tone: 'warn', icon: 'warning', label: states.failed(n), note: words.failedNote(words.messages(n)) };
  }
  return { tone: 'good', icon: 'check', label: states.delivering };
}
