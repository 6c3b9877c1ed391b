/** Functions that write audit entries, in the transaction of the change that they record. */
import type { Caller } from '../../../host/core/route.ts';
import { toCallerColumns } from '../core/callers.ts';
import { presentSecond } from '../core/dates.ts';
import { system } from '../core/events.ts';
import type { Db } from '../core/tables.ts';
import { insertAuditEntries } from './queries.ts';

/** An action as noun and verb: `tag.deleted`. */
export type Action = `${string}.${string}`;
export type AuditEntry = {
  by: Caller | undefined;
  action: Action;
  /** The subject's id, or its name if it has none. */
  subject: number | string;
  /** Further details, without secrets or personal data. */
  data?: object | undefined;
};

/** An operator at the command line. */
export const commandLine: Caller = { type: 'command_line', id: 0, name: '' };

const longestSubject = 191;
const longestData = 16_000;

/** Writes an entry. `db` is the change's transaction, if there is one. Without `by` the caller is the system. */
export const writeAudit = (
  db: Db,
  by: Caller | undefined,
  action: Action,
  { subject, data }: { subject: number | string; data?: object },
) => writeAuditEntries(db, [{ by, action, subject, data }]);

export const writeAuditEntries = (db: Db, entries: AuditEntry[]): Promise<void> =>
  insertAuditEntries(
    db,
    entries.map(({ by = system, action, subject, data }) => ({
      at: presentSecond(),
      action,
      subject: String(subject).slice(0, longestSubject),
      ...toCallerColumns(by),
      data: data === undefined ? null : toText(data),
    })),
  );

/** Serializes data. Replaces data that is too long, since a part of it would not be valid JSON. */
function toText(data: object): string {
  const text = JSON.stringify(data);
  return text.length <= longestData ? text : JSON.stringify({ left_out: 'too long' });
}
