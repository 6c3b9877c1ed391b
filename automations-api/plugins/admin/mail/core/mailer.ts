/**
 * Sends emails after the request, with a few attempts. They are not stored: users can request a missing one again, and an
 * invitation's URL is also shown to its sender.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMailTransport } from '../../../../../shared/mail/transport.ts';
import { toLine } from '../../../../../shared/names.ts';
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import type { PluginApi } from '../../../../host/plugin.ts';

/** The button stands between the first paragraph and the rest. */
type Letter = { subject: string; paragraphs: string[]; button: { label: string; url: string } };

export type Mailer = {
  send(to: string, letter: Letter): void;
  /** One try, waited for: resolves to what the mail server said. @throws why it was not taken. */
  sendNow(to: string, letter: Letter): Promise<string>;
};

const waitsMs = [0, 5_000, 60_000];
const patienceSeconds = 15;
/** Time that a stopping plugin waits for emails being sent. */
const stopMs = 3_000;

export function openMailer({ config, log, onStop }: Pick<PluginApi, 'config' | 'log' | 'onStop'>): Mailer {
  const transport = createMailTransport(config, { prefix: 'admin-', url: config.siteUrl }, log);
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  onStop(async () => {
    stopping.abort();
    await Promise.race([Promise.all(sending), sleep(stopMs, undefined, { ref: false })]);
    transport.close();
  });

  async function trySeveralTimes(to: string, letter: Letter): Promise<void> {
    const envelope = envelopeOf(to, letter);
    for (const [index, waitMs] of waitsMs.entries()) {
      await sleep(waitMs, undefined, { signal: stopping.signal });
      try {
        await transport.send(envelope);
        return;
      } catch (err) {
        const isLast = index === waitsMs.length - 1;
        log.warn({ err, isLast }, 'an email could not be sent');
      }
    }
  }

  return {
    send(to, letter) {
      const sent: Promise<void> = trySeveralTimes(to, letter)
        .catch(() => {})
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    sendNow: (to, letter) => Promise.race([transport.send(envelopeOf(to, letter)), tooLate()]),
  };
}

async function tooLate(): Promise<never> {
  await sleep(patienceSeconds * 1_000, undefined, { ref: false });
  throw new Error(`it did not answer within ${patienceSeconds} seconds`);
}

const envelopeOf = (to: string, letter: Letter) => ({ id: randomInt(2 ** 40), to, ...write(letter) });

function write({ subject, paragraphs, button: { label, url } }: Letter) {
  const [first = '', ...rest] = paragraphs.map(toLine);
  const toParagraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const link = `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
  const html = [toParagraph(first), link, ...rest.map(toParagraph)].join('');
  return {
    subject: toLine(subject),
    text: `${[first, url, ...rest].join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><body style="font-family:sans-serif;max-width:36em">${html}</body>\n`,
  };
}
