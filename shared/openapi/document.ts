/** The builder of OpenAPI 3.1 documents, from each service's descriptions of its operations. */
import type { TObject, TSchema } from 'typebox';
import { exampleOf } from './example.ts';
import { type Json, type Publish, publisher, ref } from './publish.ts';

export type PublishedApi = {
  title: string;
  version: string;
  description: string;
  /** The headings in order, with a sentence for each. */
  groups: Readonly<Record<string, string>>;
  /** OpenAPI's security schemes, keyed by name. Any one of them is enough. */
  credentials: Readonly<Record<string, object>>;
  /** The schema of all errors. */
  error: TSchema;
};

type Builder = PublishedApi & {
  url: string;
  /** Returns the name under which a schema is published, if it has one. */
  nameOf: (schema: TSchema) => string | undefined;
  headers: Json;
  /** Parameters that operations refer to by name. */
  parameters: Json;
  errorBody: (code: string, message: string) => unknown;
};

/** Bodies by content type. A body without a schema is binary; JSON without an example gets one from its schema. */
export type Media = Readonly<Record<string, { schema?: TSchema | undefined; example?: unknown }>>;

export type Operation = {
  method: string;
  path: string;
  id: string;
  summary: string;
  description?: string;
  group?: string | undefined;
  /** True if anyone can call the operation without credentials. */
  isOpen?: boolean;
  /** The parameters in the path. */
  params: { name: string; description?: string; example?: unknown; schema: Json }[];
  query?: { schema: TObject; example: Record<string, unknown> | undefined } | undefined;
  /** Names of `parameters`. */
  headers: string[];
  body?: { required: boolean; content: Media } | undefined;
  answers: Record<number, { description: string; headers?: Json; content?: Media }>;
  /** `name` is unique; errors with different names can have the same code. */
  errors: { status: number; name: string; code: string; meaning: string }[];
  /** Returns the other parts of an error's answer; `content` replaces the usual body. */
  failure?: (status: number) => { headers?: Json; content?: Media };
};

export function buildDocument(api: Builder, operations: Operation[]): Json {
  const publish = publisher(api.nameOf);
  publish(api.error);
  const paths: Record<string, Json> = {};
  for (const one of operations)
    (paths[one.path] ??= {})[one.method.toLowerCase()] = describeOperation(api, one, publish);
  const { title, version, description } = api;
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: api.url }],
    security: Object.keys(api.credentials).map((credential) => ({ [credential]: [] })),
    tags: Object.entries(api.groups)
      .filter(([name]) => operations.some(({ group }) => group === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: api.credentials,
      schemas: publish.components(),
      headers: api.headers,
      parameters: Object.fromEntries(
        Object.entries(api.parameters).filter(([name]) => operations.some(({ headers }) => headers.includes(name))),
      ),
    },
  };
}

function describeOperation(api: Builder, operation: Operation, publish: Publish): Json {
  const { id, summary, description, group, isOpen, params, query, headers, body, answers } = operation;
  const parameters = [
    ...params.map(({ name, schema, ...meaning }) => ({ name, in: 'path', required: true, ...meaning, schema })),
    ...(query ? queryParameters(query.schema, query.example ?? {}, publish) : []),
    ...headers.map((name) => ref('parameters', name)),
  ];
  return {
    operationId: id,
    summary,
    description,
    tags: group === undefined ? undefined : [group],
    security: isOpen ? [] : undefined,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && { required: body.required, content: contentOf(body.content, publish) },
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { content, ...answer }]) => [
          status,
          { ...answer, content: content && contentOf(content, publish) },
        ]),
      ),
      ...failures(api, operation, publish),
    },
  };
}

/** Describes query parameters. Lists and objects have PHP's notation: `tag[]=1&tag[]=2`, `field[7]=x`. */
function queryParameters(query: TObject, examples: Record<string, unknown>, publish: Publish) {
  const required: readonly string[] = query.required ?? [];
  return Object.entries(query.properties).map(([name, property]) => {
    const { description, ...schema } = publish(property) as Json;
    const isRequired = required.includes(name) && schema.default === undefined;
    return {
      name: schema.type === 'array' ? `${name}[]` : name,
      in: 'query',
      description,
      ...(isRequired ? { required: true } : {}),
      ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
      example: examples[name],
      schema,
    };
  });
}

const contentOf = (media: Media, publish: Publish) =>
  Object.fromEntries(
    Object.entries(media).map(([type, { schema, example }]) => [
      type,
      {
        schema: schema ? publish(schema) : {},
        example: example ?? (schema && type === 'application/json' ? exampleOf(schema) : undefined),
      },
    ]),
  );

function failures(api: Builder, { errors, failure }: Operation, publish: Publish): Json {
  return Object.fromEntries(
    [...new Set(errors.map(({ status }) => status))].map((status) => {
      const these = errors.filter((error) => error.status === status);
      const { headers, content } = failure?.(status) ?? {};
      const examples = these.map(({ name, code, meaning }) => [name, { value: api.errorBody(code, meaning) }]);
      const description = these.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join(' ');
      const usual = { 'application/json': { schema: publish(api.error), examples: Object.fromEntries(examples) } };
      return [status, { description, headers, content: content ? contentOf(content, publish) : usual }];
    }),
  );
}
