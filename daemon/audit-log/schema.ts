/** The bodies of the audit log. */
import Type, { type Static } from 'typebox';

export const AuditQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'entries a page' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before' })),
});
export type AuditQuery = Static<typeof AuditQuery>;

const orNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const AuditActor = Type.Object({
  type: Type.Enum(['session', 'api_key', 'operator', 'system']),
  userId: orNull,
  email: orNull,
  keyId: orNull,
});
export const AuditEntry = Type.Object({
  id: Type.String(),
  action: Type.String({ description: "the object's noun and the verb, such as `link.create`" }),
  objectId: Type.String(),
  actor: AuditActor,
  details: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
  createdAt: Type.String({ format: 'date-time' }),
});
export const AuditPage = Type.Object({ entries: Type.Array(AuditEntry), nextCursor: orNull });
