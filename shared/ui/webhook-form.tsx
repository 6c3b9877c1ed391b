/** Making and changing a webhook, in both applications: where messages go, and of which events. */
import type { ComponentChildren } from 'preact';
import { longestUrl } from '../limits-of-fields.ts';
import { Check, TextField } from './field.tsx';
import { useForm } from './form.ts';
import { FormDialog } from './form-dialog.tsx';

export type WebhookValues<Event extends string> = { url: string; events: Event[] };

type EventChoice<Event> = { chosen: readonly Event[]; onChange: (events: Event[]) => void };

type WebhookFormProps<Event extends string> = {
  title: string;
  /** The word on the button. */
  action: string;
  words: Record<'url' | 'urlHint' | 'events' | 'noEvent', string>;
  first: WebhookValues<Event>;
  send: (values: WebhookValues<Event>) => Promise<unknown>;
  onClose: () => void;
  /** Draws the boxes of the events. */
  children: (choice: EventChoice<Event>) => ComponentChildren;
};

export function WebhookForm<Event extends string>(props: WebhookFormProps<Event>) {
  const { title, action, words, first, send, onClose, children } = props;
  const form = useForm(first, ({ url, events }) => send({ url: url.trim(), events }));
  const { events } = form.values;
  return (
    <FormDialog title={title} form={form} action={action} isDisabled={events.length === 0} onClose={onClose}>
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
      <fieldset class="plain event-choice">
        <legend>{words.events}</legend>
        {children({ chosen: events, onChange: (chosen) => form.set('events', chosen) })}
        {events.length === 0 && (
          <p class="small down" role="status">
            {words.noEvent}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}

type EventBoxProps<Event> = EventChoice<Event> & {
  event: Event;
  label: string;
  /** The chosen events keep this order. */
  all: readonly Event[];
};

export const EventBox = <Event extends string>({ event, label, all, chosen, onChange }: EventBoxProps<Event>) => (
  <Check
    label={label}
    hint={event}
    isOn={chosen.includes(event)}
    onChange={(isOn) => onChange(all.filter((other) => (other === event ? isOn : chosen.includes(other))))}
  />
);
