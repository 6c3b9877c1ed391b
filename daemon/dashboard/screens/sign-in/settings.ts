/** The ways to sign in here, as far as they are public. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { api, apiPath } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { DashboardSettings } from '../../core/types.ts';

let asked: Promise<DashboardSettings> | undefined;

/** Requested once for all these pages; again after a failure. */
function ask(): Promise<DashboardSettings> {
  asked ??= api.get<DashboardSettings>('/dashboard/settings').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** The settings change once an account exists. */
export const forgetSettings = (): void => {
  asked = undefined;
};

export const useSignInSettings = (): Loaded<DashboardSettings> => useLoad(ask, []);

/** The present URL, to return to after sign-in at the provider. */
export const present = (): string => location.pathname + location.search;

/** `to`: the dashboard URL to return to. The other codes allow a new account. */
export type ProviderWish = { to?: string; inviteToken?: string; inviteCode?: string };

/** The URL that starts signing in with the provider. */
export const providerUrl = (wish: ProviderWish = {}): string =>
  `${apiPath}/dashboard/oidc?${new URLSearchParams({ to: pathTo('overview'), ...wish })}`;
