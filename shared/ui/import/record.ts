/** An import as the screen shows it, whichever service runs it, and what the screen asks of that service. */
import type { PageOf } from '../pages.ts';

export type ImportStatus = 'queued' | 'reading' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** By the name of a column the field that it becomes; null leaves it out. */
export type Mapping = Readonly<Record<string, string | null>>;

export type Row = { number: number; columns: Readonly<Record<string, unknown>> };

/** By a host in the file the domain that its links go to; `*` is every other host. */
export type Domains = Readonly<Record<string, string>>;

/** Outcomes of rows that created nothing; `kept` are those that an undo left as they were. */
export type Fate = 'failed' | 'skipped' | 'changed' | 'kept';

/** A sentence and the number of rows it applies to. */
type Note = { text: string; rows: number };

export type ImportRecord = {
  id: string;
  status: ImportStatus;
  /** Null until it is found out. */
  format: string | null;
  fileName: string;
  /** Null until it was read. */
  fileForm: { kind: 'csv' | 'json' | 'sql'; encoding: string | null; delimiter: string | null; files: number } | null;
  dryRun: boolean;
  onTaken: string;
  /** Status of rows that name none, where the service has that choice. */
  defaultStatus?: string | undefined;
  /** A row fails if one of its cells cannot be read, where the service has that choice. */
  refusesFaultyCells?: boolean;
  columns: readonly string[];
  mapping: Mapping;
  domains: Domains;
  /** Hosts that are no domain of this workspace, whether or not `domains` maps them. */
  unknownHosts: readonly { host: string; rows: number }[];
  fields: readonly { name: string; label: string }[];
  preview: readonly Row[];
  /** Rows; null until they are counted. */
  total: number | null;
  position: number;
  created: number;
  changed: number;
  skipped: number;
  failed: number;
  notes: readonly Note[];
  reasons: readonly (Note & { fate: Fate })[];
  /** How many new ones the plan leaves, and how many this takes; null where nothing limits them. */
  allowance: { left: number; needed: number } | null;
  error: string | null;
  undo: { status: 'queued' | 'running' | 'done'; deleted: number; restored: number; kept: number } | null;
  /** ISO 8601, as are all times. */
  undoableUntil: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  actor: string;
};

/** How the rows of a file are taken. */
export type Choices = {
  format: string;
  onTaken: string;
  mapping: Mapping;
  domains: Domains;
  defaultStatus?: string | undefined;
  resubscribe: boolean;
  refusesFaultyCells: boolean;
};

export type Act = 'pause' | 'resume' | 'cancel' | 'undo';

export type ImportService = {
  list: (cursor: string | undefined, signal?: AbortSignal) => Promise<PageOf<ImportRecord>>;
  get: (id: string, signal?: AbortSignal) => Promise<ImportRecord>;
  /** Sends a file and tries it without making anything; `onSent` hears how many of its bytes are there. */
  send: (file: File, onTaken: string, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<ImportRecord>;
  start: (id: string, choices: Choices & { dryRun: boolean }) => Promise<ImportRecord>;
  act: (id: string, act: Act) => Promise<ImportRecord>;
  remove: (id: string) => Promise<unknown>;
  /** The first rows with a fate and a reason. */
  rows: (id: string, fate: Fate, reason: string, signal?: AbortSignal) => Promise<readonly Row[]>;
  /** Rows with their reasons, as a file that the browser saves. */
  saveRows: (record: ImportRecord, which: Fate | 'all') => Promise<void>;
};

/** Something happens by itself, so the screen looks again. */
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
