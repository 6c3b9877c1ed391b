/** The OpenAPI 3.1 document, made from the descriptions and schemas that the endpoints themselves check by. */
import type { TSchema } from 'typebox';
import { type Json, type Publish, publisher, ref } from '../../../shared/openapi/publish.ts';
import type { Description } from '../endpoint.ts';
import { ErrorBody } from '../error-body.ts';
import { type ErrorCode, publicCode, statuses } from '../errors.ts';

export type DocumentOptions = {
  baseUrl: string;
  /** Groups in the order they are listed, with a sentence each. */
  groups: Record<string, string>;
  /** Schemas that are published under a name. */
  named: Record<string, TSchema>;
};

export const title = 'Waypost link API';

export function openApiDocument(descriptions: Description[], { baseUrl, groups, named }: DocumentOptions): Json {
  const published: Record<string, TSchema> = { ...named, Error: ErrorBody };
  const names = new Map(Object.entries(published).map(([name, schema]) => [schema, name]));
  const publish = publisher((schema) => names.get(schema));
  publish(ErrorBody);
  const paths: Record<string, Json> = {};
  for (const description of descriptions) {
    const path = (paths[description.path] ??= {});
    path[description.method.toLowerCase()] = operation(description, publish);
  }
  const used = new Set(descriptions.map(({ group }) => group));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(groups)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer fks_…`.' },
      },
      schemas: publish.components(),
      headers,
      parameters: {
        ...(descriptions.some(({ creates }) => creates) ? { IdempotencyKey: idempotencyKey } : {}),
        ...(descriptions.some(asksVersion) ? { IfMatch: ifMatch } : {}),
      },
    },
  };
}

const about = `Short links with rules, tags, QR codes and click analytics.

Every request but signup and login carries \`Authorization: Bearer <API_KEY>\` and acts on the key's workspace. A
request is checked in this order: 401, 429, 403, 404, 422, 402, 409. Every error has the body
\`{ "error": { "code", "message", "details"? } }\`; branch on \`code\`.

A POST that creates takes an \`Idempotency-Key\`: sent again with the same key and body within 24 hours, it is answered
as the first time and creates nothing.`;

const integer = { type: 'integer' };
const headers = {
  RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
  RateLimitPolicy: {
    description: 'The budget: `"workspace";q=<requests>;w=<seconds>`.',
    schema: { type: 'string' },
  },
  RateLimit: { description: 'What is left: `"workspace";r=<requests>;t=<seconds>`.', schema: { type: 'string' } },
  RateLimitLimit: { description: 'Requests a minute of the workspace.', schema: integer },
  RateLimitRemaining: { description: 'Requests left in this minute.', schema: integer },
  RateLimitReset: { description: 'When the budget is full again, in seconds since 1970.', schema: integer },
  RetryAfter: { description: 'Seconds to wait.', schema: integer },
  ETag: {
    description: 'The version of what can be edited; sent back as `If-Match`, a change is made to this version alone.',
    schema: { type: 'string' },
  },
  IdempotencyReplayed: {
    description: '`true` when this is the answer of an earlier request.',
    schema: { type: 'string' },
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes the request safe to send again: one key, one creation, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '7b4c2d7e-6a51-4d1e-9b0e-3f5a2c1d8e90',
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the answer that was read. When the thing is another by now, nothing changes, and the `conflict` has it in ' +
    '`details`: `current`, its `etag`, `changedAt`, `changedBy`.',
  schema: { type: 'string' },
};

function operation(description: Description, publish: Publish): Json {
  const { id, summary, group, role, params = {}, query, body, publishedBody, bodyExample, answers } = description;
  const { queryExample = {}, mayLackBody = false } = description;
  const needs = role ? `Needs the role ${role}${role === 'admin' ? '' : ' or a higher one'}.` : '';
  const parameters = [
    ...Object.entries(params).map(([name, meaning]) => ({
      name,
      in: 'path',
      required: true,
      ...(typeof meaning === 'string' ? { description: meaning } : meaning),
      schema: { type: 'string' },
    })),
    ...(query ? queryParameters(query, queryExample, publish) : []),
    ...(description.creates ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(asksVersion(description) ? [ref('parameters', 'IfMatch')] : []),
  ];
  return {
    operationId: id,
    summary,
    description: [description.description, [needs, ...callersOf(description)].join(' ')].filter(Boolean).join('\n\n'),
    tags: [group],
    ...(role ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(publishedBody ?? body, !mayLackBody, bodyExample, publish) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, success(description, answer, publish)]),
      ),
      ...failures(description),
    },
  };
}

const asksVersion = ({ method, versioned }: Description) =>
  versioned === true && ['PATCH', 'PUT', 'DELETE'].includes(method);

const callersOf = ({ keyRole, sessionOnly, ownerOnly, operatorOnly }: Description) => [
  ...(keyRole ? [`An API key needs the role ${keyRole}.`] : []),
  ...(operatorOnly ? ['For operators of the installation only.'] : []),
  ...(ownerOnly ? ["For the workspace's owner only."] : []),
  ...(sessionOnly ? ['For sessions only, not for API keys.'] : []),
];

const requestBody = (schema: TSchema, required: boolean, example: unknown, publish: Publish) => ({
  required,
  content: { 'application/json': { schema: publish(schema), ...(example === undefined ? {} : { example }) } },
});

function queryParameters(query: TSchema, examples: Record<string, unknown>, publish: Publish) {
  const { properties } = query as unknown as { properties: Record<string, TSchema & Json> };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = publish(property) as Json;
    const example = name in examples ? { example: examples[name] } : {};
    return { name, in: 'query', description, ...example, schema };
  });
}

function success(
  { method, role, creates, versioned }: Description,
  { description, schema, type = 'application/json', example }: Description['answers'][number],
  publish: Publish,
) {
  const media = (type: string, schema: TSchema) => ({
    // OpenAPI 3.1 says of bytes that they are no text by leaving the schema empty.
    schema: bytes.has(type) ? {} : publish(schema),
    ...(example === undefined ? {} : { example }),
  });
  return {
    description,
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      ...(role ? budgetHeaders : {}),
      ...(versioned && method !== 'DELETE' ? { ETag: ref('headers', 'ETag') } : {}),
      ...(creates ? { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') } : {}),
    },
    ...(schema ? { content: Object.fromEntries([type].flat().map((each) => [each, media(each, schema)])) } : {}),
  };
}

/** Types of answers that are no text. */
const bytes = new Set(['image/png', 'application/zip']);

const budgetHeaders = {
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  RateLimit: ref('headers', 'RateLimit'),
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

const meanings: Record<ErrorCode, string> = {
  bad_request: 'A header is there twice, the end of the body is not clear, or the body is not in UTF-8.',
  length_required: 'A body needs its Content-Length here.',
  unauthorized: 'The API key is missing or not valid.',
  second_factor_required:
    'The password is right, and a second factor is set: send a `code` as well. `details.methods` names what there is.',
  plan_limit_reached: "This month's new links are used up; existing links keep working.",
  feature_not_in_plan: 'A field needs a higher plan; `details` names both.',
  forbidden: 'The role may not do this, or the workspace is suspended.',
  not_found: 'There is no such thing in this workspace.',
  method_not_allowed: 'The path does not take this method.',
  slug_taken: "The slug is already used on this domain, or was another workspace's until lately.",
  conflict: 'It is taken, it was changed after it was read (`If-Match`), or the same request is still being answered.',
  body_too_large: 'The body is larger than 1 MiB, in bulk 8 MiB, without credentials 16 KiB.',
  validation_failed: 'The request is not valid; `details` names the field and every issue.',
  unsafe_url: 'A destination failed the safety scan.',
  rate_limited: 'Too many requests; wait `Retry-After` seconds.',
  internal_error: 'A fault on this side; `details.requestId` names it.',
  unavailable:
    'A store is not reachable, its disk is full, a statement took too long, or too much was sent: the message says which. Try again after `Retry-After` seconds.',
};

/** Every error an endpoint can answer, by status. */
function failures(description: Description): Json {
  const { role, params, query, body, creates, errors = [], failsWithPage = false } = description;
  const codes = new Set<ErrorCode>([
    ...(role ? (['unauthorized', 'forbidden'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(query || body || creates ? (['validation_failed'] as const) : []),
    ...(body ? (['body_too_large'] as const) : []),
    ...(creates || asksVersion(description) ? (['conflict'] as const) : []),
    ...errors,
    'rate_limited',
    'internal_error',
    'unavailable',
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(statuses[code], [...(byStatus.get(statuses[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const isPage = failsWithPage && !group.includes('internal_error');
      return [status, failure(status, group, role !== undefined, isPage)];
    }),
  );
}

const failure = (status: number, codes: ErrorCode[], authenticated: boolean, isPage: boolean) => ({
  description: codes.map((code) => `\`${publicCode(code)}\`: ${meanings[code]}`).join(' '),
  headers: {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...(authenticated && status !== 401 && status !== 413 ? budgetHeaders : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
  },
  content: isPage ? { 'text/html': { schema: { type: 'string' } } } : errorContent(codes),
});

const errorContent = (codes: ErrorCode[]) => ({
  'application/json': {
    schema: ref('schemas', 'Error'),
    examples: Object.fromEntries(
      codes.map((code) => [code, { value: { error: { code: publicCode(code), message: meanings[code] } } }]),
    ),
  },
});
