/** The public sign-in settings. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { api, apiPath } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { DashboardSettings } from '../../core/types.ts';

let asked: Promise<DashboardSettings> | undefined;

/** Requested once for all sign-in pages, and again after a failure. */
function ask(): Promise<DashboardSettings> {
  asked ??= api.get<DashboardSettings>('/dashboard/settings').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Called when the first account exists, which changes the settings. */
export const forgetSettings = (): void => {
  asked = undefined;
};

export const useSignInSettings = (): Loaded<DashboardSettings> => useLoad(ask, []);

/** The current URL, to return to after sign-in at the provider. */
export const present = (): string => location.pathname + location.search;

/** `to` is the dashboard URL to return to. The other values allow a new account. */
export type ProviderWish = { to?: string; inviteToken?: string; inviteCode?: string };

/** The URL that starts signing in with the provider. */
export const providerUrl = (wish: ProviderWish = {}): string =>
  `${apiPath}/dashboard/oidc?${new URLSearchParams({ to: pathTo('overview'), ...wish })}`;
