/**
 * The proof that this machine reaches other servers. If a server does not answer, the reason can be this machine's own
 * connection, unless another server answers at the same time.
 */

/** Maximum number of remembered hosts. */
const hostsAtMost = 5;
/** Maximum number of hosts that are visited for a proof. */
const visitsAtMost = 2;
/** Time for which an answer proves the connection. */
const provenMs = 60_000;

export type Connection = ReturnType<typeof createConnection>;

/** Creates the proof. `visit` requests a URL and resolves to whether its server answered. */
export function createConnection(visit: (url: URL) => Promise<boolean>, now = Date.now) {
  /** The hosts that answered most recently, the latest at the end. */
  const answered = new Map<string, { url: URL; at: number }>();

  /** Visits that are not answered yet. Scans that need the same proof share one. */
  const visits = new Map<string, Promise<boolean>>();

  function visitOnce(url: URL): Promise<boolean> {
    const running = visits.get(url.hostname) ?? visit(url).finally(() => visits.delete(url.hostname));
    visits.set(url.hostname, running);
    return running;
  }

  function note(url: URL): void {
    answered.delete(url.hostname);
    answered.set(url.hostname, { url, at: now() });
    if (answered.size > hostsAtMost) answered.delete(answered.keys().next().value as string);
  }

  /** Resolves to whether another host answers. Without a recent answer, visits hosts that answered before. */
  async function isProvenWithout(hostname: string): Promise<boolean> {
    const others = [...answered.values()].filter(({ url }) => url.hostname !== hostname).reverse();
    if (others.some(({ at }) => now() - at < provenMs)) return true;
    for (const { url } of others.slice(0, visitsAtMost)) {
      if (!(await visitOnce(url))) continue;
      note(url);
      return true;
    }
    return false;
  }

  return { note, isProvenWithout };
}
