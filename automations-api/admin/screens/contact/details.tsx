/** Form with a contact's built-in fields and the custom fields in their groups. */
import { type ComponentChild, Fragment } from 'preact';
import { longestEmail } from '../../../../shared/limits-of-fields.ts';
import { CardForm } from '../../../../shared/ui/card-form.tsx';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { countryChoices } from '../../../../shared/ui/countries.ts';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import type { FieldsOfGroup } from '../../contact-fields/field-groups.ts';
import { GroupedFields } from '../../contact-fields/grouped-fields.tsx';
import { columns, type OwnColumn, type Values } from '../../contact-fields/values.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { may } from '../../core/session.ts';
import type { ContactDetail } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useDetails } from './use-details.ts';

const labels = text.contacts.fields;

type DetailsProps = { detail: ContactDetail; groups: readonly FieldsOfGroup[]; onSaved: () => void };

export function Details({ detail, groups, onSaved }: DetailsProps) {
  const form = useDetails(
    detail,
    groups.flatMap(({ members }) => members),
    onSaved,
  );
  const isEditor = may('editor');
  return (
    <>
      <LeaveGuard form={form} />
      <CardForm title={text.contact.details} form={form} action={isEditor ? text.actions.save : undefined}>
        <fieldset class="form" disabled={!isEditor}>
          <OwnFields form={form} />
          <GroupedFields groups={groups} values={form.values} problems={form.problems} onValue={form.set} />
        </fieldset>
      </CardForm>
    </>
  );
}

/** The rows of built-in fields. A column that is not listed here gets its own row after these. */
const rows: readonly OwnColumn[][] = [
  ['email'],
  ['f_name', 'l_name'],
  ['contact_no', 'state'],
  ['country', 'timezone'],
  ['type', 'source', 'points'],
];
const placed = new Set(rows.flat());
const others = columns.filter((name) => !placed.has(name)).map((name) => [name]);

function OwnFields({ form }: { form: Form<Values> }) {
  const input = (name: OwnColumn) => ({
    label: labels[name],
    value: String(form.values[name] ?? ''),
    onValue: (value: string) => form.set(name, value),
    error: form.problems[name],
    autocomplete: 'off',
  });
  const choice = (name: OwnColumn) => ({
    label: labels[name],
    value: String(form.values[name] ?? ''),
    onChoose: (value: string) => form.set(name, value),
  });
  const none = { value: '', label: '—' };
  const controls: { [name in OwnColumn]?: ComponentChild } = {
    email: <TextField type="email" maxLength={longestEmail} required {...input('email')} />,
    contact_no: <TextField type="tel" {...input('contact_no')} />,
    country: <Combobox choices={[none, ...countryChoices()]} {...choice('country')} />,
    timezone: <Combobox choices={[none, ...zones()]} {...choice('timezone')} />,
    type: <Select options={types(input('type').value)} {...input('type')} />,
    points: <TextField inputMode="numeric" {...input('points')} />,
  };
  return [...rows, ...others].map((row) => (
    <div key={row[0]} class="pair">
      {row.map((name) => (
        <Fragment key={name}>{controls[name] ?? <TextField {...input(name)} />}</Fragment>
      ))}
    </div>
  ));
}

const zones = () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

function types(now: string) {
  const names = text.contacts.types;
  const known = Object.entries(names).map(([value, label]) => ({ value, label }));
  return now in names ? known : [{ value: now, label: now || '—' }, ...known];
}
