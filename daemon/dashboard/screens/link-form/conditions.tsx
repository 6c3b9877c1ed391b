/** The conditions of a rule, one control each. */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { links } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { type Choice, Combobox, TagBox } from '../../../../shared/ui/combobox.tsx';
import { countryChoices } from '../../../../shared/ui/countries.ts';
import { Check, TextField } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { useFocusNext } from '../../../../shared/ui/use-focus-next.ts';
import { zoneChoices } from '../../../../shared/ui/zones.ts';
import { text } from '../../text/later.ts';
import { dayName, nameOf } from './condition-words.ts';
import { type HoursRow, type Kind, kinds, type ListKind, type WhenRow, weekdays } from './rule-values.ts';
import type { ProblemOf } from './variants.tsx';

const { linkForm, linkRules: words } = text;

type Props = { when: WhenRow; onChange: (when: WhenRow) => void; problemOf: ProblemOf };

const emptyOf = (kind: Kind) => {
  if (kind === 'time') return { from: '', to: '' };
  return kind === 'hours' ? { timezone: zoneOf(), days: weekdays.slice(0, 5), from: '', to: '' } : [];
};

/** Systems and browsers that are suggested. Any other name that analytics use can be typed. */
const systems = ['Android', 'Chrome OS', 'iOS', 'Linux', 'macOS', 'Windows'];
const browsers = ['Chrome', 'Firefox', 'Microsoft Edge', 'Opera', 'Safari', 'Samsung Internet for Android', 'Vivaldi'];
const languages = (
  'ar bg bn ca cs da de de-AT de-CH el en en-GB en-US es es-MX et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nl no pl ' +
  'pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh zh-CN zh-TW'
).split(' ');

const values: Partial<Record<ListKind, readonly string[]>> = {
  language: languages,
  device: ['desktop', 'mobile', 'tablet', 'unknown'],
  os: systems,
  browser: browsers,
  referrer: ['(direct)'],
};

/** Lists the suggested values of a condition. */
export const choicesOf = (kind: ListKind): Choice[] =>
  kind === 'country'
    ? countryChoices()
    : (values[kind] ?? []).map((value) => ({
        value,
        label: nameOf(kind, value),
        note: kind === 'language' ? value : undefined,
      }));

/** Groups several controls of one condition. */
const Part = ({ label, error, children }: { label: string; error?: string; children: ComponentChildren }) => (
  <fieldset class="form">
    <legend>
      <b>{label}</b>
    </legend>
    {children}
    {error && (
      <p class="field">
        <span class="error">{sentenceOf(error, label)}</span>
      </p>
    )}
  </fieldset>
);

export function Conditions({ when, onChange, problemOf }: Props) {
  const { list, focusNext } = useFocusNext<HTMLUListElement>();
  const problem = problemOf('', true);
  const given = kinds.filter((kind) => when[kind] !== undefined);
  const add = (kind: Kind) => {
    onChange({ ...when, [kind]: emptyOf(kind) });
    focusNext(`[data-kind="${kind}"] input`);
  };
  return (
    <>
      <ul class="link-conditions" ref={list}>
        {given.map((kind) => (
          <li key={kind} data-kind={kind}>
            <Condition kind={kind} when={when} onChange={onChange} problemOf={problemOf} />
            <Button
              kind="bare"
              icon="trash"
              label={words.removeCondition(words.kinds[kind])}
              onClick={() => {
                const { [kind]: _, ...others } = when;
                onChange(others);
              }}
            />
          </li>
        ))}
      </ul>
      {given.length < kinds.length && (
        <div>
          <Menu
            items={kinds
              .filter((kind) => !given.includes(kind))
              .map((kind) => ({ label: words.kinds[kind], onSelect: () => add(kind) }))}
          >
            <Icon name="plus" />
            {words.addCondition}
          </Menu>
        </div>
      )}
      {problem && (
        <p class="field">
          <span class="error">{sentenceOf(problem, linkForm.details.rules)}</span>
        </p>
      )}
    </>
  );
}

function Condition({ kind, when, onChange, problemOf }: Props & { kind: Kind }) {
  const props = { when, onChange, problemOf };
  if (kind === 'time') return <Time {...props} />;
  return kind === 'hours' ? <Hours {...props} /> : <Values {...props} kind={kind} />;
}

function Values({ kind, when, onChange, problemOf }: Props & { kind: ListKind }) {
  const known = useMemo(() => choicesOf(kind), [kind]);
  return (
    <TagBox
      label={words.kinds[kind]}
      hint={words.hints[kind]}
      values={when[kind] ?? []}
      known={known}
      isClosed={kind === 'country' || kind === 'device'}
      most={kind === 'query' ? undefined : links.rules.values}
      addText={words.addValue}
      onChange={(values) => onChange({ ...when, [kind]: values })}
      error={problemOf(kind)}
    />
  );
}

function Time({ when, onChange, problemOf }: Props) {
  const { time = { from: '', to: '' } } = when;
  const field = (name: 'from' | 'to') => ({
    label: words[name],
    type: 'datetime-local',
    value: time[name],
    onValue: (value: string) => onChange({ ...when, time: { ...time, [name]: value } }),
    error: problemOf(name),
  });
  return (
    <Part label={words.kinds.time}>
      <div class="pair">
        <TextField {...field('from')} />
        <TextField {...field('to')} />
      </div>
    </Part>
  );
}

function Hours({ when, onChange, problemOf }: Props) {
  const hours = when.hours as HoursRow;
  const zones = useMemo(zoneChoices, []);
  const change = (part: Partial<HoursRow>) => onChange({ ...when, hours: { ...hours, ...part } });
  const field = (name: 'from' | 'to') => ({
    label: words[name],
    type: 'time',
    value: hours[name],
    onValue: (value: string) => change({ [name]: value }),
  });
  return (
    <Part label={words.kinds.hours} error={problemOf('hours')}>
      <div class="link-days">
        {weekdays.map((day) => (
          <Check
            key={day}
            label={dayName(day)}
            isOn={hours.days.includes(day)}
            onChange={(isOn) =>
              change({ days: weekdays.filter((one) => (one === day ? isOn : hours.days.includes(one))) })
            }
          />
        ))}
      </div>
      <div class="pair">
        <TextField {...field('from')} />
        <TextField {...field('to')} />
      </div>
      <Combobox
        label={words.timezone}
        value={hours.timezone}
        choices={zones}
        onChoose={(timezone) => change({ timezone })}
      />
      <p class="soft small">{words.hints.hours}</p>
    </Part>
  );
}
