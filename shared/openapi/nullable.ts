/** Schemas that also accept null, whose inner schema keeps its name in the published description. */
import Type, { type Static, type TSchema } from 'typebox';

/** The key of the inner schema in a nullable schema. */
export const withoutNull = Symbol('without null');

/** Returns a schema that also accepts null. */
export const nullable = <S extends TSchema & { type?: unknown; enum?: unknown[] }>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
    [withoutNull]: schema,
  });
