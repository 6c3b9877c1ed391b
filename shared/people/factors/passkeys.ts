/**
 * Passkeys (WebAuthn) of one site. They are discoverable and verify their user by a fingerprint or PIN, so one
 * passkey alone signs a user in. The large library is loaded with the first use. Attestation is not requested, and no
 * certificate in an answer causes a request.
 */
import { isIP } from 'node:net';
import type * as WebAuthn from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FactorRow } from '../factor-queries.ts';

/** `id` is the relying party id: passkeys work only at their own site. */
export type PasskeySite = { id: string; origin: string; name: string };

/**
 * Returns the site; `undefined` if browsers offer no passkeys: at an IP address, and without https except on
 * localhost.
 */
export function passkeySite(url: string, name: string): PasskeySite | undefined {
  const { hostname: id, origin, protocol } = new URL(url);
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id, origin, name };
}

export type PasskeyOwner = { publicId: string; email: string; name: string };

let library: Promise<typeof WebAuthn> | undefined;

async function load(): Promise<typeof WebAuthn> {
  const webAuthn = await import('@simplewebauthn/server');
  // With a root certificate, the library would fetch revocation lists from the URLs in certificates.
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const)
    webAuthn.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return webAuthn;
}

const open = () => {
  library ??= load();
  return library;
};

/** Creates the options for creating a passkey, excluding passkeys that the user already has. */
export async function creationOptions(
  site: PasskeySite,
  owner: PasskeyOwner,
  known: FactorRow[],
  challenge: Buffer,
): Promise<WebAuthn.PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await open();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(owner.publicId)),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: known.flatMap(({ credentialId: id }) => (id === null ? [] : [{ id }])),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Creates the options for signing in with any passkey of this site. */
export async function requestOptions(
  site: PasskeySite,
  challenge: Buffer,
): Promise<WebAuthn.PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await open();
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  });
}

export type MadePasskey = { credentialId: string; publicKey: Buffer; counter: number };

/** Verifies a new passkey; `undefined` if it was not created here for this challenge. */
export async function readCreation(
  site: PasskeySite,
  response: RegistrationResponseJSON,
  isExpected: (challenge: string) => boolean,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await open();
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge: isExpected,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!found?.verified) return undefined;
  const { id, publicKey, counter } = found.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
}

type KnownPasskey = { credentialId: string; publicKey: Buffer; counter: number };

/**
 * Verifies a signature and resolves to the passkey's new count; `undefined` if the signature is by another passkey, for
 * another challenge, or if the count did not grow.
 */
export async function readSignature(
  site: PasskeySite,
  response: AuthenticationResponseJSON,
  { credentialId: id, publicKey, counter }: KnownPasskey,
  isExpected: (challenge: string) => boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await open();
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isExpected,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => undefined);
  return found?.verified ? found.authenticationInfo.newCounter : undefined;
}
