/** The dialog that changes the UTM parameters and the expiry of many links. */
import { Check } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { text } from '../../text/later.ts';
import { ExpiryField } from '../link-form/expiry-field.tsx';
import { fields, type UtmValues, utmMembers } from '../link-form/fields.ts';
import { Group } from '../link-form/group.tsx';
import { gateOf, usePlans } from '../link-form/plan-gate.tsx';
import { UtmFields } from '../link-form/utm-fields.tsx';
import { refusal } from '../link-form/values.ts';
import { type Change, editing } from './actions.ts';
import type { BulkAction } from './bulk.ts';

const words = text.links;

type Values = {
  utm: UtmValues;
  /** Removes the UTM parameters that are left empty. */
  isUtmWhole: boolean;
  expiresAt: string;
  /** Removes the expiry. */
  isExpiryOff: boolean;
};
const empty: Values = {
  utm: fields.utm.empty,
  isUtmWhole: false,
  expiresAt: fields.expiresAt.empty,
  isExpiryOff: false,
};

type Props = { count: number; onRun: (action: BulkAction) => void; onClose: () => void };

export function EditMany({ count, onRun, onClose }: Props) {
  const plans = usePlans().data;
  const form = useForm<Values>(empty, async (values) => {
    onRun(editing(changeIn(values)));
    onClose();
  });
  const { utm, isUtmWhole, isExpiryOff } = form.values;
  const isUtmSet = isUtmWhole || fields.utm.given(utm) !== null;
  const isExpirySet = isExpiryOff || form.values.expiresAt !== '';
  return (
    <FormDialog
      title={words.editManyTitle(count)}
      form={form}
      action={text.actions.save}
      isDisabled={!isUtmSet && !isExpirySet}
      onClose={onClose}
    >
      <div class="links-groups">
        <Group title={text.linkForm.details.utm} isSet={isUtmSet} isOpenFirst>
          <p class="soft small">{words.utmMerged}</p>
          <UtmFields utm={utm} onUtm={(typed) => form.set('utm', typed)} />
          <Check label={words.utmWhole} isOn={isUtmWhole} onChange={(isOn) => form.set('isUtmWhole', isOn)} />
        </Group>
        <Group
          title={text.linkForm.details.expiry}
          isSet={isExpirySet}
          isOpenFirst
          hasProblem={form.problems.expiresAt !== undefined}
          gate={gateOf('expiresAt', plans)}
        >
          <p class="soft small">{text.linkForm.zone(zoneOf())}</p>
          <ExpiryField {...form.field('expiresAt')} disabled={isExpiryOff} />
          <Check label={words.expiryOff} isOn={isExpiryOff} onChange={(isOn) => form.set('isExpiryOff', isOn)} />
        </Group>
      </div>
    </FormDialog>
  );
}

/** Returns the change that the values describe. @throws {FieldProblems} */
function changeIn({ utm, isUtmWhole, expiresAt, isExpiryOff }: Values): Change {
  const fail = (problem: string) => {
    throw refusal({ expiresAt: problem });
  };
  const merged = utmMembers
    .filter((name) => isUtmWhole || utm[name].trim() !== '')
    .map((name) => [name, utm[name].trim()]);
  const expiry = isExpiryOff ? null : fields.expiresAt.given(expiresAt, { zone: zoneOf(), fail });
  return {
    ...(merged.length > 0 && { mergeUtm: Object.fromEntries(merged) }),
    ...((isExpiryOff || expiry) && { set: { expiresAt: expiry } }),
  };
}
