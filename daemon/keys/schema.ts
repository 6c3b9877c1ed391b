/** Bodies of API keys. */
import Type from 'typebox';
import { longestName } from '../../shared/limits-of-fields.ts';
import { nameSchema } from '../../shared/name-schema.ts';
import { id, nullable, text, textOrNull, utcTime } from '../api/schemas.ts';
import { permissions } from './permission.ts';

export const Permission = Type.Enum(permissions, {
  description:
    "A `read` key has a viewer's rights, `write` a member's, `admin` an admin's; never more than its creator's.",
  examples: ['write'],
});

export const KeyInput = Type.Object(
  {
    name: { ...nameSchema(longestName), examples: ['Website'] },
    permission: Type.Optional(Permission),
    expiresAt: Type.Optional(nullable(utcTime())),
  },
  { additionalProperties: false },
);

const orNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const fields = {
  id: id('key'),
  name: text('Website'),
  prefix: text('fks_9aLw2Kx7', "the key's first characters"),
  permission: Permission,
  createdBy: id('usr', "a user's id"),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: orNull('to the minute'),
  expiresAt: orNull('null: never'),
  parentKeyId: textOrNull(null, 'the key that created it and is revoked with it; null: a user created it'),
};
export const Key = Type.Object(fields);
export const NewKey = Type.Object({
  ...fields,
  key: text('fks_9aLw2Kx7Qm4TzV8bRn1CyE5sHd3UgJ6f0pXi2A', 'the key itself, shown once'),
});
export const KeyList = Type.Object({ keys: Type.Array(Key) });
