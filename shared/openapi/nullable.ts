/** A schema that also accepts null, in a form from which the published description can still name the inner schema. */
import Type, { type Static, type TSchema } from 'typebox';

/** Key on a nullable schema for the schema without null. */
export const withoutNull = Symbol('without null');

/** The same schema, also accepting null. */
export const nullable = <S extends TSchema & { type?: unknown; enum?: unknown[] }>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
    [withoutNull]: schema,
  });
