/** Optional settings of a link, in collapsible groups. */
import type { ComponentChildren } from 'preact';
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Check, Select, TextArea, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { Bones } from '../../../../shared/ui/states.tsx';
import type { Link, PlanList } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Countries } from './countries.tsx';
import { type FieldName, type FieldOf, fieldNames, fields, type LineName } from './fields.ts';
import { Group } from './group.tsx';
import { Line, problemOf } from './main-fields.tsx';
import { gateOf } from './plan-gate.tsx';
import { UtmFields } from './utm-fields.tsx';
import type { Values } from './values.ts';

const words = text.linkForm;
type FormProps = { form: Form<Values> };
type Props = FormProps & { link: Link | undefined; plans: PlanList | undefined };

export function Groups({ form, link, plans }: Props) {
  const { values } = form;
  const all = { form, plans };
  const hasPassword = link?.hasPassword === true && !values.isPasswordOff;
  return (
    <div class="links-groups">
      <FieldGroup {...all} name="rules" gate="rules">
        <Routing form={form} part="RuleFields" />
      </FieldGroup>
      <FieldGroup {...all} name="variants" gate="variants">
        <Routing form={form} part="VariantFields" />
      </FieldGroup>
      <FieldGroup {...all} name="expiry" gate="expiresAt">
        <p class="soft small">{words.zone(zoneOf())}</p>
      </FieldGroup>
      <FieldGroup {...all} name="password" gate="password" isSet={hasPassword || values.password !== ''}>
        <PasswordFields form={form} link={link} />
      </FieldGroup>
      <FieldGroup {...all} name="devices" gate="iosUrl" />
      <FieldGroup {...all} name="countries" gate="geo">
        <Countries form={form} />
      </FieldGroup>
      <FieldGroup {...all} name="utm">
        <UtmFields utm={values.utm} onUtm={(utm) => form.set('utm', utm)} problems={form.problems} />
      </FieldGroup>
      <FieldGroup {...all} name="preview">
        <PreviewFields form={form} />
      </FieldGroup>
      <FieldGroup {...all} name="advanced">
        <Select
          label={words.fields.redirectType}
          options={[
            { value: '302', label: words.redirect302 },
            { value: '301', label: words.redirect301 },
          ]}
          {...form.field('redirectType')}
        />
      </FieldGroup>
    </div>
  );
}

const fieldOf: Record<FieldName, FieldOf> = fields;
const isLine = (name: FieldName): name is LineName => fieldOf[name].props !== undefined;
const isTime = (name: LineName) => fieldOf[name].props?.type === 'datetime-local';

type FieldGroupProps = FormProps & {
  name: keyof typeof words.details;
  plans: PlanList | undefined;
  /** The feature that determines the required plan. */
  gate?: keyof typeof words.gateFeatures;
  isSet?: boolean;
  /** Content above the group's single-line fields. */
  children?: ComponentChildren;
};

function FieldGroup({ name, form, plans, gate, isSet, children }: FieldGroupProps) {
  const names = fieldNames.filter((one) => fieldOf[one].group === name);
  const lines = names.filter(isLine);
  const lineOf = (one: LineName) => <Line key={one} form={form} name={one} />;
  const isGiven = (one: FieldName) => JSON.stringify(form.values[one]) !== JSON.stringify(fieldOf[one].empty);
  return (
    <Group
      title={words.details[name]}
      isSet={isSet ?? names.some(isGiven)}
      hasProblem={[name, ...names].some((one) => problemOf(form, one) !== undefined)}
      gate={gate && gateOf(gate, plans)}
    >
      {children}
      {lines.some(isTime) && <div class="pair">{lines.filter(isTime).map(lineOf)}</div>}
      {lines.filter((one) => !isTime(one)).map(lineOf)}
    </Group>
  );
}

/** Shows fields that are loaded when their group opens. */
function Routing({ form, part }: FormProps & { part: 'RuleFields' | 'VariantFields' }) {
  const { data } = useLoad(() => import('./routing-fields.tsx'), []);
  const Fields = data?.[part];
  return Fields ? <Fields form={form} /> : <Bones rows={2} />;
}

function PasswordFields({ form, link }: FormProps & { link: Link | undefined }) {
  return (
    <>
      <TextField
        label={words.details.password}
        type="password"
        autocomplete="new-password"
        maxLength={links.password.longest}
        hint={link?.hasPassword ? words.passwordKept : words.passwordHint}
        disabled={form.values.isPasswordOff}
        {...form.field('password')}
      />
      {link?.hasPassword && (
        <Check
          label={words.passwordOff}
          isOn={form.values.isPasswordOff}
          onChange={(isOff) => form.set('isPasswordOff', isOff)}
        />
      )}
    </>
  );
}

/** Shows the fields for the preview of a link in chats and social networks. */
function PreviewFields({ form }: { form: Form<Values> }) {
  const { preview } = form.values;
  const field = (name: keyof Values['preview']) => ({
    value: preview[name],
    onValue: (value: string) => form.set('preview', { ...preview, [name]: value }),
    error: form.problems[`preview.${name}`],
  });
  return (
    <>
      <p class="soft small">{words.previewNote}</p>
      <TextField label={words.preview.title} maxLength={links.preview.title} autocomplete="off" {...field('title')} />
      <TextArea
        label={words.preview.description}
        maxLength={links.preview.description}
        rows={2}
        {...field('description')}
      />
      <TextField
        label={words.preview.imageUrl}
        maxLength={longestUrl}
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        placeholder="https://"
        {...field('imageUrl')}
      />
    </>
  );
}
