/** The body of every error answer, as a schema. `errors.ts` writes it. */
import Type from 'typebox';

export const ErrorDetail = Type.Object(
  {
    code: Type.String({ description: 'Stable; branch on it.' }),
    message: Type.String({ description: 'For people.' }),
    details: Type.Optional(Type.Unknown({ description: 'More, by code; validation names the `field`.' })),
  },
  { additionalProperties: false },
);

export const ErrorBody = Type.Object({ error: ErrorDetail }, { additionalProperties: false });
