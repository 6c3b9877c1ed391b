/** The bodies of API keys. */
import Type from 'typebox';

export const KeyInput = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', description: 'a name, not blank' }) },
  { additionalProperties: false },
);

const fields = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: "the key's first characters" }),
  createdBy: Type.String({ description: "a user's id" }),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'to the minute' }),
};
export const Key = Type.Object(fields);
export const NewKey = Type.Object({ ...fields, key: Type.String({ description: 'the key itself, shown once' }) });
export const KeyList = Type.Object({ keys: Type.Array(Key) });
