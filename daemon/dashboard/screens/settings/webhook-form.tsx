/** Making and changing a webhook: where messages go, and of what. */
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { Check, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
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
    <Dialog
      title={webhook ? words.editTitle : words.newWebhook}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button kind="main" isBusy={form.isBusy} disabled={events.length === 0} onClick={form.submit}>
            {webhook ? text.actions.save : text.actions.create}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={form.submit}>
        {form.problem && (
          <p class="notice bad" role="alert">
            {form.problem}
          </p>
        )}
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
        <fieldset class="plain events">
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
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
