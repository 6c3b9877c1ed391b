/** The criterion on the type: lead or customer. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { contactTypes } from '../../core/contact-columns.ts';
import { criterionKind } from './criterion.ts';

export const typeCriterion = criterionKind({
  name: 'type',
  label: 'Type',
  args: {
    type: Type.Optional(
      Type.Array(Type.Enum([...contactTypes]), { maxItems: 20, description: 'One of these types: lead, customer.' }),
    ),
  },
  read({ type = [] }) {
    const types = [...new Set(type)];
    if (types.length === 0) return undefined;
    return () => [
      { sql: sql`c.type IN (${sql.join(types)})`, inIndex: (index) => (bits) => index.keepTypes(bits, types) },
    ];
  },
});
