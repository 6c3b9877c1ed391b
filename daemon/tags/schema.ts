/** Bodies of changes to tags. */
import Type from 'typebox';
import { no, text } from '../api/schemas.ts';
import { tagName } from '../links/core/schema.ts';

const closed = { additionalProperties: false };

export const TagPatch = Type.Object({ name: tagName() }, closed);

export const TagRenamed = Type.Object(
  {
    tag: text('spring-2027', 'The new name.'),
    merged: no('A tag with that name existed; the two were merged.'),
  },
  closed,
);

export const TagDeleted = Type.Object({ deleted: Type.Literal(true) }, closed);
