/**
 * Passkeys (WebAuthn) of one site. They are discoverable and verify their user, by a finger or a PIN, so one alone signs a person in.
 * The library, which is large, is loaded with the first use. What authenticators say of their make is not asked for, and where one
 * says it all the same, no certificate is followed anywhere.
 */
import { isIP } from 'node:net';
import type * as WebAuthn from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FactorRow } from './queries.ts';

/** `id` is the name that passkeys belong to: those of one site work at no other. */
export type PasskeySite = { id: string; origin: string; name: string };

/** Undefined where browsers have no passkeys: at an IP address, and without https anywhere but on localhost. */
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
  // With a root to lead to, the library would fetch lists of revoked certificates from where a certificate says.
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const)
    webAuthn.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return webAuthn;
}

const open = () => {
  library ??= load();
  return library;
};

/** The options for making a passkey; those a person has are not made a second time. */
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

/** The options for signing in with any passkey of this site. */
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

/** Undefined when it is none that was made here for this challenge. */
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

/** The passkey's new count; undefined when the signature is not its own, for this challenge, or the count did not grow. */
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
