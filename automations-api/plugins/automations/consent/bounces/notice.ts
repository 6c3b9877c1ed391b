/** A bounce or complaint about one email address, in a format common to all providers. */

export const bounceKinds = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof bounceKinds)[number];

/** A notice. `id` is the provider's id, by which a repeated notice is recognised. `mailId`: the email, if it is known. */
export type BounceNotice = { email: string; kind: BounceKind; id?: string; mailId?: number };

/** The notices in a request's body. `ignored` counts notices of other kinds, such as deliveries. */
export type ReadNotices = { source: string; notices: BounceNotice[]; ignored: number };

export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Reads the email's id in the outbox from its Message-ID, which starts with the prefix of the outbox. */
export function mailNamed(messageId: unknown): { mailId?: number } {
  const id = /^<?automations-mail\.(\d{1,15})@/.exec(textOf(messageId) ?? '')?.[1];
  return id === undefined ? {} : { mailId: Number(id) };
}
