/** Making and changing a webhook: where messages go, and of what. */
import { Check, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { text } from '../../text/text.ts';
import type { Webhook } from '../../types.ts';

const words = text.webhooks;
type Event = Webhook['events'][number];
const allEvents = Object.keys(words.events) as Event[];

export type WebhookValues = { url: string; events: Event[] };

type WebhookFormProps = {
  /** The one that is changed. */
  webhook?: Webhook;
  send: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
};

export function WebhookForm({ webhook, send, onClose }: WebhookFormProps) {
  const form = useForm({ url: webhook?.url ?? '', events: webhook?.events ?? allEvents }, ({ url, events }) =>
    send({ url: url.trim(), events }),
  );
  const { events } = form.values;
  const choose = (event: Event, isOn: boolean) =>
    form.set(
      'events',
      allEvents.filter((other) => (other === event ? isOn : events.includes(other))),
    );
  return (
    <FormDialog
      title={webhook ? words.editTitle : words.newWebhook}
      form={form}
      action={webhook ? text.actions.save : text.actions.create}
      isDisabled={events.length === 0}
      onClose={onClose}
    >
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        placeholder="https://"
        maxLength={2048}
        required
        autocomplete="off"
        {...form.field('url')}
      />
      <fieldset class="plain event-choice">
        <legend>{words.eventsLabel}</legend>
        {allEvents.map((event) => (
          <Check
            key={event}
            label={words.events[event]}
            hint={event}
            isOn={events.includes(event)}
            onChange={(isOn) => choose(event, isOn)}
          />
        ))}
        {events.length === 0 && <p class="small down">{words.noEvent}</p>}
      </fieldset>
    </FormDialog>
  );
}
