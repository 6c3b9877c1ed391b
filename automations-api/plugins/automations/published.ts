/** The parts of the OpenAPI description that the routes do not contain. */
import Type from 'typebox';
import type { RestApi, RestRoute } from '../../host/core/route.ts';
import { takesIfMatch } from '../../host/openapi/document.ts';
import { type ErrorCode, statuses } from './core/errors.ts';
import { toolChoices } from './tools.ts';

const meanings: Record<ErrorCode, string> = {
  required_fields_missing: 'A required parameter is missing.',
  api_key_missing: 'Send an API key.',
  api_key_invalid: 'There is no such API key.',
  api_key_inactive: 'The API key was revoked.',
  permission_denied: "The key's permission or the user's role does not allow this.",
  demo_read_only: 'This is a demo, in which nothing can be changed.',
  data_not_found: 'There is no such object.',
  contact_not_exists: 'There is no such contact.',
  method_not_allowed: 'The path does not support this method.',
  conflict:
    'It was changed since it was read (`If-Match`), and `details` has its current state; or a request with the same `Idempotency-Key` is still running.',
  email_invalid: 'The email address is invalid.',
  already_exists: 'It already exists.',
  unprocessable_entity: 'A parameter is invalid; the message names it.',
  unknown_error: 'Unexpected error. Try again later.',
};

const described = (code: ErrorCode, status: number = statuses[code]) => ({ status, code, meaning: meanings[code] });

/** Parameters that identify a contact. */
const contactNames = ['contact_id', 'contact', 'keep'];

function codesOf(route: RestRoute): ErrorCode[] {
  const { methods, path, args } = route;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const hasContact =
    path === '/contact' ||
    path === '/contact/event' ||
    [...inPath, ...Object.keys(args?.properties ?? {})].some((name) => contactNames.includes(name));
  return [
    ...(args ? (['required_fields_missing', 'unprocessable_entity'] as const) : []),
    'api_key_missing',
    'api_key_invalid',
    'api_key_inactive',
    'permission_denied',
    ...(inPath.some((name) => name !== 'contact_id') || /\/(?:merge|delete)$/.test(path)
      ? (['data_not_found'] as const)
      : []),
    ...(hasContact ? (['contact_not_exists'] as const) : []),
    ...(takesIfMatch(route) || route.repeatable ? (['conflict'] as const) : []),
    ...(methods.includes('POST') ? (['already_exists', 'email_invalid'] as const) : []),
    'unknown_error',
  ];
}

export const publishedApi: RestApi = {
  title: 'Waypost contact automation API',
  version: '1.0.0',
  description: `Contacts with tags, lists and custom fields, rules that act on them, and webhooks about them.

Every request carries an API key. A key with the permission \`read\` may GET, one with \`write\` may POST as well, and one
with \`full\` may DELETE. Parameters may travel in the query or in a body, as JSON or as a form; those of the path count
first. Answers are \`{ "code": "success", "data": { … } }\`, errors \`{ "code", "message" }\`; branch on \`code\`.`,
  groups: {
    Contacts: 'Find, create, change, merge, export and erase contacts.',
    'Tags and lists': 'Tags and lists.',
    Fields: 'Custom fields and their groups.',
    Segments: 'Saved filters.',
    Jobs: 'Bulk actions on contacts.',
    Imports: 'Imports of contacts from other systems.',
    Rules: 'Automations: steps that run when something happens to a contact.',
    Webhooks: 'Webhooks, which send events to your servers.',
    Consent: 'Confirmations, unsubscribing and bounces.',
    Links: 'Clicks on short links.',
    Site: 'Analytics, API keys, the audit log and emails of the site.',
  },
  credentials: {
    query: { type: 'apiKey', in: 'query', name: 'api_key', description: 'An API key.' },
    header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  },
  error: Type.Object(
    {
      code: Type.String({ description: 'Stable, and safe to branch on.' }),
      message: Type.String({ description: 'Text for users.' }),
      details: Type.Optional(Type.Unknown({ description: 'Of a conflict.' })),
    },
    { title: 'Error', additionalProperties: false },
  ),
  tools: toolChoices,
  errorsOf: (route) => [...codesOf(route).map((code) => described(code)), described('unknown_error', 503)],
};
