/** The fields of a step that waits for an event, or for a date of the contact. */
import { Select } from '../../../../shared/ui/field.tsx';
import { typeOf, useFields } from '../../core/fields.ts';
import type { WaitUntil } from '../../core/types.ts';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/later.ts';
import { creationDate, isEvent, newDateWait, newWait } from './draft.ts';
import { EventPicker } from './event-picker.tsx';

const words = text.rules.waitUntil;

type WaitUntilFieldsProps = { value: WaitUntil; error: string | undefined; onChange: (value: WaitUntil) => void };

export function WaitUntilFields({ value, error, onChange }: WaitUntilFieldsProps) {
  const { at_most, ...awaited } = value;
  return (
    <>
      <Select
        label={words.what}
        value={isEvent(awaited) ? 'event' : 'field'}
        options={(['event', 'field'] as const).map((way) => ({ value: way, label: words.ways[way] }))}
        onValue={(way) => onChange(way === 'event' ? newWait : newDateWait)}
      />
      {isEvent(awaited) ? (
        <EventPicker
          label={text.rules.editor.event}
          value={awaited}
          error={error}
          needsContact
          onChange={(event) => onChange({ ...event, at_most })}
        />
      ) : (
        <DateFields value={value} error={error} onChange={onChange} />
      )}
      <MemberInput
        member={{ type: 'string', control: 'duration', title: words.atMost }}
        value={at_most}
        onValue={(next) => onChange({ ...value, at_most: String(next) })}
      />
    </>
  );
}

const firstShift = '3 days';

/** Shows the field with the date, and the time before or after it. */
function DateFields({ value, error, onChange }: WaitUntilFieldsProps) {
  const { field = creationDate, before, after, at_most } = value;
  const dates = (useFields() ?? []).filter((one) => typeOf(one) === 'date');
  const choices = [
    { value: creationDate, label: words.created },
    ...dates.map(({ ID, name }) => ({ value: ID, label: name })),
  ];
  const chosen = String(field);
  const own = choices.some((one) => one.value === chosen) ? [] : [{ value: chosen, label: chosen }];
  const when = before !== undefined ? 'before' : after !== undefined ? 'after' : 'on';
  return (
    <>
      <div class="pair">
        <Select
          label={words.field}
          hint={words.dateHint}
          value={chosen}
          options={[...own, ...choices]}
          error={error}
          onValue={(id) => onChange({ ...value, field: id === creationDate ? id : Number(id) })}
        />
        <Select
          label={words.when}
          value={when}
          options={(['on', 'before', 'after'] as const).map((one) => ({ value: one, label: words.whens[one] }))}
          onValue={(next) =>
            onChange({ field, ...(next !== 'on' && { [next]: before ?? after ?? firstShift }), at_most })
          }
        />
      </div>
      {when !== 'on' && (
        <MemberInput
          member={{ type: 'string', control: 'duration', title: words.days }}
          value={value[when]}
          onValue={(next) => onChange({ ...value, [when]: String(next) })}
        />
      )}
    </>
  );
}
