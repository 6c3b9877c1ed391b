/** Bodies of the audit log. */
import Type, { type Static } from 'typebox';
import { exampleIds, nextCursor, text, textOrNull, utcTime } from '../api/schemas.ts';

export const AuditQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'entries a page' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page' })),
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z-]{1,20}(\\.[a-z-]{1,30})?$',
      description: 'an action such as `link.update`, or a kind of object such as `link` for all of its actions',
    }),
  ),
  objectId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'Only entries about this object.' }),
  ),
  userId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only entries by this user.' })),
  from: Type.Optional({
    ...utcTime(),
    description: 'a time in UTC such as 2030-01-31T09:00:00Z; earlier entries are left out',
  }),
  to: Type.Optional({
    ...utcTime(),
    description: 'a time in UTC such as 2030-01-31T09:00:00Z; entries from then on are left out',
  }),
});
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditActor = Type.Object({
  type: Type.Enum(['session', 'api_key', 'operator', 'system']),
  userId: textOrNull(exampleIds.usr),
  email: textOrNull('you@example.com'),
  keyId: textOrNull(null),
});
export const AuditEntry = Type.Object({
  id: text('4711'),
  action: text('link.update', 'the kind of object and the verb, such as `link.create`'),
  objectId: text(exampleIds.lnk, 'the id of the object; `*` for many objects, whose ids and count are in `details`'),
  objectName: textOrNull('https://go.example.com/launch'),
  actor: AuditActor,
  details: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    examples: [{ fields: ['title'] }],
  }),
  names: Type.Unsafe<{ [id: string]: string }>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'current names of the ids in `details` and of the API key in `actor`, by id',
    examples: [{}],
  }),
  createdAt: Type.String({ format: 'date-time' }),
});
export const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry),
  nextCursor: nextCursor(
    'Pass back as `cursor`; null on the last page. A filtered page can be short or empty and still have one.',
  ),
});
