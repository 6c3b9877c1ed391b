/** The OpenAPI 3.1 document of a namespace, built from the schemas of its routes. Pure. */
import type { TSchema } from 'typebox';
import { buildDocument, type Operation } from '../../../shared/openapi/document.ts';
import { type Json, ref } from '../../../shared/openapi/publish.ts';
import { restUrl, type Site } from '../core/describe.ts';
import type { Namespace, RestApi, RestMethod, RestRoute } from '../core/route.ts';

export const openApiDocument = (site: Site, { name, routes }: Namespace, api: RestApi): Json =>
  buildDocument(
    {
      ...api,
      url: restUrl(site, `/${name}`),
      nameOf: ({ title }: TSchema & { title?: unknown }) => (typeof title === 'string' ? title : undefined),
      headers,
      parameters: { IfMatch, IdempotencyKey },
      errorBody: (code, message) => ({ code, message }),
    },
    routes.flatMap((route) => route.methods.map((method) => operation(route, method, api))),
  );

const headers = {
  ETag: {
    description: 'The version of the answer. Send it back as `If-Match`, and the change applies to this version only.',
    schema: { type: 'string' },
  },
};

const IfMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the answer that you read. If the object has changed since, nothing is changed.',
  schema: { type: 'string' },
};

/** Derives an operation's id: `postTagUpdate` for `POST /tag/update/{tag_id}`. */
function idOf(method: RestMethod, path: string): string {
  const words = path.replace(/\{\w+\}/g, '').split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Checks whether the route changes a single item and so accepts `If-Match`. */
export const takesIfMatch = ({ versioned, methods, path }: RestRoute): boolean =>
  versioned === true && !methods.includes('GET') && path.includes('{');

const IdempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of 1 to 255 characters. A repeated request with the same key and parameters gets the first answer for 24 hours, and writes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function operation(route: RestRoute, method: RestMethod, api: RestApi): Operation {
  const { path, args, example } = route;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const given = args && Object.keys(args.properties).length > 0 ? args : undefined;
  return {
    method,
    path,
    id: route.id ?? idOf(method, path),
    summary: route.description ?? `${method} ${path}`,
    group: route.group,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, schema: wholeNumber })),
    query: given && !hasBody ? { schema: given, example } : undefined,
    headers: [...(takesIfMatch(route) ? ['IfMatch'] : []), ...(route.repeatable ? ['IdempotencyKey'] : [])],
    body:
      given && hasBody
        ? { required: (given.required ?? []).length > 0, content: { 'application/json': { schema: given, example } } }
        : undefined,
    answers: { [route.isQueued ? 202 : 200]: success(route, method) },
    errors: api.errorsOf(route).map((error) => ({ ...error, name: error.code })),
  };
}

const wholeNumber = { type: 'integer', minimum: 0 };

const success = ({ answer, produces = [], versioned }: RestRoute, method: RestMethod) => ({
  description: 'Success.',
  ...(versioned && method !== 'DELETE' ? { headers: { ETag: ref('headers', 'ETag') } } : {}),
  content: {
    ...(answer ? { 'application/json': { schema: answer } } : {}),
    ...Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string' } }])),
  },
});
