/** The person's second factors in the link service. */
import type { FactorService } from '../../../../../shared/ui/account/factor-service.ts';
import { FactorsCard } from '../../../../../shared/ui/account/factors-card.tsx';
import type { CreationOptions } from '../../../../../shared/ui/passkey.ts';
import { api } from '../../../core/api.ts';
import { session } from '../../../core/session.ts';
import type { DashboardSettings, FactorList } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';

type Added = { recoveryCodes: string[] };

export const factorService = ({ passkeys }: DashboardSettings): FactorService => ({
  obstacle: session.value?.user.canAddFactor === false ? text.verify.beforeFactor : undefined,
  list: (signal) => api.get<FactorList>('/auth/factors', {}, signal),
  beginTotp: (proof) => api.post('/auth/factors/totp', proof),
  confirmTotp: (id, code) => api.post<Added>('/auth/factors/totp/confirm', { id, code }),
  beginPasskey: passkeys
    ? async (proof) => (await api.post<{ options: CreationOptions }>('/auth/factors/passkey', proof)).options
    : undefined,
  confirmPasskey: (name, response) => api.post<Added>('/auth/factors/passkey/confirm', { name, response }),
  remove: (id, proof) => api.delete(`/auth/factors/${id}`, proof),
  renewCodes: (proof) => api.post<Added>('/auth/factors/recovery-codes', proof),
});

/** Hidden if everyone signs in at a provider. */
export function SecondFactor() {
  const { data: settings } = useSignInSettings();
  if (settings && !settings.password) return null;
  return <FactorsCard service={settings && factorService(settings)} />;
}
