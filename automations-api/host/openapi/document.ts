/** The OpenAPI 3.1 document of a namespace, made of the schemas by which its routes read parameters and answer. Pure. */
import type { TObject, TSchema } from 'typebox';
import { type Json, type Publish, publisher, ref } from '../../../shared/openapi/publish.ts';
import { restUrl, type Site } from '../core/describe.ts';
import type { Namespace, PublishedApi, RestMethod, RestRoute } from '../core/route.ts';
import { exampleOf } from './example.ts';

type Shape = TSchema & { title?: unknown; type?: string; description?: string };

export function openApiDocument(site: Site, { name, routes }: Namespace, api: PublishedApi): Json {
  const publish = publisher(({ title }: Shape) => (typeof title === 'string' ? title : undefined));
  publish(api.error);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    for (const method of route.methods) path[method.toLowerCase()] = operation(route, method, api, publish);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      description: api.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: restUrl(site, `/${name}`) }],
    security: Object.keys(api.credentials).map((credential) => ({ [credential]: [] })),
    tags: Object.entries(api.groups).map(([group, description]) => ({ name: group, description })),
    paths,
    components: {
      securitySchemes: api.credentials,
      schemas: publish.components(),
      headers,
      parameters: { IfMatch, IdempotencyKey },
    },
  };
}

const headers = {
  ETag: {
    description: 'The version of the answer. Send it back as `If-Match`, and the change applies to this version only.',
    schema: { type: 'string' },
  },
};

const IfMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the answer that was read. If the object has changed since, nothing is changed.',
  schema: { type: 'string' },
};

/** `POST /tag/update/{tag_id}` is `postTagUpdate`. */
function idOf(method: RestMethod, path: string): string {
  const words = path.replace(/\{\w+\}/g, '').split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Whether a change of what the path names may ask that it still is as it was read. */
export const asksVersion = ({ versioned, methods, path }: RestRoute): boolean =>
  versioned === true && !methods.includes('GET') && path.includes('{');

const IdempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of 1 to 255 characters. A repeated request with the same key and parameters gets the first answer for 24 hours, and writes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function operation(route: RestRoute, method: RestMethod, api: PublishedApi, publish: Publish): Json {
  const { path, description = `${method} ${path}`, group, args, example, isQueued } = route;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const given = args && Object.keys(args.properties).length > 0 ? args : undefined;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: wholeNumber })),
    ...(given && !hasBody ? queryParameters(given, example ?? {}, publish) : []),
    ...(asksVersion(route) ? [ref('parameters', 'IfMatch')] : []),
    ...(route.repeatable ? [ref('parameters', 'IdempotencyKey')] : []),
  ];
  return {
    operationId: route.id ?? idOf(method, path),
    summary: description,
    ...(group === undefined ? {} : { tags: [group] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(given && hasBody ? { requestBody: requestBody(given, example, publish) } : {}),
    responses: {
      [isQueued ? 202 : 200]: success(route, method, publish),
      ...failures(api.errorsOf(route), publish(api.error)),
    },
  };
}

const wholeNumber = { type: 'integer', minimum: 0 };

/** Lists and objects are written as PHP reads them: `tag[]=1&tag[]=2`, `field[7]=x`. */
function queryParameters(args: TObject, example: Record<string, unknown>, publish: Publish) {
  const required: readonly string[] = args.required ?? [];
  return Object.entries<Shape>(args.properties).map(([name, { description, ...schema }]) => ({
    name: schema.type === 'array' ? `${name}[]` : name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...(name in example ? { example: example[name] } : {}),
    schema: publish(schema),
  }));
}

const requestBody = (args: TObject, example: unknown, publish: Publish) => ({
  required: (args.required ?? []).length > 0,
  content: { 'application/json': { schema: publish(args), ...(example === undefined ? {} : { example }) } },
});

function success({ answer, produces = [], versioned }: RestRoute, method: RestMethod, publish: Publish) {
  const json = answer && { 'application/json': { schema: publish(answer), example: exampleOf(answer) } };
  const others = Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string' } }]));
  return {
    description: 'It worked.',
    ...(versioned && method !== 'DELETE' ? { headers: { ETag: ref('headers', 'ETag') } } : {}),
    content: { ...json, ...others },
  };
}

function failures(errors: ReturnType<PublishedApi['errorsOf']>, schema: unknown): Json {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const these = errors.filter((error) => error.status === status);
      const examples = these.map(({ code, meaning }) => [code, { value: { code, message: meaning } }]);
      return [
        status,
        {
          description: these.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join(' '),
          content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
        },
      ];
    }),
  );
}
