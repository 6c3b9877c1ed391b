/** Who is signed in, and in which of their workspaces they are. The session itself is a cookie that scripts never see. */
import { batch, computed, signal } from '@preact/signals';
import { type RequestOptions, signWithPasskey } from '../../../shared/ui/passkey.ts';
import { kept } from '../../../shared/ui/preferences.ts';
import { ApiError, isSignedOut } from '../../../shared/ui/service.ts';
import { toast } from '../../../shared/ui/toast.tsx';
import { text } from '../text/text.ts';
import { api, refusals, workspaceId } from './api.ts';
import type { DashboardSession, Role, Workspace } from './types.ts';

/** Undefined until it is known; null: nobody. */
export const session = signal<DashboardSession | null | undefined>(undefined);
/** The chosen workspace with its limits and what is used of them. */
export const workspace = signal<Workspace | undefined>(undefined);

/** Why nothing of the workspace may be seen, in the service's words; undefined where that is none. */
export const barrier = signal<string | undefined>(undefined);

const lastWorkspace = kept('workspace', '');

export const membership = computed(() => session.value?.workspaces.find(({ id }) => id === workspaceId.value));

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };

/** Whether one's role in the workspace is at least that. */
export const may = (least: Role): boolean => ranks[membership.value?.role ?? 'viewer'] >= ranks[least];

/** Finds out who is signed in. @throws when the service could not be asked. */
export async function openSession(): Promise<void> {
  try {
    await enter(await api.get<DashboardSession>('/dashboard/session'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    batch(() => {
      session.value = null;
      isSignedOut.value = false;
    });
  }
}

/** After signing in: the workspace last used, or the first. Its limits are known first, so that screens need not make room. */
async function enter(answer: DashboardSession): Promise<void> {
  const { workspaces } = answer;
  const last = workspaces.find(({ id }) => id === (workspaceId.value ?? lastWorkspace.value)) ?? workspaces[0];
  workspaceId.value = last?.id;
  // Until a second factor is set up, nothing of it is to be had.
  if (!answer.needsSecondFactor) await refreshWorkspace();
  batch(() => {
    session.value = answer;
    isSignedOut.value = false;
  });
}

export function chooseWorkspace(id: string): void {
  batch(() => {
    workspaceId.value = id;
    workspace.value = undefined;
    barrier.value = undefined;
    lastWorkspace.value = id;
  });
  void refreshWorkspace();
}

/** What is used of the limits has changed. Not knowing it is no fault, not being allowed to is one of the workspace. */
export async function refreshWorkspace(): Promise<void> {
  const id = workspaceId.value;
  const found = await api.get<Workspace>('/workspace').catch((error: ApiError) => error);
  if (workspaceId.value !== id) return;
  batch(() => {
    if (!(found instanceof ApiError)) workspace.value = found;
    barrier.value = found instanceof ApiError && found.status === 403 ? found.message : undefined;
  });
}

let isLooking = false;

// What is not allowed any more is not offered any more, and who is no member any more goes on in another workspace.
refusals.subscribe((count) => {
  if (count > 0 && barrier.value === undefined && !isLooking) void lookAgain();
});

async function lookAgain(): Promise<void> {
  isLooking = true;
  const before = membership.value;
  try {
    await refreshSession().catch((error: ApiError) => (error.status === 403 ? goOnElsewhere() : undefined));
  } catch {
    // It is asked again when something else is refused.
  }
  isLooking = false;
  if (before && workspaceId.value !== before.id) toast(text.workspace.noMember(before.name));
}

/** By a form whose answer is a session: a new account, a new password. */
export async function enterBy(path: string, body: object): Promise<void> {
  await enter(await api.post<DashboardSession>(path, body));
}

/** The list of workspaces, or one's own name, has changed. */
export async function refreshSession(): Promise<void> {
  await enter(await api.get<DashboardSession>('/dashboard/session'));
}

/** The workspace is gone, or one is no member of it any more: on with another. Calls must not name the old one. */
export async function goOnElsewhere(): Promise<void> {
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

/** Nobody is signed in any more. */
export function forget(): void {
  batch(() => {
    session.value = null;
    workspace.value = undefined;
    workspaceId.value = undefined;
    barrier.value = undefined;
    isSignedOut.value = false;
  });
}
