/**
 * The running services as one set of processes, and their replacement by a set of the current release. The new set
 * serves beside the old one, on the same ports, before that ends: no request is refused, and a set that does not become
 * ready does no harm.
 */
import type { Ending } from './end-reason.ts';
import type { Services } from './services.ts';

/** A release; all services of a set belong to the same one. */
export type Release = { version: string; root: string };
/** `ready` rejects if the set does not start, with the reason. */
export type LaunchedSet = Release & Services & { ready: Promise<void> };

export type SetsPlan = {
  /** Starts a set of the current release, and ends everything that still runs in the home. */
  launch: (home: Home, isReplacing: boolean) => Promise<LaunchedSet>;
  ending: Pick<Ending, 'signal' | 'fail'>;
};

/** Names of pm2's folders. Two sets run at the same time only while one replaces the other. */
export const homes = ['pm2', 'pm2-next'] as const;
export type Home = (typeof homes)[number];

type ServiceSet = LaunchedSet & { home: Home };

export function createServiceSets({ launch, ending }: SetsPlan) {
  /** The set that serves; before the first one is ready, that one. */
  let current: ServiceSet | undefined;
  let serves: Release | undefined;
  let turns: Promise<unknown> = Promise.resolve();

  async function start(): Promise<ServiceSet> {
    ending.signal.throwIfAborted();
    const home = homes.find((one) => one !== current?.home) as Home;
    return { ...(await launch(home, current !== undefined)), home };
  }

  function letServe(set: ServiceSet): void {
    current = set;
    serves = { version: set.version, root: set.root };
    void set.ended.then((message) => set === current && ending.fail(new Error(message)));
  }

  async function startFirst(): Promise<void> {
    try {
      current = await start();
      await current.ready;
    } catch (error) {
      // A reload that waits must not start anything now.
      ending.fail(error);
      throw error;
    }
    letServe(current);
  }

  async function replace(): Promise<Release> {
    const old = current;
    const next = await start();
    try {
      await next.ready;
    } catch (error) {
      await next.stop();
      throw error;
    }
    letServe(next);
    await old?.stop();
    return { version: next.version, root: next.root };
  }

  return {
    /** Resolves when the first set is ready. */
    async start(): Promise<void> {
      const turn = startFirst();
      turns = turn.catch(() => {});
      await turn;
    },
    /**
     * Resolves when the new set serves and the old one has ended. @throws if the new one did not start; the old one
     * continues
     */
    reload(): Promise<Release> {
      const turn = turns.then(replace);
      turns = turn.catch(() => {});
      return turn;
    },
    /** The release that serves; `undefined` until the first set is ready. */
    serving: () => serves,
    /** The release that serves after the start or reload in progress. */
    async settled(): Promise<Release | undefined> {
      await turns;
      return serves;
    },
    restart: async (names: string[]) => current?.restart(names),
    /** Stops after the current turn. */
    async stop(): Promise<void> {
      await turns;
      await current?.stop();
    },
  };
}
