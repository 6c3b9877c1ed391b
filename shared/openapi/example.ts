/** The example of a body, built from the examples of its schema's parts. Optional fields without an example are left out. Pure. */
import type { TSchema } from 'typebox';
import { withoutNull } from './nullable.ts';

type Shape = TSchema & {
  type?: string | string[];
  format?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  required?: string[];
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  [withoutNull]?: Shape;
};

export function exampleOf(schema: Shape): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema[withoutNull]) return exampleOf(schema[withoutNull]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.properties) return fieldsOf(schema.properties, schema.required ?? []);
  // Maps have ids as keys.
  if (schema.patternProperties) return { 1: Object.values(schema.patternProperties).map(exampleOf)[0] };
  if (schema.format === 'date-time') return '2026-11-21T08:15:30.123Z';
  return plain[String([schema.type].flat()[0])];
}

const fieldsOf = (properties: Record<string, Shape>, required: string[]) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      required.includes(name) || schema.examples ? [[name, exampleOf(schema)]] : [],
    ),
  );

const plain: Record<string, unknown> = { boolean: true, integer: 1, number: 1, string: 'text', null: null };
