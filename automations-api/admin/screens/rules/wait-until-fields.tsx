/** The fields of a step that waits for an event, or for a date of the contact. */
import { Select } from '../../../../shared/ui/field.tsx';
import { typeOf, useFields } from '../../core/fields.ts';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/text.ts';
import type { Awaited } from './draft.ts';
import { EventPicker } from './event-picker.tsx';

const words = text.rules.waitUntil;

type WaitUntilFieldsProps = { value: Awaited; error: string | undefined; onChange: (value: Awaited) => void };

export function WaitUntilFields({ value, error, onChange }: WaitUntilFieldsProps) {
  const { event, field, before, at_most: atMost } = value;
  const dates = (useFields() ?? []).filter((one) => typeOf(one) === 'date');
  const choices = dates.map(({ ID, name }) => ({ value: ID, label: name }));
  const chosen = String(field ?? '');
  const own = choices.some((one) => one.value === chosen) ? [] : [{ value: chosen, label: chosen || '—' }];
  const duration = (title: string, description?: string) =>
    ({ type: 'string', control: 'duration', title, description }) as const;
  return (
    <>
      <Select
        label={words.what}
        value={event ? 'event' : 'field'}
        options={(['event', 'field'] as const).map((way) => ({ value: way, label: words.ways[way] }))}
        onValue={(way) =>
          onChange({
            at_most: atMost,
            ...(way === 'event' ? { event: { event: 'link.clicked' } } : { field: choices[0]?.value ?? '' }),
          })
        }
      />
      {event ? (
        <EventPicker
          label={text.rules.editor.event}
          value={event}
          error={error}
          needsContact
          onChange={(next) => onChange({ ...value, event: next })}
        />
      ) : (
        <>
          <Select
            label={words.field}
            hint={dates.length === 0 ? words.noDates : undefined}
            value={chosen}
            options={[...own, ...choices]}
            error={error}
            onValue={(id) => onChange({ ...value, field: id })}
          />
          <MemberInput
            member={duration(words.before, words.beforeHint)}
            value={before ?? ''}
            onValue={(next) => onChange({ ...value, before: String(next) })}
          />
        </>
      )}
      <MemberInput
        member={duration(words.atMost, words.atMostHint)}
        value={atMost}
        onValue={(next) => onChange({ ...value, at_most: String(next) })}
      />
    </>
  );
}
