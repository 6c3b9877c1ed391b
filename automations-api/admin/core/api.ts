/** Calls to the REST API, which send the session's cookie and nonce and unwrap the answers. */
import { signal } from '@preact/signals';
import { type Call, openService, type Params } from '../../../shared/ui/service.ts';

/** The nonce that is sent with every call. The cookie is invalid without it. */
export const nonce = signal<string | undefined>(undefined);

/** An error of either namespace; `params` has a message for each invalid parameter. */
type Refusal = {
  code: string;
  message: string;
  data?: { params?: Record<string, string>; sign_in_url?: string };
  details?: Record<string, unknown>;
};

/** The form field that an error code belongs to, if the answer names no field. */
const fieldsByCode: Record<string, string> = { email_invalid: 'email' };
/** Messages that start with their field: "field 2 (Seats) must be a number", "country must be two letters". */
const namedField = /^(?:Invalid parameter\(s\): )?(field \d+|[a-z_]+) (?:\(.*\) )?(?:must|is) /;
/** Messages such as "A tag with this name already exists." */
const takenField = /with this (\w+) already exists/;

/** The number of refused calls. The user's role may have changed, or another tab may have signed in again. */
export const refusals = signal(0);

const service = openService({
  path: '/wp-json',
  headers: () => ({ 'x-wp-nonce': nonce.value }),
  onForbidden: () => refusals.value++,
  readError: (body) => {
    const { code, message, data, details } = (body ?? {}) as Partial<Refusal>;
    if (code === undefined || message === undefined) return undefined;
    const field = fieldsByCode[code] ?? (takenField.exec(message) ?? namedField.exec(message))?.[1];
    return {
      code,
      message,
      details: details ?? data,
      fields: data?.params ?? (field ? { [field]: message } : {}),
    };
  },
});

/** The client itself, for uploads that report progress. */
export const way = service;

/** Returns the calls for one namespace; they resolve to the answer's `data`. */
function within(namespace: string) {
  const open = async <T>(answer: Promise<{ data: T }>) => (await answer).data;
  return {
    get: <T>(path: string, query?: Params, signal?: AbortSignal) =>
      open(service.get<{ data: T }>(namespace + path, query, signal)),
    /** Fetches an answer without an envelope. */
    blob: (path: string, query?: Params) => service.blob(namespace + path, query),
    post: <T>(path: string, body?: unknown, more?: Pick<Call, 'signal' | 'headers'>) =>
      open(service.post<{ data: T }>(namespace + path, body, more)),
    delete: <T>(path: string, body?: unknown) => open(service.delete<{ data: T }>(namespace + path, body)),
  };
}

/** Calls for contacts and their data. */
export const api = within('/automations');
/** Calls for users, the session, and the site's settings. */
export const site = within('/waypost-admin/v1');
