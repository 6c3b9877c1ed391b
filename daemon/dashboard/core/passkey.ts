/** The creation and use of passkeys in the browser. The library is loaded on demand. */
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { text } from '../text/text.ts';

export type { CreationOptions, RequestOptions };

/** Returns whether the browser offers passkeys. It does not over plain HTTP on hosts other than localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Creates a passkey. @throws a readable error, even if the user closes the browser's dialog */
export async function makePasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(explain);
}

/** Signs in with a passkey. @throws a readable error, even if the user closes the browser's dialog */
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
