/** The shape of an import for the screen, the same for both services, and the functions that load and change it. */
import type { PageOf } from '../pages.ts';
import type { ReadFile } from '../text/shape.ts';

type ImportStatus = 'queued' | 'reading' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** Waypost's fields, keyed by column name; null leaves the column out. */
export type Mapping = Readonly<Record<string, string | null>>;

export type Row = { number: number; columns: Readonly<Record<string, unknown>> };

/** Domains, keyed by the host in the file; `*` is every other host. */
export type Domains = Readonly<Record<string, string>>;

/** Outcomes of rows that created nothing. `kept`: an undo left the object unchanged. */
export type Fate = 'failed' | 'skipped' | 'changed' | 'kept';

/** A sentence, and the number of rows that it applies to. */
type Note = { text: string; rows: number };

export type ImportRecord = ReadFile & {
  id: string;
  status: ImportStatus;
  /** The format of the file; null until it is known. */
  format: string | null;
  fileName: string;
  dryRun: boolean;
  onTaken: string;
  /** The default status of rows, if the service offers that choice. */
  defaultStatus?: string | undefined;
  /** True if a row with an unreadable cell fails; missing if the service does not offer that choice. */
  refusesFaultyCells?: boolean;
  /** Names of tags and lists for all rows, if the service offers that choice. */
  tagNames?: readonly string[];
  listNames?: readonly string[];
  columns: readonly string[];
  mapping: Mapping;
  /** The types of fields that fit columns, other than text, if the service creates fields. */
  newFieldTypes?: Readonly<Record<string, unknown>>;
  domains: Domains;
  /** Hosts in the file that are not domains of this workspace, with or without a chosen domain. */
  unknownHosts: readonly { host: string; rows: number }[];
  fields: readonly { name: string; label: string }[];
  preview: readonly Row[];
  position: number;
  created: number;
  changed: number;
  skipped: number;
  failed: number;
  notes: readonly Note[];
  reasons: readonly (Note & { fate: Fate })[];
  /**
   * The number of new objects that the plan still allows, and the number that this import needs; null without a
   * limit.
   */
  allowance: { left: number | null; needed: number } | null;
  error: string | null;
  undo: { status: 'queued' | 'running' | 'done'; deleted: number; restored: number; kept: number } | null;
  /** ISO 8601, like all times here. */
  undoableUntil: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  actor: string;
};

/** The choices that a user makes before the import starts. */
export type Choices = {
  format: string;
  onTaken: string;
  mapping: Mapping;
  domains: Domains;
  defaultStatus?: string | undefined;
  tagNames?: readonly string[] | undefined;
  listNames?: readonly string[] | undefined;
  resubscribe: boolean;
  refusesFaultyCells: boolean;
};

export type Act = 'pause' | 'resume' | 'cancel' | 'undo';

export type ImportService = {
  list: (cursor: string | undefined, signal?: AbortSignal) => Promise<PageOf<ImportRecord>>;
  get: (id: string, signal?: AbortSignal) => Promise<ImportRecord>;
  /** Sends a file for a check. `onSent` is called with the number of bytes sent so far. */
  send: (file: File, onTaken: string, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<ImportRecord>;
  start: (id: string, choices: Choices & { dryRun: boolean }) => Promise<ImportRecord>;
  act: (id: string, act: Act) => Promise<ImportRecord>;
  /** Called when an import or its undo has ended. */
  onEnd?: () => void;
  remove: (id: string) => Promise<unknown>;
  /** Lists the first rows with an outcome and a reason. */
  rows: (id: string, fate: Fate, reason: string, signal?: AbortSignal) => Promise<readonly Row[]>;
  /** Saves rows with their reasons as a file. */
  saveRows: (record: ImportRecord, which: Fate | 'all') => Promise<void>;
};

/** Returns whether the import changes by itself, so that the screen must keep reloading it. */
export const isLive = ({ status, undo }: ImportRecord): boolean =>
  ['queued', 'reading', 'running'].includes(status) || (undo !== null && undo.status !== 'done');

export const isOver = ({ status }: ImportRecord): boolean => ['done', 'cancelled', 'failed'].includes(status);

export const canUndo = (record: ImportRecord, now = Date.now()): boolean =>
  isOver(record) &&
  !record.dryRun &&
  record.undo === null &&
  record.created + record.changed > 0 &&
  record.undoableUntil !== null &&
  Date.parse(record.undoableUntil) > now;
