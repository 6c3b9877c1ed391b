/** Schemas of browsers' passkey requests and responses, for both services. Unused fields are allowed. */
import Type, { type Static } from 'typebox';
import { people } from '../../limits-of-fields.ts';

const open = { additionalProperties: true };
const anyObject = (description: string, example: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [example],
  });

const base64 = (most: number) =>
  Type.String({
    minLength: 1,
    maxLength: most,
    pattern: '^[A-Za-z0-9_-]+={0,2}$',
    examples: ['ePb2cJ4bTqWmHfDUnJ3v9A'],
  });
/** Creates the schema of a credential id, which WebAuthn limits to 1,023 bytes. */
const credentialId = () => base64(1_364);
const credential = {
  id: credentialId(),
  rawId: credentialId(),
  type: Type.Literal('public-key'),
  clientExtensionResults: anyObject('Extensions that the browser applied.'),
};

export const MadeCredential = Type.Object(
  { clientDataJSON: base64(4_096), attestationObject: base64(12_000) },
  { ...open, description: 'A new key and its attestation.' },
);
/** The result of `navigator.credentials.create`, as JSON. */
export const PasskeyCreation = Type.Object({ ...credential, response: MadeCredential }, open);
export type PasskeyCreation = Static<typeof PasskeyCreation>;

export const SignedChallenge = Type.Object(
  {
    clientDataJSON: base64(4_096),
    authenticatorData: base64(4_096),
    signature: base64(8_192),
    userHandle: Type.Optional(base64(128)),
  },
  { ...open, description: 'The signed data and the signature.' },
);
/** The result of `navigator.credentials.get`, as JSON. */
export const PasskeySignature = Type.Object({ ...credential, response: SignedChallenge }, open);
export type PasskeySignature = Static<typeof PasskeySignature>;

/** Creates the schema of the options with which a browser creates a passkey or signs with one. */
export const passkeyOptions = () =>
  anyObject('JSON form of WebAuthn; browsers have a function that reads it.', {
    rpId: 'go.example.com',
    challenge: 'V2hhdCBpcyBzaWduZWQgaGVyZSBpcyByYW5kb20gYW5kIHNob3J0LWxpdmVk',
    timeout: 60_000,
    userVerification: 'required',
  });

/** Creates the schema of a code from an authenticator app or a recovery code. */
export const factorCode = () =>
  Type.String({
    minLength: 6,
    maxLength: people.factorCode,
    description: 'the six digits that your app shows, or a recovery code',
  });
