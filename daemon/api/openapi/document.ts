/** The OpenAPI 3.1 document, generated from the descriptions and schemas that the endpoints validate with. */
import type { TObject, TSchema } from 'typebox';
import { buildDocument, type Media, type Operation } from '../../../shared/openapi/document.ts';
import { type Json, ref } from '../../../shared/openapi/publish.ts';
import { type Description, rightsOf } from '../endpoint.ts';
import { ErrorBody } from '../error-body.ts';
import { type ErrorCode, publicCode, statuses } from '../errors.ts';

export type DocumentOptions = {
  baseUrl: string;
  /** The groups in order, each with a sentence. */
  groups: Record<string, string>;
  /** Schemas that are published under a name. */
  named: Record<string, TSchema>;
};

export const title = 'Waypost link API';

export function openApiDocument(descriptions: Description[], { baseUrl, groups, named }: DocumentOptions): Json {
  const published: Record<string, TSchema> = { ...named, Error: ErrorBody };
  const names = new Map(Object.entries(published).map(([name, schema]) => [schema, name]));
  return buildDocument(
    {
      title,
      version: '1.0.0',
      description: about,
      url: baseUrl,
      groups,
      credentials: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer fks_…`.' },
      },
      error: ErrorBody,
      nameOf: (schema) => names.get(schema),
      headers,
      parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch, Strict: strict },
      errorBody: (code, message) => ({ error: { code, message } }),
    },
    descriptions.map(operation),
  );
}

const about = `Short links with rules, tags, QR codes and click analytics.

Every request except sign-up and sign-in sends \`Authorization: Bearer <API_KEY>\` and acts on the key's workspace. A
request is checked in this order: 401, 429, 403, 404, 422, 402, 409. Every error has the body
\`{ "error": { "code", "message", "details"? } }\`; branch on \`code\`.

A POST that creates something accepts an \`Idempotency-Key\`: sent again with the same key and body within 24 hours, it gets
the first answer and creates nothing.`;

const integer = { type: 'integer' };
const headers = {
  RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
  RateLimitPolicy: {
    description: 'The budget: `"workspace";q=<requests>;w=<seconds>`.',
    schema: { type: 'string' },
  },
  RateLimit: { description: 'Remaining requests: `"workspace";r=<requests>;t=<seconds>`.', schema: { type: 'string' } },
  RateLimitLimit: { description: 'Requests per minute of the workspace.', schema: integer },
  RateLimitRemaining: { description: 'Requests left in this minute.', schema: integer },
  RateLimitReset: { description: 'Time when the budget is full again, as Unix time in seconds.', schema: integer },
  RetryAfter: { description: 'Seconds to wait.', schema: integer },
  ETag: {
    description:
      'The version of the editable fields. Send it back as `If-Match`, and the change applies to this version only.',
    schema: { type: 'string' },
  },
  IgnoredParameters: {
    description: 'The unknown query parameters, URL-encoded, if there were any.',
    schema: { type: 'string' },
  },
  IdempotencyReplayed: {
    description: '`true` if this is the answer to an earlier request.',
    schema: { type: 'string' },
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes the request safe to repeat: one key creates once within 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '7b4c2d7e-6a51-4d1e-9b0e-3f5a2c1d8e90',
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the answer that you read. If the object has changed since, the request changes nothing. The `details` of the ' +
    '`conflict` are the `current` object, its `etag`, `changedAt` and `changedBy`.',
  schema: { type: 'string' },
};

const strict = {
  name: 'strict',
  in: 'query',
  description: '`1` refuses unknown query parameters instead of naming them in `X-Ignored-Parameters`.',
  schema: { type: 'string', enum: ['1'] },
};

function operation(description: Description): Operation {
  const { method, path, id, summary, group, role, params = {}, query, queryExample, answers } = description;
  const needs = role ? `Needs the role ${role}${role === 'admin' ? '' : ' or a higher one'}.` : '';
  return {
    method,
    path,
    id,
    summary,
    description: [description.description, [needs, ...callersOf(description)].join(' ')].filter(Boolean).join('\n\n'),
    group,
    isOpen: !role,
    params: Object.entries(params).map(([name, meaning]) => ({
      name,
      ...(typeof meaning === 'string' ? { description: meaning } : meaning),
      schema: { type: 'string' },
    })),
    query: query && { schema: query as TObject, example: queryExample },
    headers: [
      ...(query ? ['Strict'] : []),
      ...(description.creates ? ['IdempotencyKey'] : []),
      ...(acceptsIfMatch(description) ? ['IfMatch'] : []),
    ],
    body: bodyOf(description),
    answers: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, success(description, answer)]),
    ),
    errors: errorsOf(description),
    failure: (status) => failure(description, status),
  };
}

const acceptsIfMatch = ({ method, versioned }: Description) =>
  versioned === true && ['PATCH', 'PUT', 'DELETE'].includes(method);

const callersOf = ({ role, keyRole, ...description }: Description) => [
  ...(keyRole ? [`An API key needs the role ${keyRole}.`] : []),
  ...(description.caller === 'operator' ? ['Operators of the installation only.'] : []),
  ...(description.caller === 'owner' ? ["The workspace's owner only."] : []),
  ...(role && !rightsOf(description).takesKeys ? ['Sessions only, no API keys.'] : []),
];

function bodyOf({ body, publishedBody, bodyExample, bodyOptional, takesFile }: Description): Operation['body'] {
  if (takesFile) {
    const content = { 'multipart/form-data': { schema: takesFile }, 'application/octet-stream': {} };
    return { required: true, content };
  }
  if (!body) return undefined;
  return {
    required: !bodyOptional,
    content: { 'application/json': { schema: publishedBody ?? body, example: bodyExample } },
  };
}

function success({ method, role, creates, versioned }: Description, answer: Description['answers'][number]) {
  const { description, schema, type = 'application/json' } = answer;
  const media = [type].flat().map((name) => [name, { schema: binaryTypes.has(name) ? undefined : schema }]);
  return {
    description,
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      ...(role ? budgetHeaders : {}),
      ...(versioned && method !== 'DELETE' ? { ETag: ref('headers', 'ETag') } : {}),
      ...(creates ? { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') } : {}),
      'X-Ignored-Parameters': ref('headers', 'IgnoredParameters'),
    },
    ...(schema ? { content: Object.fromEntries(media) as Media } : {}),
  };
}

/** Content types of binary answers. */
const binaryTypes = new Set(['image/png', 'application/zip']);

const budgetHeaders = {
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  RateLimit: ref('headers', 'RateLimit'),
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

const meanings: Record<ErrorCode, string> = {
  bad_request: "A header is repeated, the body's length is ambiguous, or the body is not UTF-8.",
  length_required: 'A body needs a Content-Length here.',
  unauthorized: 'The API key is missing or invalid.',
  second_factor_required:
    'The password is right, and a second factor is required: also send a `code`. `details.methods` lists the factors.',
  plan_limit_reached: "This month's allowance of new links is used up; existing links keep working.",
  feature_not_in_plan: 'A field requires a higher plan; `details` names both.',
  forbidden: 'The role does not allow this, or the workspace is suspended.',
  demo_read_only: 'This is a demo, in which nothing can be changed.',
  not_found: 'There is no such object, or it belongs to another workspace.',
  method_not_allowed: 'The path does not support this method.',
  slug_taken: 'The slug is already used on this domain, or was recently used by another workspace.',
  conflict: 'It already exists, it was changed since it was read (`If-Match`), or the same request is still running.',
  body_too_large: 'The body is larger than 1 MiB, in bulk 8 MiB, without credentials 16 KiB.',
  validation_failed: 'The request is invalid; `details` names the field and every issue.',
  unsafe_url: 'A destination failed the safety scan.',
  rate_limited: 'Too many requests; wait `Retry-After` seconds.',
  internal_error: 'Unexpected error; report `details.requestId`.',
  unavailable:
    'A store is unreachable, its disk is full, a statement took too long, or the service is overloaded: the message says which. Retry after `Retry-After` seconds.',
};

/** Returns every error that an endpoint can answer. */
function errorsOf(description: Description): Operation['errors'] {
  const { role, params, body, creates, errors = [] } = description;
  const codes = new Set<ErrorCode>([
    ...(role ? (['unauthorized', 'forbidden'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(body || description.takesFile ? (['body_too_large'] as const) : []),
    ...(creates || acceptsIfMatch(description) ? (['conflict'] as const) : []),
    ...errors,
    'validation_failed',
    'rate_limited',
    'internal_error',
    'unavailable',
  ]);
  return [...codes].map((name) => ({
    status: statuses[name],
    name,
    code: publicCode(name),
    meaning: meanings[name],
  }));
}

const failure = ({ role, failsWithPage }: Description, status: number) => ({
  headers: {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...(role && status !== 401 && status !== 413 ? budgetHeaders : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
  },
  ...(failsWithPage && status !== 500 ? { content: { 'text/html': { schema: { type: 'string' } } } } : {}),
});
