/** How people come in here, as one may know before signing in. */
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { api, apiPath } from '../../api.ts';
import { pathTo } from '../../routes.ts';
import type { DashboardSettings } from '../../types.ts';

let asked: Promise<DashboardSettings> | undefined;

/** Asked once for all doors; after a failure again. */
function ask(): Promise<DashboardSettings> {
  asked ??= api.get<DashboardSettings>('/dashboard/settings').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

export const useDoorSettings = (): Loaded<DashboardSettings> => useLoad(ask, []);

/** Where signing in with the provider begins; it leads back to an address of the dashboard. */
export const providerUrl = (to = pathTo('overview')): string =>
  `${apiPath}/dashboard/oidc?${new URLSearchParams({ to })}`;
