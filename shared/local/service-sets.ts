/**
 * The running services as one set of processes, and their replacement by a set of the current release. The new set
 * serves on the same ports before the old set ends. So no request is refused, and nothing is lost if the new set does
 * not become ready.
 */
import type { Ending } from './end-reason.ts';
import type { Services } from './services.ts';

/** A release. All services of a set belong to the same release. */
export type Release = { version: string; root: string };
/** `ready` rejects with the reason if the set does not start. */
export type LaunchedSet = Release & Services & { ready: Promise<void> };

export type SetsPlan = {
  /** Ends everything that still runs in `home`, and starts a set of the current release there. */
  launch: (home: Home, isReplacing: boolean) => Promise<LaunchedSet>;
  ending: Pick<Ending, 'signal' | 'fail'>;
};

/** Names of pm2's folders. Two sets run at once only while one replaces the other. */
export const homes = ['pm2', 'pm2-next'] as const;
export type Home = (typeof homes)[number];

type ServiceSet = LaunchedSet & { home: Home };

export function createServiceSets({ launch, ending }: SetsPlan) {
  /** The running set, or the first one while it starts. */
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
      // A waiting reload must not start anything now.
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
     * Resolves when the new set serves and the old one has ended. @throws if the new set does not start; the old one
     * then continues
     */
    reload(): Promise<Release> {
      const turn = turns.then(replace);
      turns = turn.catch(() => {});
      return turn;
    },
    /** Returns the running release; `undefined` until the first set is ready. */
    serving: () => serves,
    /** Resolves to the running release, after the start or reload in progress. */
    async settled(): Promise<Release | undefined> {
      await turns;
      return serves;
    },
    restart: async (names: string[]) => current?.restart(names),
    /** Stops the services, after the start or reload in progress. */
    async stop(): Promise<void> {
      await turns;
      await current?.stop();
    },
  };
}
