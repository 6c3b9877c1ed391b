/** The body of every error answer, as a schema. `errors.ts` writes it. */
import Type from 'typebox';

export const ErrorDetail = Type.Object(
  {
    code: Type.String({ description: 'Stable, and safe to branch on.' }),
    message: Type.String({ description: 'Text for users.' }),
    details: Type.Optional(
      Type.Unknown({ description: 'Further details, by code; validation errors name the `field`.' }),
    ),
  },
  { additionalProperties: false },
);

export const ErrorBody = Type.Object({ error: ErrorDetail }, { additionalProperties: false });
