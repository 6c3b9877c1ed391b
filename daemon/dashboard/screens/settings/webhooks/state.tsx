/** The state of a webhook, in words and a colour. */
import { relative } from '../../../../../shared/ui/format.ts';
import type { Webhook } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.webhooks;

/** The service turns a webhook off after failing for this long. */
const failingAtMostMs = 5 * 86_400_000;

type WebhookState = { tone: '' | 'good' | 'warn' | 'bad'; label: string; note?: string };

export function stateOf({ active, failingSince }: Webhook): WebhookState {
  if (active && !failingSince) return { tone: 'good', label: words.states.on };
  if (!failingSince) return { tone: '', label: words.states.off };
  const since = relative(failingSince);
  if (!active) return { tone: 'bad', label: words.states.turnedOff, note: words.turnedOffNote(since) };
  const until = relative(Date.parse(failingSince) + failingAtMostMs);
  return { tone: 'warn', label: words.states.failing, note: words.failingNote(since, until) };
}

export const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
};

export const pathOf = ({ id }: Pick<Webhook, 'id'>): string => `/webhooks/${id}`;

export function State({ webhook }: { webhook: Webhook }) {
  const { tone, label, note } = stateOf(webhook);
  return (
    <span class={`tag ${tone}`} title={note}>
      {label}
    </span>
  );
}
