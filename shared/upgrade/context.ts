/** The tools for an upgrade and for a return to an earlier release. */
import type { UpgradeRecord } from './releases.ts';
import type { TakenIn } from './unpack-release.ts';

/** The parts of an installation that an upgrade uses: its releases and services. */
export type Place = {
  currentVersion(): string;
  makeCurrent(version: string): Promise<void>;
  readRecord(): UpgradeRecord;
  writeRecord(record: UpgradeRecord): Promise<void>;
  /**
   * Prepares a release from an archive, package, folder or version. @throws if it is incomplete, or not for this
   * machine
   */
  takeIn(what: string): Promise<TakenIn>;
  install(release: TakenIn): Promise<void>;
  /** Checks an installed release. @throws if it was altered */
  check(version: string): Promise<void>;
  /** Runs `waypost backup` from an installed release as root, and resolves to its output. */
  backUp(version: string, ...words: string[]): Promise<string>;
  /** Runs `waypost migrate` from an installed release as the service user, and resolves to its output. */
  migrate(version: string, ...words: string[]): Promise<string>;
  /** Describes the pending migrations of a release in a folder. The release need not be installed. */
  listMigrations(folder: string): Promise<string>;
  /** Checks the free memory. @throws if it is not enough for both releases */
  needMemory(): Promise<void>;
  /**
   * Resolves to the version that is serving, once a start or reload in progress ends; `undefined` if Waypost is not
   * running.
   */
  serving(): Promise<string | undefined>;
  /** Makes the current release serve. @throws if its services do not start; the old services then continue */
  reload(): Promise<void>;
  /** Watches the release for a few seconds. @throws with its fault if it is unhealthy */
  watchHealth(version: string): Promise<void>;
  /** Deletes all releases except `kept` and those that processes run from. Resolves to the deleted versions. */
  removeOthers(kept: string[]): Promise<string[]>;
};

export type Kit = {
  place: Place;
  say: (line: string) => void;
  /** Asks the operator. @throws if the operator declines */
  confirm: (question: string) => Promise<void>;
};
