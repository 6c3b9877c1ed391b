/**
 * Every sequence of actions on an installation in memory, compared with a model: a release serves at every moment,
 * and the status names it. As with pm2 homes, starting a set of processes in a home ends all others in it.
 */
import { createServiceSets, type Home, type LaunchedSet } from '../../../shared/local/service-sets.ts';
import { back } from '../../../shared/upgrade/back.ts';
import type { Kit, Place } from '../../../shared/upgrade/context.ts';
import type { UpgradeRecord } from '../../../shared/upgrade/releases.ts';
import { upgrade } from '../../../shared/upgrade/upgrade.ts';
import { t } from '../../runner/tap.ts';

type Started = { version: string; isReady: boolean; end: (why: string) => void };

const toVersion = (n: number) => `0.0.${n}`;

class Machine {
  current = toVersion(1);
  record: UpgradeRecord = {};
  readonly running = new Map<Home, Started>();
  /** A faulty release: it does not start, or it is unhealthy. */
  faulty: { version: string; starts: boolean } | undefined;
  /** Kills `waypost upgrade` immediately after it requests a reload. */
  isCutOff = false;
  /** False while no release needs to serve. */
  isWatched = true;
  readonly faults: string[] = [];
  sets = this.newSets();

  newSets() {
    const fail = (error: unknown) =>
      this.isWatched && this.faults.push(`the product ended: ${(error as Error).message}`);
    return createServiceSets({
      launch: (home) => this.launch(home),
      ending: { signal: new AbortController().signal, fail },
    });
  }

  serving(): string[] {
    return [...this.running.values()].filter(({ isReady }) => isReady).map(({ version }) => version);
  }

  async launch(home: Home): Promise<LaunchedSet> {
    this.running.get(home)?.end('another set started in its home');
    let resolve = (_: string) => {};
    const ended = new Promise<string>((ends) => {
      resolve = ends;
    });
    const version = this.current;
    const end = (why: string) => {
      if (this.running.get(home) === set) this.running.delete(home);
      if (this.isWatched && this.serving().length === 0) this.faults.push(`nobody serves: ${why}`);
      resolve(why);
    };
    const set: Started = { version, isReady: false, end };
    this.running.set(home, set);
    const becomeReady = async () => {
      await Promise.resolve();
      if (this.faulty?.version === version && !this.faulty.starts) throw new Error('it does not start');
      set.isReady = true;
    };
    const ready = becomeReady();
    ready.catch(() => {});
    return { version, root: '', ready, ended, restart: async () => {}, stop: async () => end('it was stopped') };
  }

  /** Restarts ended services, as systemd does. */
  async startAgain(end: () => unknown): Promise<void> {
    this.isWatched = false;
    await end();
    if (this.running.size > 0) this.faults.push('services are left');
    this.sets = this.newSets();
    await this.sets.start();
    this.isWatched = true;
  }

  readonly kit: Kit = { say: () => {}, confirm: async () => {}, place: this.place() };

  place(): Place {
    return {
      currentVersion: () => this.current,
      makeCurrent: async (version) => {
        this.current = version;
      },
      readRecord: () => ({ ...this.record }),
      writeRecord: async (record) => {
        this.record = { ...record };
      },
      takeIn: async (version) => ({ folder: '', version, isInstalled: true, changelog: '', verified: '' }),
      install: async () => {},
      check: async () => {},
      backUp: async () => '',
      migrate: async () => '',
      listMigrations: async () => '',
      needMemory: async () => {},
      serving: async () => (await this.sets.settled())?.version,
      reload: async () => {
        const reloaded = this.sets.reload();
        if (this.isCutOff) await new Promise(() => {});
        await reloaded;
      },
      watchHealth: async (version) => {
        if (this.faulty?.version === version) throw new Error('it is not healthy');
      },
      removeOthers: async () => [],
    };
  }
}

/**
 * The model of an installation. `previous`: the release that `--back` returns to. `cutOff`: the upgrade that was
 * killed.
 */
type Model = { serves: number; newest: number; previous?: number | undefined; cutOff?: { from: number; to: number } };
type Action = { name: string; fails?: boolean; act: (machine: Machine) => unknown; expects: (model: Model) => Model };

const wayOf = ({ serves, newest, cutOff }: Model) => cutOff ?? { from: serves, to: newest + 1 };
let next = wayOf({ serves: 1, newest: 1 });
const upgradeTo = (machine: Machine) => upgrade(toVersion(next.to), { dryRun: false, backup: false }, machine.kit);

const failUpgrade = (name: string, starts: boolean): Action => ({
  name,
  fails: true,
  act: (machine) => {
    machine.faulty = { version: toVersion(next.to), starts };
    return upgradeTo(machine);
  },
  expects: ({ previous }) => ({ serves: next.from, newest: next.to, previous }),
});

const actions: Action[] = [
  { name: 'reload', act: (machine) => machine.sets.reload(), expects: (model) => model },
  {
    name: 'failed reload',
    fails: true,
    act: (machine) => {
      machine.faulty = { version: machine.current, starts: false };
      return machine.sets.reload();
    },
    expects: (model) => model,
  },
  {
    name: 'upgrade',
    act: upgradeTo,
    expects: () => ({ serves: next.to, newest: next.to, previous: next.from }),
  },
  failUpgrade('upgrade to a release that does not start', false),
  failUpgrade('upgrade to a release that is not healthy', true),
  {
    name: 'upgrade that is killed',
    act: async (machine) => {
      machine.isCutOff = true;
      void upgradeTo(machine);
      // All steps of the test wait only for promises.
      await new Promise(setImmediate);
    },
    expects: ({ previous }) => ({ serves: next.to, newest: next.to, previous, cutOff: next }),
  },
  {
    name: '--back',
    act: (machine) =>
      back(false, machine.kit).catch((error: Error) => {
        if (!error.message.includes('no previous release')) throw error;
      }),
    expects: ({ serves, newest, previous, cutOff }) =>
      cutOff ? { serves: cutOff.from, newest, previous } : { serves: previous ?? serves, newest },
  },
  {
    name: 'kill',
    act: (machine) => machine.startAgain(() => machine.running.clear()),
    expects: (model) => model,
  },
  {
    name: 'restart',
    act: (machine) => machine.startAgain(() => machine.sets.stop()),
    expects: (model) => model,
  },
];

async function faultOf(sequence: Action[]): Promise<string | undefined> {
  const machine = new Machine();
  await machine.sets.start();
  let model: Model = { serves: 1, newest: 1 };
  for (const { act, fails = false, expects } of sequence) {
    next = wayOf(model);
    const hasFailed = await Promise.resolve(act(machine)).then(
      () => false,
      () => true,
    );
    model = expects(model);
    machine.faulty = undefined;
    machine.isCutOff = false;
    const status = (await machine.sets.settled())?.version;
    const serves = toVersion(model.serves);
    const found = [
      hasFailed,
      status,
      machine.current,
      machine.serving().join(),
      machine.running.size,
      ...machine.faults,
    ];
    const wanted = [fails, serves, serves, serves, 1];
    if (found.join() !== wanted.join()) return `${found.join(', ')} instead of ${wanted.join(', ')}`;
  }
  return undefined;
}

function* sequencesOf(some: Action[], length: number): Generator<Action[]> {
  if (length === 0) return yield [];
  for (const rest of sequencesOf(some, length - 1)) for (const action of some) yield [...rest, action];
}

/** Variants of other actions, which are tried in shorter sequences. */
const variants = ['upgrade to a release that is not healthy', 'upgrade that is killed'];

for (const [some, length] of [
  [actions.filter(({ name }) => !variants.includes(name)), 5],
  [actions, 4],
] as const) {
  t.test(
    `after any ${length} of ${some.length} actions, one release serves, links redirect as before, and the status names that release`,
    async (t) => {
      let count = 0;
      for (const sequence of sequencesOf(some, length)) {
        const fault = await faultOf(sequence);
        if (fault) return t.fail(`${sequence.map(({ name }) => name).join(' → ')}: ${fault}`);
        count++;
      }
      t.equal(count, some.length ** length);
    },
  );
}
