/** Criteria on country and source. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import { formsOf } from '../../../../../shared/unicode-forms.ts';
import { parseCountry } from '../../contacts/core/countries.ts';
import { inLowerCase, isOneOf } from './compare-texts.ts';
import { criterionKind } from './criterion.ts';

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
        inIndex: (index) => (bits) => index.keepCountries(bits, countries),
      },
    ];
  },
});

/** Splits codes such as `DE,FR`, but not names, which can contain commas. */
const splitCodes = (text: string) => (/^\s*[a-z]{2}(\s*,\s*[a-z]{2})+\s*$/i.test(text) ? text.split(',') : [text]);

export const sourceCriterion = criterionKind({
  name: 'source',
  label: 'Source',
  args: { source: texts(100, 'From one of these sources, in any case.') },
  read({ source = [] }) {
    const given = [...new Set(source.filter(isGiven).map((text) => text.trim()))];
    if (given.length === 0) return undefined;
    return async (db) => {
      const sources = await inLowerCase(db, given.flatMap(formsOf));
      return [
        {
          sql: isOneOf(lowered(sql`c.source`), sources),
          inIndex: (index) => (bits) => index.keepSources(bits, sources),
        },
      ];
    };
  },
});
