/** Answer schemas of custom fields and their groups. */
import Type, { type Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count, named, text, time } from '../../../host/shapes.ts';

const optional = Type.Optional;
const id = text('Its id.', '1');
const name = text('The name.', 'Plan');

const own = {
  ID: id,
  name,
  type: text('1 text, 2 number, 3 textarea, 4 select, 5 radio, 6 checkbox, 7 date.', '4'),
  meta: Type.Union(
    [
      Type.Unsafe<never[]>({ type: 'array', maxItems: 0 }),
      Type.Object({ placeholder: optional(Type.String()), options: optional(Type.Array(Type.String())) }, closed),
    ],
    { description: 'An empty list if there are none.', examples: [{ options: ['Free', 'Pro'] }] },
  ),
  created_at: time('Creation time.'),
  slug: text('Its name in rules, filters and exports.', 'plan'),
};
const modes = {
  mode: text('1: its values can be changed; 2: they cannot.', '1'),
  search: text('1 searchable, 2 not searchable.', '1'),
};

export const Field = named('Field', {
  group_id: text('Its group; 0 if it has none.', '0'),
  ...own,
  mode: optional(modes.mode),
  search: optional(modes.search),
  position: optional(count('Position in forms, from 1.')),
  contacts: optional(nullable(count('Number of contacts with a value; null until it is known.'))),
});
export type Field = Static<typeof Field>;

const FieldRef = named('FieldRef', { ID: id, name });
export const FieldGroup = named('FieldGroup', { ID: id, name: text('The name.', 'Billing') });
export type FieldGroup = Static<typeof FieldGroup>;

export const FieldsAnswer = answerWith({ fields: Type.Record(Type.String(), Field, { description: 'By their ids.' }) });
export const MadeFieldAnswer = answerWith({
  fields: named('MadeField', {
    ...own,
    gid: text('Its group; 0 if it has none.', '0'),
    ...modes,
    view: text('Always 1.', '1'),
  }),
});
export const FieldAnswer = answerWith({ fields: FieldRef });

export const GroupsAnswer = answerWith({ field_groups: Type.Array(FieldGroup) });
export const GroupAnswer = answerWith({ field_groups: FieldGroup });
export const OrderAnswer = answerWith({
  fields: Type.Array(Type.Integer(), { examples: [[1]] }),
  groups: Type.Array(Type.Integer(), { examples: [[1]] }),
});
