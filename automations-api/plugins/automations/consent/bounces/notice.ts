/** What a mail provider tells of one address, whoever the provider is. */

export const bounceKinds = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof bounceKinds)[number];

/** `id`: the provider's own of this notice, by which it is known when it is told again. */
export type BounceNotice = { email: string; kind: BounceKind; id?: string };

/** What a body was read as. `ignored`: notices in it that say nothing of an address's use, such as that a mail arrived. */
export type ReadNotices = { source: string; notices: BounceNotice[]; ignored: number };

export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
