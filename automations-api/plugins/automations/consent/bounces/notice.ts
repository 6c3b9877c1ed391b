/** A bounce or complaint about one email address, in a format common to all providers. */

export const bounceKinds = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof bounceKinds)[number];

/** A notice. `id` is the provider's id, by which a repeated notice is recognised. */
export type BounceNotice = { email: string; kind: BounceKind; id?: string };

/** The notices in a request's body. `ignored` counts notices of other kinds, such as deliveries. */
export type ReadNotices = { source: string; notices: BounceNotice[]; ignored: number };

export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
