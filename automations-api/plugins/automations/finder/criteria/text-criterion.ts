/** The search criterion, on email addresses, names and phone numbers. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import { search as limits } from '../../../../../shared/limits-of-fields.ts';
import { formsOf } from '../../../../../shared/unicode-forms.ts';
import { digitsOf, phoneKeyOf } from '../../core/text.ts';
import { hasPart, inLowerCase } from './compare-texts.ts';
import { criterionKind } from './criterion.ts';

const args = {
  search: Type.Optional(
    Type.String({
      maxLength: limits.text,
      description:
        'Part of the email address, of the name ("first last") or, ignoring punctuation, of the phone number.',
    }),
  ),
};

export const searchCriterion = criterionKind({
  name: 'search',
  label: 'Search',
  args,
  read({ search = '' }) {
    const given = search.trim().replaceAll('\0', '');
    if (given === '') return undefined;
    return async (db) => {
      const parts = [...new Set(await inLowerCase(db, formsOf(given)))];
      const digits = digitsIn(given);
      const conditions = [
        ...searched.map((text) => hasPart(text, parts)),
        ...(digits.length > 0 ? [hasPart(phoneDigits, digits)] : []),
      ];
      return [
        {
          sql: sql`(${sql.join(conditions, sql` OR `)})`,
          inIndex: (index) => index.texts.search([...parts, ...digits.map(phoneKeyOf)]),
        },
      ];
    };
  },
});

/** SQL expressions for the searched texts. The index searches the same texts. */
const searched = [lowered(sql`c.email`), lowered(sql`CONCAT_WS(' ', c.f_name, c.l_name)`)];
const phoneDigits = sql`REGEXP_REPLACE(c.contact_no, '[^0-9]', '')`;

/** Returns the digits of a text that looks like a part of a phone number. */
const digitsIn = (text: string) => (/^[\d\s+().,/-]+$/.test(text) && /\d/.test(text) ? [digitsOf(text)] : []);
