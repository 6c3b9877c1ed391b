/** The second factors of the person who is signed in, as a service keeps them. */

import type { CreationOptions } from '../passkey.ts';
import { ApiError } from '../service.ts';

export type Factor = { id: string; type: 'totp' | 'passkey'; name: string; lastUsedAt: string | null };

/** `password` is only needed when the session is not new. */
type Proof = { password?: string };
/** Empty where the person has codes already. */
type Added = { recoveryCodes: string[] };

export type FactorService = {
  /** The reason why no factor can be added yet. */
  obstacle?: string | undefined;
  list: (signal: AbortSignal) => Promise<{ factors: Factor[]; recoveryCodesLeft: number }>;
  beginTotp: (proof: Proof) => Promise<{ id: string; secret: string; uri: string }>;
  confirmTotp: (id: string, code: string) => Promise<Added>;
  /** Undefined where there are no passkeys. */
  beginPasskey?: ((proof: Proof) => Promise<CreationOptions>) | undefined;
  confirmPasskey: (name: string, response: object) => Promise<Added>;
  remove: (id: string, proof: Proof) => Promise<unknown>;
  renewCodes: (proof: Proof) => Promise<Added>;
};

/** The service wants the password: the session began too long ago. */
export const wantsPassword = (error: unknown): boolean => error instanceof ApiError && 'password' in error.fields;
