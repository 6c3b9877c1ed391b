/** Passkeys as the browser makes and uses them. The library is fetched when one is asked for. */
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { uiText } from './text.ts';

export type { CreationOptions, RequestOptions };

/** False over plain http on another host than localhost, too. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** @throws in words, also when the person closes the browser's own window */
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
  const words = uiText.secondFactor;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') throw new Error(words.passkeyNotUsed);
  if (error.name === 'InvalidStateError') throw new Error(words.passkeyKnown);
  throw error;
}
