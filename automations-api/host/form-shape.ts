/** The answer schema for plugins' forms. */
import Type from 'typebox';
import { named, text } from './shapes.ts';

const optional = Type.Optional;
const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
const controls = [
  ...(['tags', 'lists', 'tag', 'list', 'link', 'status'] as const),
  ...([
    'field',
    'fields',
    'template',
    'form',
    'duration',
    'url',
    'date',
    'textarea',
    'filter',
    'steps',
    'wait_until',
  ] as const),
] as const;

/** A field's JSON Schema with its label and control. */
export const FormMember = named('FormMember', {
  type: Type.Enum([...types], { examples: ['string'] }),
  title: text('The label.', 'Greeting'),
  description: optional(Type.String({ description: 'A hint.' })),
  control: optional(Type.Enum([...controls], { description: 'Choices of the form beyond the type.' })),
  enum: optional(Type.Array(Type.String())),
  default: optional(Type.Unknown()),
  minimum: optional(Type.Number()),
  maximum: optional(Type.Number()),
  minLength: optional(Type.Integer()),
  maxLength: optional(Type.Integer()),
  maxItems: optional(Type.Integer()),
  placeholder: optional(Type.String({ description: 'Meaning of an empty field.' })),
  readOnly: optional(Type.Literal(true)),
  isClosed: optional(Type.Literal(true, { description: 'Only existing tags and lists.' })),
  items: optional(named('FormItem', { type: Type.Enum(['string', 'integer']) })),
});

export const Form = named('Form', {
  properties: Type.Record(Type.String(), FormMember, { examples: [{}] }),
  required: optional(Type.Array(Type.String())),
});
