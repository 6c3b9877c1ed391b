/** Parameters of custom fields. */
import Type, { type Static } from 'typebox';
import { longestLabel, longestPlaceholder } from '../../../../shared/limits-of-fields.ts';
import { pagingArgs } from '../../../host/envelope.ts';

export const ListArgs = Type.Object({
  page: pagingArgs.page,
  details: Type.Optional(Type.Boolean({ description: 'Adds mode, search and position (the place in forms, from 1).' })),
  counts: Type.Optional(
    Type.Boolean({ description: 'Adds the number of contacts with a value, null until it is known.' }),
  ),
});

const attributes = {
  group_id: Type.Optional(Type.Integer({ minimum: 0, description: 'Field group; 0 is the default one.' })),
  placeholder: Type.Optional(Type.String({ maxLength: longestPlaceholder })),
  mode: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, description: '1 editable, 2 not editable.' })),
  search: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, description: '1 searchable, 2 not searchable.' })),
  options: Type.Optional(
    Type.Unknown({ description: 'Choices: texts, or key-to-text pairs. A select, radio or checkbox needs one.' }),
  ),
};
const name = Type.String({ maxLength: longestLabel, description: 'The name.' });
const type = Type.Integer({
  minimum: 1,
  maximum: 7,
  description: '1 text, 2 number, 3 textarea, 4 select, 5 radio, 6 checkbox, 7 date.',
});

export const NewField = Type.Object({ field_name: name, type, ...attributes });
export type NewField = Static<typeof NewField>;

export const FieldChange = Type.Object({
  slug: Type.String({ maxLength: longestLabel, description: 'The slug.' }),
  field_name: name,
  type: Type.Optional(type),
  ...attributes,
});
export type FieldChange = Static<typeof FieldChange>;
