/** Published schemas: named schemas become references; custom formats and marks are removed. */
import type { TSchema } from 'typebox';
import { withoutNull } from './nullable.ts';

export type Json = Record<string, unknown>;
export type Publish = ReturnType<typeof publisher>;

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Creates a converter. `nameOf`: a schema's published name, if it has one. `components`: the named schemas found so far. */
export function publisher(nameOf: (schema: TSchema) => string | undefined) {
  const used = new Map<string, TSchema>();
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    if ('patternProperties' in value) return walk(asMap(value as PatternMap));
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, part]) => {
        if (key === 'format' && typeof part === 'string')
          return publicFormats[part] ? [[key, publicFormats[part]]] : [];
        return [[key, walk(part)]];
      }),
    );
  };
  const walk = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value;
    const alone = (value as Nullable)[withoutNull];
    if (alone) return nameOf(alone) === undefined ? inline(value) : { anyOf: [walk(alone), { type: 'null' }] };
    const name = nameOf(value as TSchema);
    if (name === undefined) return inline(value);
    used.set(name, value as TSchema);
    return ref('schemas', name);
  };
  // While the map is walked, schemas add the schemas that they refer to.
  const components = () => {
    const schemas: Json = {};
    for (const [name, schema] of used) schemas[name] = inline(schema);
    return schemas;
  };
  return Object.assign(walk, { components });
}

type Nullable = { [withoutNull]?: TSchema };

/** Client generators recognise maps only by their values' schema. */
type PatternMap = Json & { patternProperties: Json };

function asMap({ patternProperties, ...schema }: PatternMap): Json {
  const [[pattern, values] = []] = Object.entries(patternProperties);
  return { ...schema, propertyNames: { pattern }, additionalProperties: values };
}

const publicFormats: Record<string, string> = {
  'date-time': 'date-time',
  'utc-date-time': 'date-time',
  email: 'email',
};
