/** Control for one field of a step, a trigger or a plugin's form, according to its schema. */
import { useState } from 'preact/hooks';
import { Combobox } from '../../../shared/ui/combobox.tsx';
import { Check, ReadOnly, Select, TextArea, TextField } from '../../../shared/ui/field.tsx';
import { useLoad, useSettled } from '../../../shared/ui/load.ts';
import { uiText } from '../../../shared/ui/text.ts';
import { api } from '../core/api.ts';
import { useFields } from '../core/fields.ts';
import { pathTo } from '../core/routes.ts';
import { forms, templates } from '../core/rule-objects.ts';
import { statusNames } from '../core/statuses.ts';
import { TermBox } from '../core/term-box.tsx';
import { choicesOf, nameOfTerm, type TermKind, useTermSearch, useTerms } from '../core/terms.ts';
import type { FormMember } from '../core/types.ts';
import { text } from '../text/text.ts';
import type { FieldInputValue } from './field-input.tsx';
import { FieldValues } from './field-values.tsx';
import { MemberError } from './form-error.tsx';

const words = text.members;

export type MemberInputProps = {
  member: FormMember;
  value: unknown;
  onValue: (value: unknown) => void;
  error?: string | undefined;
  readOnly?: boolean;
  isRequired?: boolean;
  /** Whether an empty choice is offered. It means any value. */
  isAnyOffered?: boolean;
};

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const textsOf = (value: unknown): string[] => [value ?? []].flat().map(String);

export function MemberInput(props: MemberInputProps) {
  const { member, value, onValue, error, readOnly, isRequired, isAnyOffered } = props;
  const common = { label: member.title, hint: member.description, error };
  if (member.readOnly) return <ReadOnly label={member.title} hint={member.description} value={textOf(value)} />;
  switch (member.control) {
    case 'tags':
    case 'lists':
      return (
        <TermBox
          {...common}
          kind={member.control === 'tags' ? 'tag' : 'list'}
          values={textsOf(value)}
          isClosed={member.isClosed}
          onChange={(ids) => onValue(ids.map(Number))}
        />
      );
    case 'tag':
    case 'list':
      return <OneTerm {...props} kind={member.control} />;
    case 'link':
      return <OneLink {...props} />;
    case 'field':
      return <OneField {...props} />;
    case 'fields':
      return <FieldValues values={fieldsIn(value)} error={error} onChange={onValue} />;
    case 'template':
      return <OneTemplate {...props} />;
    case 'form':
      return <OneForm {...props} />;
    case 'duration':
      return <Duration {...props} />;
    default:
  }
  if (member.type === 'boolean') {
    return (
      <Check
        label={member.title}
        hint={member.description}
        isOn={value === true}
        disabled={readOnly}
        onChange={onValue}
      />
    );
  }
  const field = { ...common, value: textOf(value) };
  const options = optionsOf(member);
  if (options) {
    const empty =
      isAnyOffered || value === undefined ? [{ value: '', label: isAnyOffered ? uiText.list.any : '—' }] : [];
    return <Select {...field} disabled={readOnly} options={[...empty, ...options]} onValue={onValue} />;
  }
  const limits = { maxLength: member.maxLength, readOnly, required: isRequired };
  if (member.control === 'textarea') return <TextArea {...field} {...limits} rows={4} onValue={onValue} />;
  const isNumber = member.type === 'integer' || member.type === 'number';
  return (
    <TextField
      {...field}
      {...limits}
      type={member.control === 'url' || member.control === 'date' ? member.control : 'text'}
      placeholder={member.placeholder ?? (member.control === 'url' ? 'https://' : undefined)}
      inputMode={isNumber ? 'decimal' : undefined}
      autocomplete="off"
      onValue={(typed) =>
        onValue(isNumber && typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed)
      }
    />
  );
}

function optionsOf({ control, enum: values }: FormMember) {
  if (control === 'status') return statusNames.map((value) => ({ value, label: text.statuses[value] }));
  return values?.map((value) => ({ value, label: value }));
}

const fieldsIn = (value: unknown): { [key: string]: FieldInputValue } =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([key, one]) => [key, Array.isArray(one) ? one.map(String) : textOf(one)]),
  );

const waitUnits = ['second', 'minute', 'hour', 'day', 'week'] as const;
type WaitUnit = (typeof waitUnits)[number];

/** Splits a duration such as "2 days". The count can be any text while the user types. */
function waitIn(wait: string): { count: string; unit: WaitUnit } {
  const [, count = '', word = 'day'] = /^(.*?) (\w+?)s?$/.exec(wait) ?? [];
  return { count, unit: waitUnits.find((unit) => unit === word) ?? 'day' };
}

function Duration({ member, value, onValue, error }: MemberInputProps) {
  const { count, unit } = waitIn(textOf(value));
  return (
    <div class="pair">
      <TextField
        label={member.title}
        hint={member.description}
        inputMode="numeric"
        maxLength={8}
        autocomplete="off"
        value={count}
        error={error}
        onValue={(typed) => onValue(`${typed} ${unit}`)}
      />
      <Select
        label={words.unit}
        value={unit}
        options={waitUnits.map((one) => ({ value: one, label: words.units[one] }))}
        onValue={(one) => onValue(`${count} ${one}`)}
      />
    </div>
  );
}

/** Accepts any short URL and suggests short URLs clicked before. */
function OneLink({ member, value, onValue, error }: MemberInputProps) {
  const typed = textOf(value);
  const search = useSettled(typed.trim(), 200);
  const [isUsed, setUsed] = useState(false);
  const load = (signal?: AbortSignal) =>
    api.get<{ links: { ID: string; url: string }[] }>('/clicked-links', { search, limit: 20 }, signal);
  const found = useLoad(isUsed ? load : undefined, [search, isUsed]);
  return (
    <TextField
      label={member.title}
      hint={member.description}
      error={error}
      placeholder={uiText.list.any}
      maxLength={member.maxLength}
      autocomplete="off"
      suggestions={found.data?.links.map(({ url }) => url)}
      value={typed}
      onFocus={() => setUsed(true)}
      onValue={onValue}
    />
  );
}

function OneTerm({ kind, member, value, onValue, error }: MemberInputProps & { kind: TermKind }) {
  const terms = useTerms(kind);
  const known = choicesOf(terms);
  const chosen = textOf(value);
  const own =
    chosen === '' || known.some((choice) => choice.value === chosen)
      ? []
      : [{ value: chosen, label: nameOfTerm(terms, chosen) }];
  return (
    <>
      <Combobox
        label={member.title}
        value={chosen}
        choices={[{ value: '', label: uiText.list.any }, ...own, ...known]}
        onType={useTermSearch(kind)}
        onChoose={(id) => onValue(id === '' ? '' : Number(id))}
      />
      <MemberError error={error} label={member.title} />
    </>
  );
}

/** Lets the user choose an email template. */
function OneTemplate({ member, value, onValue, error }: MemberInputProps) {
  const all = templates.use() ?? [];
  const choices = all.map(({ ID, name, subject }) => ({ value: String(ID), label: name, note: subject }));
  const chosen = textOf(value);
  return (
    <div>
      <Combobox
        label={member.title}
        placeholder={words.template.choose}
        value={chosen}
        choices={withChosen(choices, chosen)}
        onChoose={(id) => onValue(Number(id))}
      />
      <MemberError error={error} label={member.title} />
      <p class="small">
        {chosen === '' ? (
          <a href={pathTo('template', { id: 'new' })}>{words.template.create}</a>
        ) : (
          <a href={pathTo('template', { id: chosen })}>{words.template.open}</a>
        )}
      </p>
    </div>
  );
}

/** Lets the user choose a form, or any form. */
function OneForm({ member, value, onValue, error }: MemberInputProps) {
  const choices = (forms.use() ?? []).map(({ ID, name, slug }) => ({ value: String(ID), label: name, note: slug }));
  const chosen = textOf(value);
  return (
    <div>
      <Combobox
        label={member.title}
        value={chosen}
        choices={[{ value: '', label: uiText.list.any }, ...withChosen(choices, chosen)]}
        onChoose={(id) => onValue(id === '' ? '' : Number(id))}
      />
      <MemberError error={error} label={member.title} />
    </div>
  );
}

/** Adds the chosen object, by its id, if it is not among the choices. */
const withChosen = <One extends { value: string; label: string }>(choices: One[], chosen: string) =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? choices
    : [{ value: chosen, label: `#${chosen}` }, ...choices];

/** Lets the user choose a custom field. The value is its slug, which plugins use. */
function OneField({ member, value, onValue, error }: MemberInputProps) {
  const choices = (useFields() ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  const chosen = textOf(value);
  const own = chosen === '' || choices.some((one) => one.value === chosen) ? [] : [{ value: chosen, label: chosen }];
  return (
    <Select
      label={member.title}
      hint={member.description}
      error={error}
      value={chosen}
      options={[{ value: '', label: '—' }, ...own, ...choices]}
      onValue={onValue}
    />
  );
}
