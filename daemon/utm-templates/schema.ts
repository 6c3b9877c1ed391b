/** Bodies of UTM templates. */
import Type, { type Static } from 'typebox';
import { text } from '../api/schemas.ts';
import { Utm } from '../links/core/fields.ts';

const closed = { additionalProperties: false };

export const UtmTemplateInput = Type.Object({ utm: Utm }, closed);

export const UtmTemplate = Type.Object(
  { name: text('Newsletter'), utm: Utm, updatedAt: Type.String({ format: 'date-time' }) },
  closed,
);
export type UtmTemplate = Static<typeof UtmTemplate>;

export const UtmTemplateList = Type.Object({ templates: Type.Array(UtmTemplate) }, closed);
