/** The dialog that creates or changes a webhook: its URL and its events. */
import { longestUrl } from '../../limits-of-fields.ts';
import { Dialog } from '../dialog.tsx';
import { Check, TextField } from '../field.tsx';
import { useForm } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { Show } from '../states.tsx';
import type { WebhookWords } from '../text/en/webhooks.ts';
import { uiText } from '../text.ts';
import type { EventKind, Webhook, WebhookPort, WebhookValues } from './record.ts';
import { titleOf } from './state.tsx';

type WebhookFormProps = {
  port: WebhookPort;
  /** The webhook to change. */
  webhook?: Webhook;
  send: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
};

export function WebhookForm(props: WebhookFormProps) {
  const { port, webhook, onClose } = props;
  const kinds = port.useEvents();
  const title = webhook ? port.words.editTitle : port.words.newWebhook;
  if (kinds.data) return <Form title={title} kinds={kinds.data} {...props} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <Show of={kinds}>{() => null}</Show>
    </Dialog>
  );
}

type FormProps = WebhookFormProps & { title: string; kinds: readonly EventKind[] };

function Form({ title, kinds, port: { words }, webhook, send, onClose }: FormProps) {
  // Includes the webhook's events from inactive plugins, so that they can be removed.
  const all = [...new Set([...kinds.map(({ name }) => name), ...(webhook?.events ?? [])])];
  const form = useForm({ url: webhook?.url ?? '', events: [...(webhook?.events ?? all)] }, ({ url, events }) =>
    send({ url: url.trim(), events }),
  );
  const chosen = form.values.events;
  // Keeps the order of the events.
  const choose = (isChosen: (event: string) => boolean) => form.set('events', all.filter(isChosen));
  return (
    <FormDialog
      title={title}
      form={form}
      action={webhook ? uiText.buttons.save : uiText.buttons.create}
      isDisabled={chosen.length === 0}
      onClose={onClose}
    >
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={longestUrl}
        required
        autocomplete="off"
        spellcheck={false}
        {...form.field('url')}
      />
      <fieldset class="event-choice">
        <legend>{words.events}</legend>
        <Check
          label={words.allEvents}
          isOn={all.every((event) => chosen.includes(event))}
          onChange={(isOn) => choose(() => isOn)}
        />
        <div class="event-groups">
          {groupsOf(all, words).map(({ label, events }) => (
            <fieldset key={label} class="event-choice">
              <legend>{label}</legend>
              {events.map((event) => (
                <Check
                  key={event}
                  label={titleOf(event, kinds, words)}
                  hint={event}
                  isOn={chosen.includes(event)}
                  onChange={(isOn) => choose((other) => (other === event ? isOn : chosen.includes(other)))}
                />
              ))}
            </fieldset>
          ))}
        </div>
        {chosen.length === 0 && (
          <p class="small down" role="status">
            {words.noEvent}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}

/** Groups events by the first part of their names. Plugin events form one group. */
function groupsOf(all: readonly string[], { groups, groupOfPlugins }: WebhookWords) {
  const groupOf = (event: string) => groups[event.slice(0, event.indexOf('.'))] ?? groupOfPlugins;
  return [...new Set(all.map(groupOf))].map((label) => ({
    label,
    events: all.filter((event) => groupOf(event) === label),
  }));
}
