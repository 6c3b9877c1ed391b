/** The bodies of changing tags. */
import Type from 'typebox';
import { tagName } from '../links/core/schema.ts';

const closed = { additionalProperties: false };

export const TagPatch = Type.Object({ name: tagName() }, closed);

export const TagRenamed = Type.Object(
  {
    tag: Type.String({ description: 'What it is called now.' }),
    merged: Type.Boolean({ description: 'Links had a tag of that name already; the two are one now.' }),
  },
  closed,
);

export const TagDeleted = Type.Object({ deleted: Type.Literal(true) }, closed);
