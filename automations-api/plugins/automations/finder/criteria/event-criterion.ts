/**
 * The criterion on custom events: how often an event happened to the contact, optionally within a period and with
 * certain data.
 */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import { events as limits } from '../../../../../shared/limits-of-fields.ts';
import { parseDuration } from '../../core/durations.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Db } from '../../core/tables.ts';
import { readEventName } from '../../events/core/event.ts';
import { hasPart, inLowerCase, isOneOf } from './compare-texts.ts';
import { amongIds, type Condition, type Criterion, criterionKind } from './criterion.ts';

const mostTimes = 1_000;
const mostDetails = 5;

type Given = { [name: string]: unknown };
type Scalar = string | number | boolean;
/** A condition on a detail: an operator and its value. */
type Detail = { name: string; operator: (typeof operators)[number]; value: Scalar };

const operators = ['equal', 'over', 'under', 'contains'] as const;

export const eventCriterion = criterionKind({
  name: 'event',
  label: 'Event',
  args: {
    event: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'A custom event: `name`, and optionally `within` ("30 days"), `times` (at least; 0 for never) and `data`, with a value or ' +
            '`equal`, `over`, `under` or `contains` for each detail.',
        },
      ),
    ),
  },
  read({ event: given = {} }) {
    if (Object.keys(given).length === 0) return undefined;
    const { name, within, times, data, ...others } = given as Given;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw unprocessable(`event cannot have ${unknown.slice(0, 50)}`);
    const read = {
      name: readEventName('event[name]', name),
      withinMs: isEmpty(within) ? undefined : parseDuration('event[within]', String(within)).ms,
      times: readTimes(times),
      details: readDetails(data),
    };
    return async (db) => [await happened(db, read)];
  },
});

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readTimes(given: unknown): number {
  const times = isEmpty(given) ? 1 : Number(given);
  if (Number.isSafeInteger(times) && times >= 0 && times <= mostTimes) return times;
  throw unprocessable(`event[times] must be a whole number from 0 to ${mostTimes}`);
}

function readDetails(given: unknown): Detail[] {
  if (isEmpty(given)) return [];
  if (!isObject(given)) throw unprocessable('event[data] must be an object');
  const details = Object.entries(given).flatMap(([name, wanted]) => {
    if (!/^[A-Za-z0-9_-]{1,60}$/.test(name))
      throw unprocessable('event[data] must name details of letters, digits, _ and -');
    const conditions = isObject(wanted) ? wanted : { equal: wanted };
    return Object.entries(conditions).map(([operator, value]) => readDetail(name, operator, value));
  });
  if (details.length <= mostDetails) return details;
  throw unprocessable(`event[data] must have at most ${mostDetails} conditions`);
}

function readDetail(name: string, given: string, value: unknown): Detail {
  const operator = operators.find((one) => one === given);
  const at = `event[data][${name}]`;
  if (!operator) throw unprocessable(`${at} must have ${operators.join(', ')}`);
  const isNumeric = operator === 'over' || operator === 'under';
  if (isNumeric && isNumber(value)) return { name, operator, value: Number(value) };
  if (isNumeric) throw unprocessable(`${at}[${operator}] must be a number`);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isScalar && value !== '' && String(value).length <= limits.text) return { name, operator, value };
  throw unprocessable(`${at}[${operator}] must be a text of up to ${limits.text} characters, a number or a boolean`);
}

/** The form of texts that are compared as numbers. */
const numberForm = '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][-+]?[0-9]{1,2})?$';
const isNumber = (value: unknown) =>
  (typeof value === 'number' || typeof value === 'string') && new RegExp(numberForm).test(String(value));

type Read = { name: string; withinMs: number | undefined; times: number; details: Detail[] };

/** Builds the criterion. The LIMIT prevents MySQL from using a join, and ends the count at the required number. */
async function happened(db: Db, { name, withinMs, times, details }: Read): Promise<Criterion> {
  const matching = sql.join(
    [
      sql`e.name = ${name}`,
      ...(withinMs === undefined ? [] : [sql`e.at >= ${new Date(Date.now() - withinMs)}`]),
      ...(await Promise.all(details.map((detail) => meets(db, detail)))),
    ],
    sql` AND `,
  );
  const least = Math.max(times, 1);
  const events = sql.table('automations_events');
  const found = sql`(SELECT 1 FROM ${events} e FORCE INDEX (events_contact)
    WHERE e.contact_id = c.id AND ${matching} LIMIT 1 OFFSET ${sql.lit(least - 1)})`;
  if (times === 0) return { sql: sql`(${found} IS NULL)` };
  const contactIds = sql`SELECT e.contact_id FROM ${events} e FORCE INDEX (events_name)
    WHERE ${matching} GROUP BY e.contact_id HAVING COUNT(*) >= ${sql.lit(least)}`;
  const listIds = async () => {
    const { rows } = await sql<{ contact_id: number }>`${contactIds}`.execute(db);
    return rows.map(({ contact_id }) => contact_id);
  };
  return { sql: sql`(${found} IS NOT NULL)`, contactIds, inIndex: amongIds(listIds) };
}

/** Builds the condition on a detail. Only texts, numbers and booleans can match. */
async function meets(db: Db, { name, operator, value }: Detail): Promise<Condition> {
  const found = sql`JSON_EXTRACT(e.data, ${`$."${name}"`})`;
  const text = sql`CASE WHEN JSON_TYPE(${found}) IN ('OBJECT', 'ARRAY', 'NULL') THEN NULL
    ELSE CONVERT(JSON_UNQUOTE(${found}) USING utf8mb4) END`;
  if (operator === 'contains') return hasPart(lowered(text), await inLowerCase(db, [String(value)]));
  const compared = (sign: '=' | '>' | '<') =>
    sql`(CASE WHEN ${text} REGEXP ${numberForm} THEN ${text} + 0e0 END ${sql.raw(sign)} (${String(value)} + 0e0))`;
  if (operator === 'over') return compared('>');
  if (operator === 'under') return compared('<');
  const same = isOneOf(text, [String(value)]);
  return isNumber(value) ? sql`(${same} OR ${compared('=')})` : same;
}
