/** Making and changing a webhook: where messages go, and of what. */
import { Check } from '../../../../shared/ui/field.tsx';
import { EventBox, WebhookForm as Form, type WebhookValues as Values } from '../../../../shared/ui/webhook-form.tsx';
import { atFields } from '../../core/field-errors.ts';
import type { Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { allEvents, eventWords } from './names.ts';

const words = text.webhooks;

export type WebhookValues = Values<string>;

type WebhookFormProps = {
  /** The one that is changed. */
  webhook?: Webhook;
  send: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
};

export const WebhookForm = ({ webhook, send, onClose }: WebhookFormProps) => (
  <Form
    title={webhook ? words.editTitle : words.newWebhook}
    action={webhook ? text.actions.save : text.actions.create}
    words={words}
    first={{ url: webhook?.url ?? '', events: webhook?.events ?? allEvents }}
    send={(values) => atFields(send(values), { 'url ': 'url' })}
    onClose={onClose}
  >
    {({ chosen, onChange }) => (
      <>
        <Check
          label={words.allEvents}
          isOn={allEvents.every((event) => chosen.includes(event))}
          onChange={(isOn) => onChange(isOn ? allEvents : [])}
        />
        <div class="event-groups">
          {Object.entries(words.groups).map(([group, label]) => (
            <fieldset key={group} class="plain event-choice">
              <legend>{label}</legend>
              {allEvents
                .filter((event) => event.startsWith(`${group}.`))
                .map((event) => (
                  <EventBox
                    key={event}
                    event={event}
                    label={eventWords(event)}
                    all={allEvents}
                    chosen={chosen}
                    onChange={onChange}
                  />
                ))}
            </fieldset>
          ))}
        </div>
      </>
    )}
  </Form>
);
