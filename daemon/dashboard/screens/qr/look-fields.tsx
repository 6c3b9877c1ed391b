/** Form fields for a QR code's look. */
import { useEffect } from 'preact/hooks';
import { qr } from '../../../../shared/limits-of-fields.ts';
import { Field, Select, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { pathTo } from '../../core/routes.ts';
import { text } from '../../text/later.ts';
import { LogoField } from './logo-field.tsx';
import type { LookGate } from './qr-look.ts';
import { brandLogo, contrastOf, firstLook, hexOf, type QrLook } from './qr-look.ts';

const words = text.qr;

/** `isSheet`: the codes are vectors with a size in millimetres. */
type LookFieldsProps = LookGate & { form: FieldsOf; isSheet?: boolean };
type FieldsOf = Pick<Form<QrLook>, 'values' | 'set' | 'field' | 'problems'>;

export function LookFields({ form, isSheet, canColour, plan, hasBrandLogo }: LookFieldsProps) {
  // The last look can come from another domain.
  useEffect(() => {
    if (hasBrandLogo === false && form.values.logo === brandLogo) form.set('logo', '');
  }, [hasBrandLogo]);
  return (
    <>
      <fieldset class="field">
        <legend class="sr">{words.colours}</legend>
        <div class="pair">
          <ColourField label={words.fg} name="fg" form={form} isOff={!canColour} />
          <ColourField label={words.bg} name="bg" form={form} isOff={!canColour} />
        </div>
        {canColour ? (
          !form.problems.fg && <Contrast look={form.values} />
        ) : (
          <p class="small soft">
            {words.coloursNeed(plan ?? '')} <a href={pathTo('billing')}>{words.seePlans}</a>
          </p>
        )}
      </fieldset>
      <LogoField {...form.field('logo')} hasBrandLogo={hasBrandLogo === true} />
      <div class="pair">
        <Select
          label={words.style}
          options={words.styles}
          {...form.field('style')}
          onValue={(v) => form.set('style', v as QrLook['style'])}
        />
        <TextField
          label={words.margin}
          hint={words.marginHint}
          type="number"
          min={qr.margin.least}
          max={qr.margin.most}
          required
          {...form.field('margin')}
        />
      </div>
      {!isSheet && (
        <div class="pair">
          <Select
            label={words.format}
            options={words.formats}
            {...form.field('format')}
            onValue={(v) => form.set('format', v as QrLook['format'])}
          />
          <TextField
            label={words.size}
            type="number"
            min={qr.size.least}
            max={qr.size.most}
            required
            {...form.field('size')}
          />
        </div>
      )}
      <Select
        label={words.ecc}
        hint={words.eccHint}
        options={words.eccs}
        {...form.field('ecc')}
        onValue={(v) => form.set('ecc', v as QrLook['ecc'])}
      />
    </>
  );
}

type ColourProps = { label: string; name: 'fg' | 'bg'; form: FieldsOf; isOff: boolean };

/** Shows a control for picking or typing a colour. */
function ColourField({ label, name, form, isOff }: ColourProps) {
  const { value, onValue, error } = form.field(name);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div class="bar colour">
          <input
            type="color"
            aria-label={words.pick(label)}
            value={hexOf(value, firstLook[name])}
            disabled={isOff}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <input
            {...control}
            value={isOff ? firstLook[name] : value}
            disabled={isOff}
            maxLength={7}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
}

function Contrast({ look }: { look: QrLook }) {
  const { ratio, fault } = contrastOf(look);
  return (
    <p class={fault ? 'small down' : 'small soft'} role="status">
      {fault ?? words.contrast(ratio.toFixed(1))}
    </p>
  );
}
