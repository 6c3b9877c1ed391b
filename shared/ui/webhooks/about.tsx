/** The health and the events of a webhook. */
import { Fact } from '../facts.tsx';
import { dateTime } from '../format.ts';
import { uiText } from '../text.ts';
import { Time } from '../time.tsx';
import type { Webhook, WebhookPort } from './record.ts';
import { countWords, State, stateOf, titleOf } from './state.tsx';

export function About({ webhook, port: { words, useEvents, Owner } }: { webhook: Webhook; port: WebhookPort }) {
  const { data: all } = useEvents();
  const { note, tone } = stateOf(webhook, words);
  const { id, previousSecretUntil, events, createdAt, counts } = webhook;
  return (
    <>
      {note && <p class={`notice ${tone}`}>{note}</p>}
      {previousSecretUntil && <p class="notice">{uiText.signingSecret.overlap(dateTime(previousSecretUntil))}</p>}
      {Owner && events.length === 0 && <Owner id={id} />}
      <section class="card">
        <dl class="facts">
          <Fact name={words.state}>
            <State webhook={webhook} words={words} />
          </Fact>
          {counts && (
            <>
              <Fact name={words.lastDelivery}>
                <Time at={counts.attemptedAt} />
              </Fact>
              <Fact name={words.waiting}>{countWords(counts.pending, words)}</Fact>
              <Fact name={words.givenUp}>{countWords(counts.dead, words)}</Fact>
            </>
          )}
          <Fact name={words.created}>
            <Time at={createdAt} />
          </Fact>
          {events.length > 0 && (
            <Fact name={words.events}>
              <span class="bar">
                {events.map((event) => (
                  <span key={event} class="tag" title={event}>
                    {titleOf(event, all, words)}
                  </span>
                ))}
              </span>
            </Fact>
          )}
        </dl>
      </section>
    </>
  );
}
