/**
 * The clients' own record of a fault: every 302 that arrived, every acknowledged write, and every other answer. It is independent
 * of the databases; `verdict.ts` compares the two.
 */

/** A click without an answer can have been counted, or not. */
type Clicks = { received: number; unknown: number };

export type Ledger = {
  /** By slug. */
  clicks: Map<string, Clicks>;
  redirects: { served: number; failed: number; retried: number; worstMs: number };
  /** Destination of each acknowledged new link, by its id. */
  created: Map<string, string>;
  /** A changed link's possible destinations, by its id: the last acknowledged one, and later ones without an answer. */
  changed: Map<string, Set<string>>;
  /** Email addresses of acknowledged contacts. */
  contacts: Set<string>;
  /** Answers other than success, and their number. */
  seen: Map<string, number>;
  /** Answers that Waypost promises never to give. */
  wrong: string[];
  /** Times of acknowledged writes by kind, in ms of `performance.now()`. */
  acknowledged: Map<WriteKind, number[]>;
};

export const writeKinds = ['new links', 'changes', 'contacts'] as const;
export type WriteKind = (typeof writeKinds)[number];

export const createLedger = (): Ledger => ({
  clicks: new Map(),
  redirects: { served: 0, failed: 0, retried: 0, worstMs: 0 },
  created: new Map(),
  changed: new Map(),
  contacts: new Set(),
  seen: new Map(),
  wrong: [],
  acknowledged: new Map(writeKinds.map((kind) => [kind, []])),
});

export const clicksOn = ({ clicks }: Ledger, slug: string): Clicks => {
  const there = clicks.get(slug) ?? { received: 0, unknown: 0 };
  clicks.set(slug, there);
  return there;
};

export const see = ({ seen }: Ledger, what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

/** The longest time without an acknowledgement of one kind: its kind and its two ends. */
export function longestPause({ acknowledged }: Ledger): { kind: WriteKind; from: number; to: number } {
  let longest = { kind: writeKinds[0] as WriteKind, from: 0, to: 0 };
  for (const [kind, times] of acknowledged) {
    for (const [n, to] of times.entries()) {
      const from = times[n - 1] ?? to;
      if (to - from > longest.to - longest.from) longest = { kind, from, to };
    }
  }
  return longest;
}
