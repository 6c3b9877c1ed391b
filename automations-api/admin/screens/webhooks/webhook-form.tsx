/** Making and changing a webhook: where messages go, and of what. */
import { Check, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { text } from '../../text/text.ts';
import type { Webhook } from '../../types.ts';
import { allEvents, eventWords } from './names.ts';

const words = text.webhooks;

export type WebhookValues = { url: string; events: string[] };

type WebhookFormProps = {
  /** The one that is changed. */
  webhook?: Webhook;
  send: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
};

/** The REST API names the parameter at the beginning of its message alone. */
function atUrl(error: unknown): never {
  if (error instanceof ApiError && error.message.startsWith('url ')) error.fields.url = error.message;
  throw error;
}

export function WebhookForm({ webhook, send, onClose }: WebhookFormProps) {
  const first = { url: webhook?.url ?? '', events: webhook?.events ?? allEvents };
  const form = useForm(first, ({ url, events }) => send({ url: url.trim(), events }).catch(atUrl));
  const { events } = form.values;
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
        inputMode="url"
        placeholder="https://"
        maxLength={2048}
        required
        autocomplete="off"
        spellcheck={false}
        {...form.field('url')}
      />
      <Events events={events} onChange={(chosen) => form.set('events', chosen)} />
    </FormDialog>
  );
}

type EventsProps = { events: readonly string[]; onChange: (events: string[]) => void };

function Events({ events, onChange }: EventsProps) {
  const isAll = allEvents.every((event) => events.includes(event));
  const choose = (event: string, isOn: boolean) =>
    onChange(allEvents.filter((other) => (other === event ? isOn : events.includes(other))));
  return (
    <fieldset class="plain event-choice">
      <legend>{words.events}</legend>
      <Check label={words.allEvents} isOn={isAll} onChange={(isOn) => onChange(isOn ? allEvents : [])} />
      <div class="event-groups">
        {Object.entries(words.groups).map(([group, label]) => (
          <fieldset key={group} class="plain event-choice">
            <legend>{label}</legend>
            {allEvents
              .filter((event) => event.startsWith(`${group}.`))
              .map((event) => (
                <Check
                  key={event}
                  label={eventWords(event)}
                  hint={event}
                  isOn={events.includes(event)}
                  onChange={(isOn) => choose(event, isOn)}
                />
              ))}
          </fieldset>
        ))}
      </div>
      {events.length === 0 && (
        <p class="small down" role="status">
          {words.noEvent}
        </p>
      )}
    </fieldset>
  );
}
