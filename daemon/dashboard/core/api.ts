/** Calls to the link API with the session's cookie and the chosen workspace. */
import { signal } from '@preact/signals';
import { openService, type Params } from '../../../shared/ui/service.ts';
import type { ErrorBody } from './types.ts';

export const apiPath = '/api';

/** The id of the workspace that all calls use. */
export const workspaceId = signal<string | undefined>(undefined);

/**
 * The number of refused calls. After a refusal, the user's role may have changed, or they may have left the
 * workspace.
 */
export const refusals = signal(0);

export const api = openService({
  path: apiPath,
  headers: () => ({ 'x-workspace-id': workspaceId.value }),
  onForbidden: () => refusals.value++,
  readError: (body) => {
    const error = (body as ErrorBody | undefined)?.error;
    if (!error) return undefined;
    const details = (error.details ?? {}) as Record<string, unknown>;
    return { ...error, details, fields: fieldsOf(error.message, details) };
  },
});

/** Returns the problems, keyed by the name of their field. */
function fieldsOf(message: string, details: Record<string, unknown>): Record<string, string> {
  const { issues = [], field } = details as { issues?: { field: string; message: string }[]; field?: unknown };
  const fields = Object.fromEntries(issues.map((issue) => [issue.field, issue.message]));
  if (typeof field === 'string') fields[field] ??= message;
  return fields;
}

/** Returns a URL below the API, for requests that cannot send headers: images, downloads, event streams. */
export const apiUrl = (path: string, query: Params = {}): string =>
  api.urlOf(path, { workspace: workspaceId.value, ...query });

/** Returns the URL that opens a link as visitors do, without counting a click. */
export const openingOf = (linkId: string): string => apiUrl(`/links/${encodeURIComponent(linkId)}/open`);

/** Returns a new random id. Browsers have `crypto.randomUUID` only with HTTPS and on localhost. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the header with a new idempotency key, so that a retried request creates only one object. */
export const onceOnly = (): Record<string, string> => ({ 'idempotency-key': newId() });
