/**
 * Conversion of a schema fault to WordPress's codes and messages, such as `rest_invalid_type` and
 * `rest_out_of_bounds`, as in its `rest_validate_value_from_schema`. Pure.
 */
import type { ErrorObject } from 'ajv';
import { counted } from '../../../shared/plural.ts';

/** A parameter's fault. `data` is null unless WordPress names the parameter there. */
export type SchemaFault = { code: string; message: string; data: { param: string } | null };

type Bounds = { minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number };

/** Converts the validator's error for the parameter `name`. */
export function describeFault(name: string, error: ErrorObject): SchemaFault {
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => `[${part.replaceAll('~1', '/').replaceAll('~0', '~')}]`);
  const param = name + at.join('');
  const [code, message] = toCodeAndMessage(param, error);
  return { code, message, data: code === 'rest_invalid_type' ? { param } : null };
}

function toCodeAndMessage(
  param: string,
  { keyword, params, parentSchema = {} }: ErrorObject,
): [code: string, message: string] {
  switch (keyword) {
    case 'type':
      return ['rest_invalid_type', `${param} is not of type ${String(params.type)}.`];
    case 'enum':
      return ['rest_not_in_enum', `${param} is not ${oneOf(params.allowedValues as unknown[])}.`];
    case 'const':
      return ['rest_not_in_enum', `${param} is not ${String(params.allowedValue)}.`];
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return ['rest_out_of_bounds', `${param} must be ${bounds(parentSchema as Bounds)}`];
    case 'multipleOf':
      return ['rest_invalid_multiple', `${param} must be a multiple of ${params.multipleOf}.`];
    case 'required':
      return ['rest_property_required', `${params.missingProperty} is a required property of ${param}.`];
    case 'additionalProperties':
      return [
        'rest_additional_properties_forbidden',
        `${params.additionalProperty} is not a valid property of Object.`,
      ];
    case 'pattern':
      return ['rest_invalid_pattern', `${param} does not match pattern ${params.pattern}.`];
    case 'uniqueItems':
      return ['rest_duplicate_items', `${param} has duplicate items.`];
    case 'format':
      return formatFault(param, String(params.format));
    case 'oneOf':
      return params.passingSchemas
        ? ['rest_one_of_multiple_matches', `${param} matches more than one of the expected formats.`]
        : ['rest_no_matching_schema', `${param} does not match any of the expected formats.`];
    case 'anyOf':
      return ['rest_no_matching_schema', `${param} does not match any of the expected formats.`];
    default:
      return sizeFault(param, keyword, Number(params.limit));
  }
}

function sizeFault(param: string, keyword: string, limit: number): [string, string] {
  const characters = counted(limit, 'character');
  const items = counted(limit, 'item');
  const properties = counted(limit, 'property', 'properties');
  switch (keyword) {
    case 'minLength':
      return ['rest_too_short', `${param} must be at least ${characters} long.`];
    case 'maxLength':
      return ['rest_too_long', `${param} must be at most ${characters} long.`];
    case 'minItems':
      return ['rest_too_few_items', `${param} must contain at least ${items}.`];
    case 'maxItems':
      return ['rest_too_many_items', `${param} must contain at most ${items}.`];
    case 'minProperties':
      return ['rest_too_few_properties', `${param} must contain at least ${properties}.`];
    case 'maxProperties':
      return ['rest_too_many_properties', `${param} must contain at most ${properties}.`];
    default:
      return ['rest_invalid_param', 'Invalid parameter.'];
  }
}

function formatFault(param: string, format: string): [string, string] {
  switch (format) {
    case 'date-time':
      return ['rest_invalid_date', 'Invalid date.'];
    case 'hex-color':
      return ['rest_invalid_hex_color', 'Invalid hex color.'];
    case 'email':
      return ['rest_invalid_email', 'Invalid email address.'];
    case 'ip':
    case 'ipv4':
    case 'ipv6':
      return ['rest_invalid_ip', `${param} is not a valid IP address.`];
    case 'uuid':
      return ['rest_invalid_uuid', `${param} is not a valid UUID.`];
    default:
      return ['rest_invalid_param', 'Invalid parameter.'];
  }
}

/** Formats values as `a`, `one of a and b`, or `one of a, b, and c`. */
function oneOf(values: unknown[]): string {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  if (texts.length < 2) return texts.join('');
  const last = texts.pop();
  return `one of ${texts.join(', ')}${texts.length > 1 ? ',' : ''} and ${last}`;
}

/** Formats one or both bounds. WordPress ends these sentences without a full stop. */
function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds): string {
  const [low, lowKind] = exclusiveMinimum === undefined ? [minimum, 'inclusive'] : [exclusiveMinimum, 'exclusive'];
  const [high, highKind] = exclusiveMaximum === undefined ? [maximum, 'inclusive'] : [exclusiveMaximum, 'exclusive'];
  if (low !== undefined && high !== undefined) return `between ${low} (${lowKind}) and ${high} (${highKind})`;
  if (low !== undefined) return `greater than ${lowKind === 'inclusive' ? 'or equal to ' : ''}${low}`;
  return `less than ${highKind === 'inclusive' ? 'or equal to ' : ''}${high}`;
}
