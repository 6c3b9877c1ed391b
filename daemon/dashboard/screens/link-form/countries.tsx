/** Destinations by country, one row each. */
import { useMemo } from 'preact/hooks';
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { countryChoices } from '../../../../shared/ui/countries.ts';
import { TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { countryName } from '../../../../shared/ui/format.ts';
import { text } from '../../text/later.ts';
import type { CountryRow } from './fields.ts';
import type { Values } from './values.ts';

const words = text.linkForm;
const nameOf = (country: string) => (country ? countryName(country) : words.aCountry);

export function Countries({ form }: { form: Form<Values> }) {
  const rows = form.values.geo;
  const choices = useMemo(countryChoices, []);
  const change = (at: number, row: Partial<CountryRow>) =>
    form.set(
      'geo',
      rows.map((one, n) => (n === at ? { ...one, ...row } : one)),
    );
  return (
    <>
      <p class="soft small">{words.countriesNote}</p>
      {rows.map(({ country, url }, n) => (
        <div class="links-country" key={n}>
          <Combobox
            label={words.country(n + 1)}
            value={country}
            choices={choices}
            placeholder={words.countryPlaceholder}
            onChoose={(value) => change(n, { country: value })}
          />
          <TextField
            label={words.countryUrl(nameOf(country))}
            value={url}
            onValue={(value) => change(n, { url: value })}
            error={form.problems[`geo.${n}`] ?? form.problems[`geo.${country}`]}
            maxLength={longestUrl}
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
          />
          <Button
            kind="bare"
            icon="trash"
            label={words.removeCountry(nameOf(country))}
            onClick={() =>
              form.set(
                'geo',
                rows.filter((_, at) => at !== n),
              )
            }
          />
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => form.set('geo', [...rows, { country: '', url: '' }])}>
          {words.addCountry}
        </Button>
      </div>
    </>
  );
}
