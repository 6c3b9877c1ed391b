/** The brand of a domain's visitor pages, beside a live preview. */
import { longestName, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { BrandPreview, hexOf } from './brand-preview.tsx';
import { useDomainForm } from './domain-form.ts';

const words = text.domains;

type Values = { name: string; logoUrl: string; color: string };
/** The form's values. The service reports problems of the whole brand under `brand`. */
type BrandForm = Values & { brand: null };

const labels = { name: words.brandName, logoUrl: words.logoUrl, color: words.color, brand: words.brand };

const valuesOf = ({ brand }: Domain): BrandForm => ({
  brand: null,
  name: brand?.name ?? '',
  logoUrl: brand?.logoUrl ?? '',
  color: brand?.color ?? '',
});

const toBrand = ({ name, logoUrl, color }: Values) =>
  name.trim() === '' && logoUrl.trim() === '' && color.trim() === ''
    ? null
    : { name: name.trim(), logoUrl: logoUrl.trim() || null, color: color.trim() || null };

type BrandProps = { domain: Domain; onChange: (domain: Domain) => void };

export function Brand({ domain, onChange }: BrandProps) {
  const form = useDomainForm({
    domain,
    onChange,
    valuesOf,
    write: (path, values, headers) => api.patch<Domain>(path, { brand: toBrand(values) }, headers),
    words: { label: (name) => labels[name] },
  });
  return (
    <form class="card" onSubmit={form.submit}>
      <header>
        <h2>{words.brand}</h2>
        {domain.status === 'verified' && (
          <a class="text small" href={`https://${domain.hostname}/-`} target="_blank" rel="noreferrer">
            {words.seePage}
          </a>
        )}
      </header>
      <div class="body">
        <p class="soft">{words.brandNote}</p>
        <div class="brand-form">
          <div class="form">
            <Problem of={form} />
            <Fields form={form} />
          </div>
          <BrandPreview {...form.values} />
        </div>
      </div>
      {may('admin') && (
        <footer class="end">
          <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
            {text.actions.save}
          </Button>
        </footer>
      )}
    </form>
  );
}

function Fields({ form }: { form: Form<BrandForm> }) {
  const at = (name: keyof Values) => ({ ...form.field(name), error: form.problems[`brand.${name}`] });
  const readOnly = !may('admin');
  return (
    <>
      <TextField label={words.brandName} maxLength={longestName} readOnly={readOnly} {...at('name')} />
      <TextField
        label={words.logoUrl}
        hint={words.logoUrlHint}
        placeholder="https://"
        spellcheck={false}
        maxLength={longestUrl}
        readOnly={readOnly}
        {...at('logoUrl')}
      />
      <Field label={words.color} hint={words.colorHint} error={form.problems['brand.color']}>
        {(control) => (
          <div class="bar colour">
            <input
              {...control}
              value={form.values.color}
              maxLength={7}
              spellcheck={false}
              readOnly={readOnly}
              onInput={(event) => form.set('color', event.currentTarget.value)}
            />
            <input
              type="color"
              aria-label={words.pickColor}
              value={hexOf(form.values.color) ?? '#1957d2'}
              disabled={readOnly}
              onInput={(event) => form.set('color', event.currentTarget.value)}
            />
          </div>
        )}
      </Field>
    </>
  );
}
