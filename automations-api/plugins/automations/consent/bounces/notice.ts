/** A bounce or complaint about one address, in a form common to all email providers. */

export const bounceKinds = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof bounceKinds)[number];

/** `id` is the provider's own, by which a repeated notice is recognised. */
export type BounceNotice = { email: string; kind: BounceKind; id?: string };

/** Notices read from a request's body. `ignored` counts those that say nothing about the address, such as a delivered email. */
export type ReadNotices = { source: string; notices: BounceNotice[]; ignored: number };

export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
