/** A link's fields as text, for conflicts with another user's changes. */
import { countryName } from '../../../../shared/ui/format.ts';
import type { FieldWords } from '../../../../shared/ui/save-changed.ts';
import { text } from '../../text/later.ts';
import { summaryOf } from './condition-words.ts';
import type { CountryRow } from './fields.ts';
import type { RuleRow, VariantRow } from './rule-values.ts';

const { linkForm } = text;

const { fields, utm, preview } = linkForm;
const members: Record<string, Record<string, string>> = { utm, preview };
const labels: Record<string, string> = fields;

const variantsText = (rows: VariantRow[]) =>
  rows.map(({ name, url, weight }) => `${name} ${weight} %: ${url}`).join('\n');
const ruleText = ({ when, url, variants }: RuleRow) => `${summaryOf(when)}: ${url || variantsText(variants)}`;

export const fieldWords: FieldWords<Record<string, unknown>> = {
  label: (path) => {
    const [name = '', member] = path.split('.');
    return (member === undefined ? labels[name] : members[name]?.[member]) ?? path;
  },
  show: (name, value) => {
    if (name === 'geo')
      return (value as CountryRow[]).map(({ country, url }) => `${countryName(country)}: ${url}`).join('\n');
    if (name === 'variants') return variantsText(value as VariantRow[]);
    if (name === 'rules') return (value as RuleRow[]).map(ruleText).join('\n');
    return /At$/.test(name) ? String(value).replace('T', ' ') : undefined;
  },
};
