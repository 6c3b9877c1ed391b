/** Bodies of UTM templates. */
import Type, { type Static } from 'typebox';
import { text } from '../api/schemas.ts';
import { Utm } from '../links/core/fields.ts';
import type { UtmName } from './used-values.ts';

const closed = { additionalProperties: false };

export const UtmTemplateInput = Type.Object({ utm: Utm }, closed);

export const UtmTemplate = Type.Object(
  { name: text('Newsletter'), utm: Utm, updatedAt: Type.String({ format: 'date-time' }) },
  closed,
);
export type UtmTemplate = Static<typeof UtmTemplate>;

const values = (example: string) => Type.Array(text(example));
const used = {
  source: values('newsletter'),
  medium: values('email'),
  campaign: values('spring'),
  term: values('shoes'),
  content: values('header'),
} satisfies Record<UtmName, unknown>;

export const UsedUtm = Type.Object(used, {
  ...closed,
  description: 'The most frequent values of each parameter in the newest 1,000 links and the templates, up to 50.',
});

export const UtmTemplateList = Type.Object({ templates: Type.Array(UtmTemplate), used: UsedUtm }, closed);
