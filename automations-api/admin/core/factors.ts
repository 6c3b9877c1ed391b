/** One's second factors, as contact automation keeps them. */
import type { FactorService } from '../../../shared/ui/account/factor-service.ts';
import type { CreationOptions } from '../../../shared/ui/passkey.ts';
import { site } from './api.ts';
import { isoOf } from './times.tsx';
import type { SecondFactor, Session } from './types.ts';

type Listed = { factors: SecondFactor[]; recovery_codes_left: number };
type Added = { recovery_codes: string[] };

const toAdded = ({ recovery_codes: recoveryCodes }: Added) => ({ recoveryCodes });

/** People of WordPress sign in with their password there, and with no passkey. */
export const factorService = ({ site: { passkeys }, user: { wordpress } }: Session): FactorService => ({
  async list(signal) {
    const { factors, recovery_codes_left: recoveryCodesLeft } = await site.get<Listed>('/factors', {}, signal);
    return {
      factors: factors.map(({ last_used_at, ...one }) => ({ ...one, lastUsedAt: last_used_at && isoOf(last_used_at) })),
      recoveryCodesLeft,
    };
  },
  beginTotp: (proof) => site.post('/factors/totp', proof),
  confirmTotp: (id, code) => site.post<Added>('/factors/totp/confirm', { id, code }).then(toAdded),
  beginPasskey:
    passkeys && !wordpress
      ? async (proof) => (await site.post<{ options: CreationOptions }>('/factors/passkey', proof)).options
      : undefined,
  confirmPasskey: (name, response) => site.post<Added>('/factors/passkey/confirm', { name, response }).then(toAdded),
  remove: (id, proof) => site.post('/factors/remove', { id, ...proof }),
  renewCodes: (proof) => site.post<Added>('/factors/recovery-codes', proof).then(toAdded),
});
