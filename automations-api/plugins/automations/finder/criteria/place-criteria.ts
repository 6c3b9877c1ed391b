/** Criteria on country, state and source. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import { contacts } from '../../../../../shared/limits-of-fields.ts';
import { formsOf } from '../../../../../shared/unicode-forms.ts';
import { parseCountry } from '../../contacts/core/countries.ts';
import type { Db } from '../../core/tables.ts';
import { inLowerCase, isOneOf } from './compare-texts.ts';
import { type Criterion, criterionKind } from './criterion.ts';

const texts = (maxLength: number, description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength }), { maxItems: 100, description }));
const isGiven = (text: string) => text.trim() !== '';

export const countryCriterion = criterionKind({
  name: 'country',
  label: 'Country',
  args: { country: texts(300, 'In one of these countries: two letters, or the English name.') },
  read({ country = [] }) {
    const countries = [...new Set(country.flatMap(splitCodes).filter(isGiven).map(parseCountry))];
    if (countries.length === 0) return undefined;
    return () => [
      {
        sql: sql`c.country IN (${sql.join(countries)})`,
        inIndex: (index) => (bits) => index.keepTexts(bits, 'country', countries),
      },
    ];
  },
});

/** Splits codes such as `DE,FR`, but not names, which can contain commas. */
const splitCodes = (text: string) => (/^\s*[a-z]{2}(\s*,\s*[a-z]{2})+\s*$/i.test(text) ? text.split(',') : [text]);

export const stateCriterion = criterionKind({
  name: 'state',
  label: 'State or province',
  args: { state: texts(contacts.state, 'In one of these states or provinces, in any case.') },
  read: ({ state }) => isOneOfTexts('state', state),
});

export const sourceCriterion = criterionKind({
  name: 'source',
  label: 'Source',
  args: { source: texts(100, 'From one of these sources, in any case.') },
  read: ({ source }) => isOneOfTexts('source', source),
});

/** Builds the criterion on a text column, which is compared without case. */
function isOneOfTexts(column: 'state' | 'source', values: string[] = []) {
  const given = [...new Set(values.filter(isGiven).map((text) => text.trim()))];
  if (given.length === 0) return undefined;
  return async (db: Db): Promise<Criterion[]> => {
    const wanted = await inLowerCase(db, given.flatMap(formsOf));
    return [
      {
        sql: isOneOf(lowered(sql`c.${sql.ref(column)}`), wanted),
        inIndex: (index) => (bits) => index.keepTexts(bits, column, wanted),
      },
    ];
  };
}
