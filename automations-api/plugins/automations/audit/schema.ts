/** Parameters of the audit log. */
import Type, { type Static } from 'typebox';
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { cursorArgs } from '../../../host/envelope.ts';
import { readEnd, readStart } from '../core/dates.ts';
import { dottedNames, readDottedNames } from '../core/dotted-names.ts';
import { unprocessable } from '../core/errors.ts';
import type { AuditFilter, AuditPosition } from './queries.ts';

const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

export const AuditArgs = Type.Object({
  ...cursorArgs,
  action: dottedNames('Only these actions, such as tag.deleted.'),
  by: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only by these callers: user, api_key, rule, contact, …, or a single one: user:7.',
    }),
  ),
  from: day('On this day or later, yyyy-mm-dd in UTC.'),
  to: day('On this day or earlier.'),
});
type AuditArgs = Static<typeof AuditArgs>;

const cursorKind = 'automations-audit';

/** Reads the filter. @throws unprocessable_entity */
export const readAuditFilter = ({ action, by, from, to, cursor }: AuditArgs): AuditFilter => ({
  actions: readDottedNames(action),
  by: by ? readCaller(by) : undefined,
  from: readStart('from', from),
  until: readEnd('to', to),
  after: cursor ? readCursor(cursor) : undefined,
});

/** Parses `user` or `user:7`. */
function readCaller(text: string): NonNullable<AuditFilter['by']> {
  const [, type, id] = /^([a-z_]+)(?::(\d{1,15}))?$/.exec(text) ?? [];
  if (type === undefined)
    throw unprocessable('by must be a kind of caller or a single caller, such as user, api_key or user:7');
  return id === undefined ? { type } : { type, id: Number(id) };
}

export const writeCursor = ({ at, id }: AuditPosition) => toCursor(cursorKind, at.toISOString(), id);

function readCursor(text: string): AuditPosition {
  const [time, id] = fromCursor(cursorKind, text) ?? [];
  const at = new Date(time ?? '');
  if (Number.isNaN(at.getTime()) || typeof id !== 'number')
    throw unprocessable('cursor does not belong to the audit log');
  return { at, id };
}
