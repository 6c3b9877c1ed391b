/** The fields of one contact, also those of the site's own in their groups, to be changed where they stand. */
import type { ComponentChildren } from 'preact';
import { longestEmail } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { CardForm } from '../../../../shared/ui/card-form.tsx';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { countryChoices } from '../../../../shared/ui/countries.ts';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { LeaveGuard } from '../../leave-guard.tsx';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { ContactDetail } from '../../types.ts';
import { FieldInput } from '../contacts/field-input.tsx';
import type { FieldsOfGroup } from './field-groups.ts';
import { type Details as DetailsForm, useDetails } from './use-details.ts';
import { fieldName } from './values.ts';

const words = text.contact;
const labels = text.contacts.fields;

type DetailsProps = { detail: ContactDetail; groups: readonly FieldsOfGroup[]; onSaved: () => void };

export function Details({ detail, groups, onSaved }: DetailsProps) {
  const ids = groups.flatMap(({ members }) => members.map(({ ID }) => ID));
  const details = useDetails(detail, ids, onSaved);
  const { form } = details;
  const isEditor = may('editor');
  return (
    <>
      <LeaveGuard form={form} />
      <CardForm title={words.details} form={form} action={isEditor ? text.actions.save : undefined}>
        <fieldset class="plain form" disabled={!isEditor}>
          <OwnFields details={details} />
          {groups.map(({ name, members }) => (
            <fieldset key={name} class="plain form group-of-fields">
              <legend>{name}</legend>
              {members.map((field) => (
                <div key={field.ID}>
                  <FieldInput
                    field={field}
                    readOnly={field.mode === '2'}
                    value={form.values[fieldName(field.ID)] ?? ''}
                    onValue={(value) => form.set(fieldName(field.ID), value)}
                    error={form.problems[fieldName(field.ID)]}
                  />
                  <Theirs details={details} name={fieldName(field.ID)} label={field.name} />
                </div>
              ))}
            </fieldset>
          ))}
        </fieldset>
      </CardForm>
    </>
  );
}

function OwnFields({ details }: { details: DetailsForm }) {
  const { form } = details;
  const input = (name: string) => ({
    value: String(form.values[name] ?? ''),
    onValue: (value: string) => form.set(name, value),
    error: form.problems[name],
    autocomplete: 'off',
  });
  const choice = (name: string) => ({
    value: String(form.values[name] ?? ''),
    onChoose: (value: string) => form.set(name, value),
  });
  const none = { value: '', label: '—' };
  const cell = (name: keyof typeof labels, control: ComponentChildren) => (
    <div>
      {control}
      <Theirs details={details} name={name} label={labels[name]} />
    </div>
  );
  return (
    <>
      {cell(
        'email',
        <TextField label={labels.email} type="email" maxLength={longestEmail} required {...input('email')} />,
      )}
      <div class="pair">
        {cell('f_name', <TextField label={labels.f_name} {...input('f_name')} />)}
        {cell('l_name', <TextField label={labels.l_name} {...input('l_name')} />)}
      </div>
      <div class="pair">
        {cell('contact_no', <TextField label={labels.contact_no} type="tel" {...input('contact_no')} />)}
        {cell('state', <TextField label={labels.state} {...input('state')} />)}
      </div>
      <div class="pair">
        {cell(
          'country',
          <Combobox label={labels.country} choices={[none, ...countryChoices()]} {...choice('country')} />,
        )}
        {cell('timezone', <Combobox label={labels.timezone} choices={[none, ...zones()]} {...choice('timezone')} />)}
      </div>
      <div class="pair">
        {cell('type', <Select label={labels.type} options={types(input('type').value)} {...input('type')} />)}
        {cell('source', <TextField label={labels.source} {...input('source')} />)}
        {cell('points', <TextField label={labels.points} inputMode="numeric" {...input('points')} />)}
      </div>
    </>
  );
}

const zones = () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

function types(now: string) {
  const names = text.contacts.types;
  const known = Object.entries(names).map(([value, label]) => ({ value, label }));
  return now in names ? known : [{ value: now, label: now || '—' }, ...known];
}

type TheirsProps = { details: DetailsForm; name: string; label: string };

/** What others made of a field that is changed here, too. */
function Theirs({ details: { conflicts, take }, name, label }: TheirsProps) {
  const value = conflicts[name];
  if (value === undefined) return null;
  return (
    <p class="notice warn theirs" role="alert">
      <span>{words.theirs([value].flat().join(', ') || '—')}</span>
      <Button aria-label={words.takeNamed(label)} onClick={() => take(name)}>
        {words.take}
      </Button>
    </p>
  );
}
