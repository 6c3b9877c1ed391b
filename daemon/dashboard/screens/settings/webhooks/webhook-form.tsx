/** Creates and changes a webhook: its URL and its events. */
import { EventBox, WebhookForm as Form, type WebhookValues as Values } from '../../../../../shared/ui/webhook-form.tsx';
import type { Webhook } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.webhooks;
type Event = Webhook['events'][number];
export const allEvents = Object.keys(words.events) as Event[];

export type WebhookValues = Values<Event>;

type WebhookFormProps = {
  /** The webhook to change. */
  webhook?: Webhook;
  send: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
};

export const WebhookForm = ({ webhook, send, onClose }: WebhookFormProps) => (
  <Form
    title={webhook ? words.editTitle : words.newWebhook}
    action={webhook ? text.actions.save : text.actions.create}
    words={{ ...words, events: words.eventsLabel }}
    first={{ url: webhook?.url ?? '', events: webhook?.events ?? allEvents }}
    send={send}
    onClose={onClose}
  >
    {(choice) =>
      allEvents.map((event) => (
        <EventBox key={event} event={event} label={words.events[event]} all={allEvents} {...choice} />
      ))
    }
  </Form>
);
