/** Making and changing a webhook: where messages go, and of what. */
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { Check } from '../../../../shared/ui/field.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { EventBox, WebhookForm as Form, type WebhookValues as Values } from '../../../../shared/ui/webhook-form.tsx';
import { atFields } from '../../core/field-errors.ts';
import { useNeededKinds } from '../../core/kinds.ts';
import type { Kinds, Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useEventWords } from './names.ts';

const words = text.webhooks;

export type WebhookValues = Values<string>;

type WebhookFormProps = {
  /** The one that is changed. */
  webhook?: Webhook | undefined;
  send: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
};

export function WebhookForm(props: WebhookFormProps) {
  const kinds = useNeededKinds();
  if (kinds.data) return <FormOf all={eventsFor(kinds.data, props.webhook)} {...props} />;
  return (
    <Dialog title={titleOf(props)} onClose={props.onClose}>
      <Show of={kinds}>{() => null}</Show>
    </Dialog>
  );
}

const titleOf = ({ webhook }: Pick<WebhookFormProps, 'webhook'>) => (webhook ? words.editTitle : words.newWebhook);

/** Includes the webhook's events that no active plugin has, so that they can be removed. */
const eventsFor = ({ events }: Kinds, webhook: Webhook | undefined): string[] => [
  ...new Set([...events.map(({ name }) => name), ...(webhook?.events ?? [])]),
];

/** Events by what they are about; those of plugins stand together. */
function groupsOf(all: readonly string[]): { label: string; events: string[] }[] {
  const groupOf = (event: string) => words.groups[event.slice(0, event.indexOf('.'))] ?? words.groupOfPlugins;
  return [...new Set(all.map(groupOf))].map((label) => ({
    label,
    events: all.filter((event) => groupOf(event) === label),
  }));
}

function FormOf({ all, webhook, send, onClose }: WebhookFormProps & { all: string[] }) {
  const eventWords = useEventWords();
  return (
    <Form
      title={titleOf({ webhook })}
      action={webhook ? text.actions.save : text.actions.create}
      words={words}
      first={{ url: webhook?.url ?? '', events: webhook?.events ?? all }}
      send={(values) => atFields(send(values), { 'url ': 'url' })}
      onClose={onClose}
    >
      {({ chosen, onChange }) => (
        <>
          <Check
            label={words.allEvents}
            isOn={all.every((event) => chosen.includes(event))}
            onChange={(isOn) => onChange(isOn ? all : [])}
          />
          <div class="event-groups">
            {groupsOf(all).map(({ label, events }) => (
              <fieldset key={label} class="plain event-choice">
                <legend>{label}</legend>
                {events.map((event) => (
                  <EventBox
                    key={event}
                    event={event}
                    label={eventWords(event)}
                    all={all}
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
}
