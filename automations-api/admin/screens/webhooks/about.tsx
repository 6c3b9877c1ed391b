/** Health and events of a webhook. */
import { Fact } from '../../../../shared/ui/facts.tsx';
import { dateTime } from '../../../../shared/ui/format.ts';
import { uiText } from '../../../../shared/ui/text.ts';
import { isoOf, Time } from '../../core/times.tsx';
import type { Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { countWords, isOfRule, stateOf, useEventWords } from './names.ts';
import { OfRule } from './of-rule.tsx';
import { State } from './state.tsx';

const words = text.webhooks;

export function About({ webhook }: { webhook: Webhook }) {
  const eventWords = useEventWords();
  const { note, tone } = stateOf(webhook);
  const { former_secret_until: overlap, events } = webhook;
  return (
    <>
      {note && <p class={`notice ${tone}`}>{note}</p>}
      {overlap && <p class="notice">{uiText.signingSecret.overlap(dateTime(isoOf(overlap)))}</p>}
      {isOfRule(webhook) && <OfRule webhook={webhook} />}
      <section class="card">
        <dl class="facts">
          <Fact name={words.state}>
            <State webhook={webhook} />
          </Fact>
          <Fact name={words.lastDelivery}>
            <Time at={webhook.attempted_at} />
          </Fact>
          <Fact name={words.waiting}>{countWords(webhook.pending)}</Fact>
          <Fact name={words.givenUp}>{countWords(webhook.dead)}</Fact>
          <Fact name={words.made}>
            <Time at={webhook.created_at} />
          </Fact>
          {events.length > 0 && (
            <Fact name={words.events}>
              <span class="bar">
                {events.map((event) => (
                  <span key={event} class="tag" title={event}>
                    {eventWords(event)}
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
