/** Creates and uses passkeys in the browser. The library is loaded on demand. */
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { text } from '../text/text.ts';

export type { CreationOptions, RequestOptions };

/** Also false over plain http on another host than localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** @throws a readable error, also if the user closes the browser's dialog */
export async function makePasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(explain);
}

/** @throws as `makePasskey` does */
export async function signWithPasskey(optionsJSON: RequestOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).catch(explain);
}

function explain(error: Error): never {
  const words = text.secondFactor;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') throw new Error(words.passkeyNotUsed);
  if (error.name === 'InvalidStateError') throw new Error(words.passkeyKnown);
  throw error;
}
