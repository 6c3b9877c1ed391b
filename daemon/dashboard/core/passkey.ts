/** Passkeys as the browser creates and uses them. The library is fetched when it is needed. */
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { text } from '../text/text.ts';

export type { CreationOptions, RequestOptions };

/** Also false over plain http on another host than localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** @throws a readable error, also when the person closes the browser's own window */
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
