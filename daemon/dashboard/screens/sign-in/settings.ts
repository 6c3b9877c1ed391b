/** The installation's public settings. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { api, apiPath } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { DashboardSettings } from '../../core/types.ts';

let loading: Promise<DashboardSettings> | undefined;

/** Requests the settings once for all screens, and again after a failure. */
export function loadSettings(): Promise<DashboardSettings> {
  loading ??= api.get<DashboardSettings>('/dashboard/settings').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Forgets the settings. Call it after the first account was created, because the new account changes the settings. */
export const forgetSettings = (): void => {
  loading = undefined;
};

export const useSignInSettings = (): Loaded<DashboardSettings> => useLoad(loadSettings, []);

/** Returns the current path and query, to return to them after sign-in at the provider. */
export const present = (): string => location.pathname + location.search;

/** Options of the sign-in URL. `to` is the dashboard URL to return to. The other values allow a new account. */
export type ProviderOptions = { to?: string; inviteToken?: string; inviteCode?: string };

/** Returns the URL that starts signing in with the provider. */
export const providerUrl = (options: ProviderOptions = {}): string =>
  `${apiPath}/dashboard/oidc?${new URLSearchParams({ to: pathTo('overview'), ...options })}`;
