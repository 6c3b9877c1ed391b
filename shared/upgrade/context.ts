/** The tools of an upgrade and of a return. */
import type { UpgradeRecord } from './releases.ts';
import type { TakenIn } from './unpack-release.ts';

/** The parts of an installation that an upgrade uses: its releases and services. */
export type Place = {
  currentVersion(): string;
  makeCurrent(version: string): Promise<void>;
  readRecord(): UpgradeRecord;
  writeRecord(record: UpgradeRecord): Promise<void>;
  /** Brings in a release from an archive, package, folder or version. @throws if it is not complete, or not for this machine */
  takeIn(what: string): Promise<TakenIn>;
  install(release: TakenIn): Promise<void>;
  /** @throws if an installed release was altered */
  check(version: string): Promise<void>;
  /** Runs `waypost backup` of an installed release as root, and resolves to its output. */
  backUp(version: string, ...words: string[]): Promise<string>;
  /** Runs `waypost migrate` of an installed release as the service user, and resolves to its output. */
  migrate(version: string, ...words: string[]): Promise<string>;
  /** Describes the pending migrations of the release in a folder, which need not be installed. */
  listMigrations(folder: string): Promise<string>;
  /** @throws if both releases need more memory than is free */
  needMemory(): Promise<void>;
  /** The version that serves, after a start or a reload in progress; `undefined` if Waypost is not running. */
  serving(): Promise<string | undefined>;
  /** Lets the current release serve. @throws if its services do not start; the old ones continue */
  reload(): Promise<void>;
  /** Watches the release for some seconds. @throws with its fault */
  watchHealth(version: string): Promise<void>;
  /** Deletes the other releases, unless a process runs from one. Resolves to the versions that it deleted. */
  removeOthers(kept: string[]): Promise<string[]>;
};

export type Kit = {
  place: Place;
  say: (line: string) => void;
  /** @throws if the operator declines */
  confirm: (question: string) => Promise<void>;
};
