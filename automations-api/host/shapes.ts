/** Small schemas for answers. */
import Type, { type TProperties } from 'typebox';
import { nullable } from '../../shared/openapi/nullable.ts';
import { closed } from './envelope.ts';

/** Builds an object schema that the OpenAPI description lists by name. */
export const named = <Properties extends TProperties>(title: string, properties: Properties, description?: string) =>
  Type.Object(properties, { ...closed, title, ...(description === undefined ? {} : { description }) });

export const id = (example = 1) => Type.Integer({ minimum: 0, examples: [example] });
export const count = (description: string, example = 1) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
export const text = (description: string, example: string) => Type.String({ description, examples: [example] });
export const textOrNull = (description: string, example: string) => nullable(text(description, example));

const timeForm = '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$';
export const time = (description: string) =>
  Type.String({ pattern: timeForm, description: `${description} UTC.`, examples: ['2026-05-04 09:30:00'] });
export const timeOrNull = (description: string) => nullable(time(description));

/** Formats a time as `time` describes it. */
export const sqlDate = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

/** Builds the schema of an object with arbitrary fields. */
export const members = (description: string, example: object = {}) =>
  Type.Record(Type.String(), Type.Unknown(), { description, examples: [example] });
