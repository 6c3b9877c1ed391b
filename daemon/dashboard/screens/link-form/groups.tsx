/** What a link may have besides, in groups that are opened when they are needed. */
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Check, Select, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { text } from '../../text/text.ts';
import type { Link, PlanList } from '../../types.ts';
import { Countries } from './countries.tsx';
import { planFor } from './gate.tsx';
import { Group } from './group.tsx';
import { problemOf } from './main-fields.tsx';
import { PreviewFields } from './preview-fields.tsx';
import { UtmFields } from './utm-fields.tsx';
import type { Values } from './values.ts';

const words = text.linkForm;
type FormProps = { form: Form<Values> };
type Props = FormProps & { link: Link | undefined; plans: PlanList | undefined };

export function Groups({ form, link, plans }: Props) {
  const { values } = form;
  const gateOf = (feature: string, name: keyof typeof words.gateFeatures) => {
    const plan = planFor(feature, plans);
    return plan && { plan, what: words.gateFeatures[name] };
  };
  const groupOf = (name: keyof typeof words.details, fields: (keyof Values)[], isSet: boolean) => ({
    key: name,
    title: words.details[name],
    isSet,
    hasProblem: fields.some((field) => problemOf(form, field) !== undefined),
  });
  const times: (keyof Values)[] = ['startsAt', 'notStartedUrl', 'expiresAt', 'maxClicks', 'expiredUrl'];
  const hasPassword = link?.hasPassword === true && !values.isPasswordOff;
  return (
    <div class="links-groups">
      <Group
        {...groupOf(
          'expiry',
          times,
          times.some((name) => values[name] !== ''),
        )}
        gate={gateOf('expiresAt', 'expiry')}
      >
        <ExpiryFields form={form} />
      </Group>
      <Group
        {...groupOf('password', ['password'], hasPassword || values.password !== '')}
        gate={gateOf('password', 'password')}
      >
        <PasswordFields form={form} link={link} />
      </Group>
      <Group
        {...groupOf('devices', ['iosUrl', 'androidUrl'], values.iosUrl !== '' || values.androidUrl !== '')}
        gate={gateOf('iosUrl', 'devices')}
      >
        <TextField label={words.iosUrl} hint={words.appHint} {...plain} {...form.field('iosUrl')} />
        <TextField label={words.androidUrl} hint={words.appHint} {...plain} {...form.field('androidUrl')} />
      </Group>
      <Group {...groupOf('countries', ['geo'], values.geo.length > 0)} gate={gateOf('geo', 'countries')}>
        <Countries form={form} />
      </Group>
      <Group
        {...groupOf(
          'utm',
          ['utm'],
          Object.values(values.utm).some((value) => value !== ''),
        )}
      >
        <UtmFields form={form} />
      </Group>
      <Group
        {...groupOf(
          'preview',
          ['preview'],
          Object.values(values.preview).some((value) => value !== ''),
        )}
      >
        <PreviewFields form={form} />
      </Group>
      <Group
        {...groupOf(
          'advanced',
          ['redirectType', 'externalId', 'importedClicks'],
          values.redirectType !== '302' || values.externalId !== '' || values.importedClicks !== '',
        )}
      >
        <AdvancedFields form={form} />
      </Group>
    </div>
  );
}

/** Of addresses that people paste. */
const plain = { maxLength: longestUrl, autocomplete: 'off', spellcheck: false, inputMode: 'url' } as const;

function ExpiryFields({ form }: FormProps) {
  return (
    <>
      <p class="soft small">{words.zone(zoneOf())}</p>
      <div class="pair">
        <TextField label={words.startsAt} type="datetime-local" {...form.field('startsAt')} />
        <TextField label={words.expiresAt} type="datetime-local" {...form.field('expiresAt')} />
      </div>
      <TextField
        label={words.maxClicks}
        type="number"
        min={1}
        max={links.maxClicks}
        inputMode="numeric"
        {...form.field('maxClicks')}
      />
      <TextField label={words.notStartedUrl} hint={words.elseGone} {...plain} {...form.field('notStartedUrl')} />
      <TextField label={words.expiredUrl} hint={words.elseGone} {...plain} {...form.field('expiredUrl')} />
    </>
  );
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

function AdvancedFields({ form }: FormProps) {
  return (
    <>
      <Select
        label={words.redirectType}
        options={[
          { value: '302', label: words.redirect302 },
          { value: '301', label: words.redirect301 },
        ]}
        {...form.field('redirectType')}
      />
      <TextField
        label={words.externalId}
        hint={words.externalIdHint}
        maxLength={links.externalId}
        autocomplete="off"
        {...form.field('externalId')}
      />
      <TextField
        label={words.importedClicks}
        hint={words.importedClicksHint}
        type="number"
        min={0}
        inputMode="numeric"
        {...form.field('importedClicks')}
      />
    </>
  );
}
