/** The envelope of Waypost's own answers: `{ code: "success", data: { …payload, limit, offset } }`. */
import Type, { type TProperties } from 'typebox';
import type { PageWindow } from './core/route.ts';

/** The schema option that forbids fields that the schema does not declare. */
export const closed = { additionalProperties: false } as const;

/** Builds the schema of an answer with this payload. */
export const answerWith = <Payload extends TProperties>(payload: Payload) =>
  Type.Object(
    {
      code: Type.Literal('success'),
      data: Type.Object(
        {
          ...payload,
          limit: Type.Integer({ description: 'Items per page; 0 if the answer is not a list.', examples: [0] }),
          offset: Type.Integer({ description: 'Items skipped.', examples: [0] }),
        },
        closed,
      ),
    },
    closed,
  );

/** Wraps a payload. Only collections have a limit and an offset. */
export const envelope = <Payload extends object>(payload: Payload, { limit, offset }: PageWindow) => ({
  code: 'success' as const,
  data: { ...payload, limit, offset },
});

export const success = <Payload extends object>(payload: Payload) => ({
  data: envelope(payload, { limit: 0, offset: 0 }),
});

/** The schema of an answer without payload. */
export const Done = answerWith({});
