/** An application's client for its service. It sends the session cookie, and its errors have the server's messages. */
import { computed, signal } from '@preact/signals';
import type { FieldProblems } from './field-problems.ts';
import { uiText } from './text.ts';

type ErrorBody = { code: string; message: string; details?: Record<string, unknown>; fields?: Record<string, string> };

/** An error response from the service; status 0 if the service could not be reached. */
export class ApiError extends Error implements FieldProblems {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  /** The messages about the request's fields, in the form that useForm shows. */
  readonly fields: Record<string, string>;

  constructor(status: number, { code, message, details = {}, fields = {} }: ErrorBody) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}

/** True if the user must sign in again before the service answers. */
export const isSignedOut = signal(false);
/** A message while the service is unavailable or unreachable; undefined once it answers again. */
export const trouble = signal<string | undefined>(undefined);

const underWay = signal(0);
/** True while a request takes longer than a moment. */
export const isWaiting = signal(false);
const isRequesting = computed(() => underWay.value > 0);
let waitTimer: ReturnType<typeof setTimeout> | undefined;
isRequesting.subscribe((isBusy) => {
  clearTimeout(waitTimer);
  if (isBusy) {
    waitTimer = setTimeout(() => {
      isWaiting.value = true;
    }, 400);
  } else isWaiting.value = false;
});

const etags = new WeakMap<object, string>();

/** Returns the ETag that came with an object, either as the response or inside an envelope. */
export const etagOf = (answer: object): string | undefined => etags.get(answer);

/**
 * Remembers the ETag for a response and the objects in it. `depth`: the maximum number of envelopes around an object.
 */
function rememberEtag(value: unknown, etag: string, depth = 2): void {
  if (typeof value !== 'object' || value === null) return;
  etags.set(value, etag);
  if (depth > 0) for (const member of Object.values(value)) rememberEtag(member, etag, depth - 1);
}

export type Params = Record<string, string | number | boolean | undefined>;
export type Call = {
  query?: Params;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Returns the response unchanged, for example for an image. */
  isBlob?: boolean;
};

type ServiceOptions = {
  /** The path at which the service's routes start, such as `/api`. */
  path: string;
  /** Returns the headers for every request. */
  headers: () => Record<string, string | undefined>;
  /** Called when the signed-in user lacks the permission for a request. */
  onForbidden: () => void;
  /** Reads the error in a response body. Returns undefined if the body is not from the service. */
  readError: (body: unknown) => ErrorBody | undefined;
};

export function openService({ path: root, headers: own, onForbidden, readError }: ServiceOptions) {
  /** Reads the error of an unsuccessful response. */
  async function errorOf(response: Response): Promise<ApiError> {
    const fault = readError(await response.json().catch(() => undefined));
    // Without a session, the service's message is about API keys, which does not help here.
    if (response.status === 401 && fault && /API key/.test(fault.message)) fault.message = uiText.signedOut.title;
    return new ApiError(
      response.status,
      fault ?? { code: 'unknown', message: uiText.trouble.unexpected(response.status) },
    );
  }

  async function answerOf<T>(response: Response, isBlob: boolean): Promise<T> {
    if (response.ok) {
      trouble.value = undefined;
      if (isBlob) return (await response.blob()) as T;
      if (response.status === 204) return undefined as T;
      const answer = (await response.json()) as T;
      const etag = response.headers.get('etag');
      if (etag) rememberEtag(answer, etag);
      return answer;
    }
    const error = await errorOf(response);
    if (response.status === 401) isSignedOut.value = true;
    if (response.status === 403) onForbidden();
    trouble.value = response.status === 503 ? uiText.trouble.unavailable : undefined;
    throw error;
  }

  /** Sends a request. @throws {ApiError} for an error response, or if the service is unreachable */
  async function call<T>(
    method: string,
    path: string,
    { query = {}, body, signal, headers, isBlob = false }: Call = {},
  ): Promise<T> {
    underWay.value++;
    try {
      const response = await fetch(root + withQuery(path, query), {
        method,
        signal,
        credentials: 'same-origin',
        headers: {
          accept: isBlob ? '*/*' : 'application/json',
          ...given(own()),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return await answerOf<T>(response, isBlob);
    } catch (error) {
      if (error instanceof ApiError || (error as Error).name === 'AbortError') throw error;
      trouble.value = uiText.trouble.unreachable;
      throw new ApiError(0, { code: 'unreachable', message: uiText.trouble.unreachable });
    } finally {
      underWay.value--;
    }
  }

  return {
    get: <T>(path: string, query?: Params, signal?: AbortSignal) => call<T>('GET', path, { query, signal }),
    blob: (path: string, query?: Params) => call<Blob>('GET', path, { query, isBlob: true }),
    post: <T>(path: string, body: unknown = {}, more: Omit<Call, 'body'> = {}) =>
      call<T>('POST', path, { ...more, body }),
    patch: <T>(path: string, body: unknown, headers?: Call['headers']) => call<T>('PATCH', path, { body, headers }),
    put: <T>(path: string, body: unknown, headers?: Call['headers']) => call<T>('PUT', path, { body, headers }),
    delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, { body }),
    errorOf,
    /** Returns the headers of every request, for requests that this client does not send. */
    headers: () => given(own()),
    /** Returns a URL of the service, for images, downloads and event streams. */
    urlOf: (path: string, query: Params = {}) => root + withQuery(path, query),
  };
}

const given = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => Boolean(pair[1])));

/** Adds parameters to a path, without undefined and empty values. */
function withQuery(path: string, query: Params): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
