/** The criterion on contacts' ids. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { search } from '../../../../../shared/limits-of-fields.ts';
import { criterionKind } from './criterion.ts';

export const idCriterion = criterionKind({
  name: 'ids',
  label: 'Chosen contacts',
  args: {
    ids: Type.Optional(
      Type.Array(Type.Integer(), { maxItems: search.ids, description: 'One of these contacts, by id.' }),
    ),
  },
  read({ ids = [] }) {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return undefined;
    return () => [
      { sql: sql`c.id IN (${sql.join(wanted)})`, inIndex: (index) => (bits) => index.keepIds(bits, wanted) },
    ];
  },
});
