/** The signed-in user and their current workspace. The session itself is in a cookie that scripts cannot read. */
import { batch, computed, signal } from '@preact/signals';
import { followLanguage } from '../../../shared/ui/language.ts';
import { ApiError, isSignedOut } from '../../../shared/ui/service.ts';
import { toast } from '../../../shared/ui/toast.tsx';
import { text } from '../text/text.ts';
import { api, apiPath, refusals, workspaceId } from './api.ts';
import { type RequestOptions, signWithPasskey } from './passkey.ts';
import type { DashboardSession, Role, Workspace } from './types.ts';

/** The session: `undefined` until it is known, `null` if no user is signed in. */
export const session = signal<DashboardSession | null | undefined>(undefined);
/** The current workspace with its limits and usage. */
export const workspace = signal<Workspace | undefined>(undefined);

/** The server's refusal of an unavailable workspace; `undefined` if it is available. */
export const barrier = signal<ApiError | undefined>(undefined);

/**
 * Stores the open workspace in a cookie, because the page's HTML starts the first request and cannot name the workspace
 * in any other way.
 */
function remember(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, and newer browsers than Firefox 128.
  document.cookie = `waypost-workspace=${id}; Path=${apiPath}; SameSite=Strict; Max-Age=31536000`;
}

export const membership = computed(() => session.value?.workspaces.find(({ id }) => id === workspaceId.value));

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };

/** Returns whether the user's role in the workspace is at least this one. */
export const may = (least: Role): boolean => ranks[membership.value?.role ?? 'viewer'] >= ranks[least];

/** Fetches the session. @throws if the service cannot be reached */
export const openSession = (): Promise<void> => enter(fetchSession().catch(nobody));

/** Refreshes the session after the user's workspaces or name changed. */
export const refreshSession = (): Promise<void> => enter(fetchSession());

const fetchSession = () => api.get<DashboardSession>('/dashboard/session');

function nobody(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}

// Numbers of requests. An answer is dropped if a later request has already been answered.
let lastRequest = 0;
let lastEntered = 0;

/**
 * Applies a fetched session: opens the tab's workspace, or the one that the service chose. The workspace's limits are
 * known first, so that screens do not shift.
 */
async function enter(request: Promise<DashboardSession | null>): Promise<void> {
  const number = ++lastRequest;
  const answer = await request;
  if (number < lastEntered) return;
  lastEntered = number;
  if (answer) {
    followLanguage(answer.user.language);
    const { workspaces, workspace: opened } = answer;
    const find = (wanted: string | undefined) => workspaces.find(({ id }) => id === wanted);
    const requested = find(workspaceId.value) ?? find(takeFromUrl());
    if (requested) remember(requested.id);
    workspaceId.value = requested?.id ?? opened?.id ?? workspaces[0]?.id;
    if (opened && opened.id === workspaceId.value) showWorkspace(opened);
    // The workspace cannot be fetched until a second factor is set up.
    else if (!answer.needsSecondFactor) await refreshWorkspace();
    if (number < lastEntered) return;
  }
  batch(() => {
    session.value = answer;
    isSignedOut.value = false;
  });
}

/** Returns the workspace id from the URL and removes it. Links in emails contain this id. */
function takeFromUrl(): string | undefined {
  const url = new URL(location.href);
  const id = url.searchParams.get('workspace') ?? undefined;
  url.searchParams.delete('workspace');
  if (id !== undefined) history.replaceState(history.state, '', url);
  return id;
}

export function chooseWorkspace(id: string): void {
  batch(() => {
    workspaceId.value = id;
    workspace.value = undefined;
    barrier.value = undefined;
  });
  remember(id);
  void refreshWorkspace();
}

/**
 * Refreshes the workspace after its usage changed. Ignores a failed request, but marks the workspace as unavailable
 * if the service refuses.
 */
export async function refreshWorkspace(): Promise<void> {
  const id = workspaceId.value;
  if (id === undefined) return;
  const found = await api.get<Workspace>('/workspace').catch((error: ApiError) => error);
  if (workspaceId.value !== id) return;
  if (!(found instanceof ApiError)) showWorkspace(found);
  else barrier.value = found.status === 403 ? found : undefined;
}

function showWorkspace(found: Workspace): void {
  batch(() => {
    workspace.value = found;
    barrier.value = undefined;
  });
}

let isRechecking = false;

// Hides actions that are no longer allowed, and opens another workspace if the user is no longer a member.
refusals.subscribe((count) => {
  if (count > 0 && barrier.value === undefined && !isRechecking) void recheck();
});

async function recheck(): Promise<void> {
  isRechecking = true;
  const before = membership.value;
  try {
    await refreshSession().catch((error: ApiError) => (error.status === 403 ? openOtherWorkspace() : undefined));
  } catch {
    // The next refusal triggers another attempt.
  }
  isRechecking = false;
  if (before && workspaceId.value !== before.id) toast(text.workspace.noMember(before.name));
}

/** Submits a form that signs the user in, such as a new account or a new password. */
export async function enterBy(path: string, body: object): Promise<void> {
  await enter(api.post<DashboardSession>(path, body));
}

/** Opens another workspace when the current one has been deleted or left, so that API calls no longer use it. */
export async function openOtherWorkspace(): Promise<void> {
  workspaceId.value = session.value?.workspaces.find(({ id }) => id !== workspaceId.value)?.id;
  await refreshSession();
}

export async function signIn(email: string, password: string, code?: string): Promise<void> {
  await enterBy('/dashboard/session', { email, password, ...(code ? { code } : {}) });
}

export async function signInByPasskey(): Promise<void> {
  const { options } = await api.post<{ options: RequestOptions }>('/auth/login/passkey/options');
  await enterBy('/dashboard/session/passkey', { response: await signWithPasskey(options) });
}

export async function signOut(): Promise<void> {
  await api.delete('/dashboard/session');
  forget();
}

/** Clears everything after sign-out. */
export function forget(): void {
  lastEntered = ++lastRequest;
  batch(() => {
    session.value = null;
    workspace.value = undefined;
    workspaceId.value = undefined;
    barrier.value = undefined;
    isSignedOut.value = false;
  });
}
