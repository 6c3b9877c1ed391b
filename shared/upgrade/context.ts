/** The tools of an upgrade and of a return. */
import type { UpgradeRecord } from './releases.ts';
import type { TakenIn } from './unpack-release.ts';

/** An installation with its releases and its services, as an upgrade sees it. */
export type Place = {
  currentVersion(): string;
  makeCurrent(version: string): Promise<void>;
  readRecord(): UpgradeRecord;
  writeRecord(record: UpgradeRecord): Promise<void>;
  /** @throws if it is not a complete release for this machine */
  takeIn(what: string): Promise<TakenIn>;
  install(release: TakenIn): Promise<void>;
  /** @throws if an installed release was altered */
  check(version: string): Promise<void>;
  /** Runs `waypost backup` of an installed release as root, and resolves to its output. */
  backUp(version: string, ...words: string[]): Promise<string>;
  /** Runs `waypost migrate` of an installed release as the service user, and resolves to its output. */
  migrate(version: string, ...words: string[]): Promise<string>;
  /** The migrations that wait for a release, which can be one that is not installed. */
  listMigrations(folder: string): Promise<string>;
  /** @throws if there is not enough for both releases at once */
  needMemory(): Promise<void>;
  /** The version that serves, after a start or a reload in progress; `undefined` if Waypost is not running. */
  serving(): Promise<string | undefined>;
  /** Lets the current release serve. @throws if its services do not start; the old ones continue */
  reload(): Promise<void>;
  /** @throws with the fault */
  watchHealth(version: string): Promise<void>;
  /** Deletes the other releases, unless a process runs from one. Resolves to the versions that it deleted. */
  removeOthers(kept: string[]): Promise<string[]>;
};

export type Kit = {
  place: Place;
  say: (line: string) => void;
  /** @throws when the operator does not want it. */
  confirm: (question: string) => Promise<void>;
};
