/** The control for the values of one condition. */
import { events, search } from '../../../shared/limits-of-fields.ts';
import { Combobox, TagBox } from '../../../shared/ui/combobox.tsx';
import { countryChoices } from '../../../shared/ui/countries.ts';
import { Select, TextField } from '../../../shared/ui/field.tsx';
import { optionsOf, typeOf } from '../core/fields.ts';
import { criterionOf, fieldOf, type Known } from '../core/named-objects.ts';
import { statusNames } from '../core/statuses.ts';
import { TermBox } from '../core/term-box.tsx';
import { MemberInput } from '../members/form-input.tsx';
import { text } from '../text/later.ts';
import type { Condition } from './conditions.ts';
import { detailIn, detailsOf } from './event-detail.ts';
import { nameOf, wordsOf } from './words.ts';

const words = text.filter;
const mostTextLength = search.text;

export type ValueInputProps = { condition: Condition; known: Known; onValues: (values: string[]) => void };

export function ValueInput(props: ValueInputProps) {
  const { condition, known } = props;
  const { how, kind } = condition;
  const name = nameOf(condition, known);
  if (how === 'empty' || how === 'filled') return <StaticLabel>{name}</StaticLabel>;
  if (kind === 'ids' || kind === 'import') return <StaticLabel>{wordsOf(condition, known)}</StaticLabel>;
  if (how === 'between') return <FromUntil {...props} name={name} />;
  if (how === 'contains' || kind === 'search' || kind === 'email')
    return <Text {...props} label={controlName(name, how)} />;
  if (kind === 'criterion') return <OfPlugin {...props} name={name} />;
  if (kind === 'event') return <CustomEvent {...props} name={name} />;
  if (kind === 'segment') return <OneSegment {...props} name={name} />;
  return <Many {...props} label={controlName(name, how)} />;
}

const controlName = (name: string, how: 'any' | 'all' | 'none' | 'contains') => words.control(name, how);

/** Shows text instead of a control, for conditions without a value to enter. */
const StaticLabel = ({ children }: { children: string }) => (
  <div class="field">
    <span class="label">{children}</span>
  </div>
);

function Text({ condition: { kind, values }, onValues, label }: ValueInputProps & { label: string }) {
  return (
    <TextField
      label={label}
      hint={words.hints[kind]}
      value={values[0] ?? ''}
      onValue={(value) => onValues([value])}
      maxLength={mostTextLength}
      autocomplete="off"
    />
  );
}

/** Shows the control for a plugin's criterion, according to its schema. */
function OfPlugin({ condition: { field, values }, known, onValues, name }: ValueInputProps & { name: string }) {
  const member = criterionOf(known, field)?.value;
  return (
    <MemberInput
      member={{ type: 'string', ...member, title: name }}
      value={values[0]}
      onValue={(value) => onValues([String(value)])}
    />
  );
}

function FromUntil({ condition, known, onValues, name }: ValueInputProps & { name: string }) {
  const { kind, field, values } = condition;
  const found = kind === 'field' ? fieldOf(known, field) : undefined;
  const isNumber = kind === 'points' || (found !== undefined && typeOf(found) === 'number');
  const [from = '', to = ''] = values;
  const common = isNumber ? { inputMode: 'decimal' as const, autocomplete: 'off' } : { type: 'date' };
  const shown = (value: string) => (isNumber ? value : value.slice(0, 10));
  return (
    <fieldset>
      <legend>{name}</legend>
      <div>
        <TextField {...common} label={words.from} value={shown(from)} onValue={(value) => onValues([value, to])} />
        <TextField {...common} label={words.until} value={shown(to)} onValue={(value) => onValues([from, value])} />
      </div>
    </fieldset>
  );
}

/** Shows the fields of a custom event: its name, how often, in which period, and one detail. */
function CustomEvent({ condition: { values }, onValues, name }: ValueInputProps & { name: string }) {
  const [event = '', times = '', within = '', details = ''] = values;
  const set = (place: number) => (value: unknown) =>
    onValues([event, times, within, details].map((one, n) => (n === place ? String(value) : one)));
  const { detail, operator, value, isOther } = detailIn(details);
  const setDetail = (changed: object) => set(3)(detailsOf({ detail, operator, value, ...changed }));
  return (
    <fieldset>
      <legend>{name}</legend>
      <div>
        <TextField
          label={words.event.name}
          value={event}
          onValue={set(0)}
          placeholder="order.paid"
          maxLength={events.name}
          autocomplete="off"
        />
        <TextField
          label={words.event.times}
          value={times}
          onValue={set(1)}
          placeholder="1"
          inputMode="numeric"
          autocomplete="off"
        />
        <TextField
          label={words.event.within}
          value={within}
          onValue={set(2)}
          placeholder={words.event.always}
          autocomplete="off"
        />
        {isOther ? (
          <TextField label={words.event.details} value={details} onValue={set(3)} autocomplete="off" />
        ) : (
          <>
            <TextField
              label={words.event.detail}
              value={detail}
              onValue={(one) => setDetail({ detail: one })}
              maxLength={events.name}
              autocomplete="off"
            />
            <Select
              label={words.event.operator}
              value={operator}
              onValue={(one) => setDetail({ operator: one })}
              options={Object.entries(words.event.operators).map(([one, label]) => ({ value: one, label }))}
            />
            <TextField
              label={words.event.value}
              value={value}
              onValue={(one) => setDetail({ value: one })}
              maxLength={events.text}
              autocomplete="off"
            />
          </>
        )}
      </div>
    </fieldset>
  );
}

function OneSegment({ condition: { values }, known, onValues, name }: ValueInputProps & { name: string }) {
  return (
    <Combobox
      label={name}
      value={values[0] ?? ''}
      choices={(known.segments ?? []).map(({ ID, name: label }) => ({ value: String(ID), label }))}
      onChoose={(value) => onValues([value])}
    />
  );
}

function Many({ condition, known, onValues, label }: ValueInputProps & { label: string }) {
  const { kind, values } = condition;
  const box = { label, hint: words.hints[kind], values, onChange: onValues };
  if (kind === 'tag' || kind === 'list') return <TermBox {...box} kind={kind} isClosed />;
  const choices = choicesFor(condition, known);
  return <TagBox {...box} known={choices ?? []} isClosed={choices !== undefined} />;
}

/** Returns the choices for a condition's values; undefined if any text is allowed. */
function choicesFor({ kind, field }: Condition, known: Known) {
  if (kind === 'status') return statusNames.map((value) => ({ value, label: text.statuses[value] }));
  if (kind === 'country') return countryChoices();
  if (kind === 'type') return Object.entries(words.types).map(([value, label]) => ({ value, label }));
  const found = kind === 'field' ? fieldOf(known, field) : undefined;
  const options = found ? optionsOf(found) : [];
  return options.length > 0 ? options.map((value) => ({ value, label: value })) : undefined;
}
