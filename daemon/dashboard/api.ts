/** The one way to the link API: same origin, the session's cookie, the chosen workspace, errors in the server's words. */
import { computed, signal } from '@preact/signals';
import type { FieldProblems } from '../../shared/ui/form.ts';
import { text } from './text/text.ts';
import type { ErrorBody } from './types.ts';

export const apiPath = '/api';

export class ApiError extends Error implements FieldProblems {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  /** By field, as forms show them. */
  readonly fields: Record<string, string>;

  constructor(status: number, { code, message, details }: ErrorBody['error']) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = (details ?? {}) as Record<string, unknown>;
    const issues = (this.details.issues ?? []) as { field: string; message: string }[];
    this.fields = Object.fromEntries(issues.map((issue) => [issue.field, issue.message]));
    const { field } = this.details;
    if (typeof field === 'string') this.fields[field] ??= message;
  }
}

/** The workspace all calls are about. */
export const workspaceId = signal<string | undefined>(undefined);
/** Somebody has to sign in (again) before calls can be answered. */
export const isSignedOut = signal(false);
/** Why the service could not be asked, until it answers again. */
export const trouble = signal<string | undefined>(undefined);

const underWay = signal(0);
/** Something has been asked and not answered for longer than a moment. */
export const isWaiting = signal(false);
const isAsking = computed(() => underWay.value > 0);
let waitTimer: ReturnType<typeof setTimeout> | undefined;
isAsking.subscribe((asking) => {
  clearTimeout(waitTimer);
  if (asking) {
    waitTimer = setTimeout(() => {
      isWaiting.value = true;
    }, 400);
  } else isWaiting.value = false;
});

export type Params = Record<string, string | number | boolean | undefined>;

type Call = { query?: Params; body?: unknown; signal?: AbortSignal; headers?: Record<string, string> };

/** An address below the API, for what cannot send headers: images, downloads, event streams. */
export const apiUrl = (path: string, query: Params = {}): string =>
  apiPath + path + queryOf({ workspace: workspaceId.value, ...query });

function queryOf(query: Params): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** @throws {ApiError} what the service answered, or that it could not be asked. */
async function call<T>(method: string, path: string, { query = {}, body, signal, headers }: Call = {}): Promise<T> {
  underWay.value++;
  try {
    const response = await fetch(apiPath + path + queryOf(query), {
      method,
      signal,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(workspaceId.value && { 'x-workspace-id': workspaceId.value }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return await answerOf<T>(response);
  } catch (error) {
    if (error instanceof ApiError || (error as Error).name === 'AbortError') throw error;
    trouble.value = text.trouble.unreachable;
    throw new ApiError(0, { code: 'unreachable', message: text.trouble.unreachable });
  } finally {
    underWay.value--;
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.ok) {
    trouble.value = undefined;
    return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  }
  const error = await errorOf(response);
  if (response.status === 401) isSignedOut.value = true;
  if (response.status === 503) trouble.value = text.trouble.unavailable;
  else trouble.value = undefined;
  throw error;
}

/** What an answer that is none says. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  return new ApiError(
    response.status,
    body?.error ?? { code: 'unknown', message: text.trouble.unexpected(response.status) },
  );
}

export const api = {
  get: <T>(path: string, query?: Params, signal?: AbortSignal) => call<T>('GET', path, { query, signal }),
  post: <T>(path: string, body: unknown = {}, more: Omit<Call, 'body'> = {}) =>
    call<T>('POST', path, { ...more, body }),
  patch: <T>(path: string, body: unknown) => call<T>('PATCH', path, { body }),
  put: <T>(path: string, body: unknown) => call<T>('PUT', path, { body }),
  delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, { body }),
};

/** A key under which a creation that is tried again is made only once. */
export const onceOnly = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });
