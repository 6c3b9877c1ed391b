/** A schema that takes null besides, in a form from which the published description can still name the schema itself. */
import Type, { type Static, type TSchema } from 'typebox';

/** On a nullable schema, which knows nothing else of it: the schema without null. */
export const withoutNull = Symbol('without null');

/** The same schema, and null besides. */
export const nullable = <S extends TSchema & { type?: unknown; enum?: unknown[] }>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
    [withoutNull]: schema,
  });
