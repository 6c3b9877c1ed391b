/**
 * Tools for agents, built from an OpenAPI document and a list of the operations that agents can use. Names and
 * descriptions of tools contain no users' data. Pure.
 */
import type { Json } from '../openapi/publish.ts';

/** The effect of a tool. `changes` can overwrite values. `deletes` needs the argument `confirm`. */
type Effect = 'reads' | 'adds' | 'changes' | 'deletes';

/** `fixed`: arguments that the tool always sends and does not offer. `omit`: arguments that it does not offer. */
type Limits = { fixed?: Readonly<Record<string, unknown>>; omit?: readonly string[] };

/** An operation that agents can use, by its id in the document, with the name and description of its tool. */
export type ToolChoice = Limits & { name: string; operation: string; description: string; effect: Effect };

const choice =
  (effect: Effect) =>
  (name: string, operation: string, description: string, limits: Limits = {}): ToolChoice => ({
    ...{ name, operation, description, effect, ...limits },
  });
export const reads = choice('reads');
export const adds = choice('adds');
export const changes = choice('changes');
export const deletes = choice('deletes');

/** A tool as clients see it. */
export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; properties: Json; required: string[]; additionalProperties: false };
  annotations: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
};

export type Tool = ListedTool &
  Pick<ToolChoice, 'operation' | 'effect' | 'fixed'> & {
    method: string;
    /** The path of the API, with `{name}` for a parameter. */
    path: string;
    /** True if the operation itself has the parameter `cursor`. */
    hasCursor: boolean;
  };

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Json };
type Operation = {
  operationId: string;
  parameters?: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
};
type Document = { paths: Record<string, Record<string, Operation>>; components: Json };

/**
 * Builds the tools, in the order of the choices. `base` is the path of the document's server. @throws if the document
 * lacks an operation
 */
export function buildTools(document: Json, base: string, choices: readonly ToolChoice[]): Tool[] {
  const { paths, components } = document as Document;
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [
        one.operationId,
        { ...one, path: base + path, method: method.toUpperCase() },
      ]),
    ),
  );
  return choices.map((choice) => {
    const operation = operations.get(choice.operation);
    if (!operation) throw new Error(`the tool ${choice.name} needs the operation ${choice.operation}`);
    return buildTool(choice, operation, (value) => resolve(value, components) as Json);
  });
}

function buildTool(
  { name, description, operation, effect, fixed, omit = [] }: ToolChoice,
  { path, method, parameters = [], requestBody }: Operation & { path: string; method: string },
  resolved: (value: Json) => Json,
): Tool {
  const given = parameters.map((one) => resolved(one) as Parameter).filter((one) => one.in !== 'header');
  const body = resolved(requestBody?.content['application/json']?.schema ?? {}) as Partial<ListedTool['inputSchema']>;
  const outside = Object.fromEntries(
    given.map((one) => [plainName(one), { description: one.description, ...one.schema }]),
  );
  // Path parameters come first, and override body fields with the same name.
  const all: Json = { ...outside, ...body.properties, ...outside };
  const hidden = new Set([...omit, ...Object.keys(fixed ?? {}), 'strict', 'cursor']);
  const properties = Object.fromEntries(Object.entries(all).filter(([key]) => !hidden.has(key)));
  const required = [...given.filter((one) => one.required).map(plainName), ...(body.required ?? [])];
  if (effect === 'reads') properties.cursor = cursor;
  if (effect === 'deletes') properties.confirm = confirm;
  return {
    ...{
      name,
      title: titleOf(name),
      description,
      operation,
      effect,
      method,
      path,
      hasCursor: Object.hasOwn(all, 'cursor'),
    },
    ...(fixed ? { fixed } : {}),
    inputSchema: {
      type: 'object',
      properties,
      required: [...required.filter((key) => !hidden.has(key)), ...(effect === 'deletes' ? ['confirm'] : [])],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes' || effect === 'deletes',
      idempotentHint: effect !== 'adds',
      openWorldHint: false,
    },
  };
}

/** Converts `find_links` to `Find links`. */
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Returns a parameter's name without PHP's brackets, because arguments are JSON. */
const plainName = ({ name }: Parameter) => name.replace('[]', '');

const cursor = { type: 'string', maxLength: 4_000, description: 'The cursor in the previous answer, for the rest.' };
const confirm = { const: true, description: 'true, once the user has confirmed this deletion.' };

/** The depth below which a schema is published without restrictions. The API still checks everything below it. */
const mostLevels = 24;
const refStart = '#/components/';
const notForClients = new Set(['example', 'examples', 'style', 'explode']);

/** Replaces references with their schemas, except in a schema that contains itself, and removes examples. */
function resolve(value: unknown, components: Json, inside: readonly string[] = [], level = 0): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (level > mostLevels) return {};
  if (Array.isArray(value)) return value.map((one) => resolve(one, components, inside, level + 1));
  const { $ref } = value as { $ref?: string };
  if ($ref !== undefined) {
    if (inside.includes($ref)) return {};
    const [kind = '', name = ''] = $ref.slice(refStart.length).split('/');
    return resolve((components[kind] as Json)[name], components, [...inside, $ref], level + 1);
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      notForClients.has(key) || part === undefined ? [] : [[key, resolve(part, components, inside, level + 1)]],
    ),
  );
}
