/** How people come in here, as one may know before signing in. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { api, apiPath } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { DashboardSettings } from '../../core/types.ts';

let asked: Promise<DashboardSettings> | undefined;

/** Asked once for all these pages; after a failure again. */
function ask(): Promise<DashboardSettings> {
  asked ??= api.get<DashboardSettings>('/dashboard/settings').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** They are another once somebody has an account. */
export const forgetSettings = (): void => {
  asked = undefined;
};

export const useSignInSettings = (): Loaded<DashboardSettings> => useLoad(ask, []);

/** `to`: the address of the dashboard it leads back to. The others let a new account in. */
export type ProviderWish = { to?: string; inviteToken?: string; inviteCode?: string };

/** Where signing in with the provider begins. */
export const providerUrl = (wish: ProviderWish = {}): string =>
  `${apiPath}/dashboard/oidc?${new URLSearchParams({ to: pathTo('overview'), ...wish })}`;
