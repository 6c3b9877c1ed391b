/**
 * Errors for logs, with only harmless parts. A driver's error contains the statement with its values, a mail server's the
 * recipients, and a payment service's whole bodies. None of that is logged.
 */
import { withoutPersonalData } from './personal-data.ts';
import { inSources } from './source-lines.ts';

/** Fields that describe the error without personal data. */
const harmless = [
  'code',
  'errno',
  'syscall',
  'sqlState',
  'port',
  'responseCode',
  'command',
  'status',
  'statusCode',
  'signal',
];

export type LoggedError = {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  [field: string]: unknown;
};

const deepest = 5;
const longestMessage = 2_000;
const longestStack = 6_000;
const longestStatement = 1_000;

type Shown = Error & { sql?: unknown; sqlState?: unknown; cause?: unknown; errors?: unknown } & Record<string, unknown>;

/** Describes any thrown value. If it is neither an error nor a text, only its type is described. */
export function describeError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) {
    const text = typeof thrown === 'string' ? thrown : `a thrown ${typeof thrown}`;
    return { type: typeof thrown, message: cut(text, longestMessage), stack: '' };
  }
  const error = thrown as Shown;
  const message = messageOf(error);
  const described: LoggedError = {
    type: error.constructor?.name || error.name,
    message: cut(message, longestMessage),
    stack: inSources(cut(stackOf(error), longestStack)),
  };
  for (const field of harmless) {
    const value = error[field];
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= 100)) described[field] = value;
  }
  if (typeof error.sql === 'string') described.sql = cut(shapeOf(error.sql), longestStatement);
  if (depth >= deepest) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (Array.isArray(error.errors)) {
    described.errors = error.errors.slice(0, 3).map((one) => describeError(one, depth + 1));
  }
  return described;
}

/** Truncates a text, and adds the number of missing characters. */
export const cut = (text: string, longest: number) =>
  text.length <= longest ? text : `${text.slice(0, longest)}… [${text.length - longest} characters cut]`;

const isOfStore = ({ sql, sqlState, sqlMessage }: Shown) =>
  sql !== undefined || sqlState !== undefined || sqlMessage !== undefined;

/** Returns an error's message, without a statement's values. */
export function messageOf(error: Error): string {
  const message = isOfStore(error as Shown) ? withoutValues(error as Shown) : error.message;
  // A message can contain the cause's message, such as `0002_billing.sql, statement 2: …`.
  const { cause } = error as Shown;
  if (!(cause instanceof Error) || cause.message === '' || !message.includes(cause.message)) return message;
  return message.replace(cause.message, () => messageOf(cause));
}

/** Returns the reason for a failure without personal data, such as the recipient in a mail server's answer. */
export const reasonOf = (error: Error) => withoutPersonalData(cut(messageOf(error), longestMessage));

/** Returns the stack without its first lines, which repeat the message. */
const stackOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Errors whose messages quote only names: of databases, tables, columns, keys, settings and the operator's own users. */
const ofNames = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_TABLE_ERROR',
  'ER_CANT_DROP_FIELD_OR_KEY',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_KEY_COLUMN_DOES_NOT_EXITS',
  'ER_NO_DEFAULT_FOR_FIELD',
  'ER_NO_SUCH_TABLE',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_TABLE_EXISTS_ERROR',
  'ER_UNKNOWN_SYSTEM_VARIABLE',
  'ER_USER_LIMIT_REACHED',
]);

/**
 * Removes values. MySQL and MariaDB quote them without escaping, so everything from the first to the last quote is
 * removed. Names of keys and columns at the end of the message are kept.
 */
function withoutValues({ message, code }: Shown): string {
  if (ofNames.has(String(code))) return message;
  const duplicate = /^Duplicate entry '.*' for key ('[\w.$-]+')$/s.exec(message);
  if (duplicate) return `Duplicate entry for key ${duplicate[1]}`;
  const ofColumn = /^([A-Z][A-Za-z ]+?):? ?(?:'.*' )?for column ([`'][\w.`'$-]+[`']) at row (\d+)$/s.exec(message);
  if (ofColumn) return `${ofColumn[1]} for column ${ofColumn[2]} at row ${ofColumn[3]}`;
  return message.replace(/'.*'/s, '?').replace(/".*"/s, '?');
}

/** Returns a statement with `?` for every value; a long one is truncated. */
const shapeOf = (sql: string) =>
  sql
    .slice(0, 20_000)
    .replace(/[xX]?'(?:[^'\\]|\\.|'')*(?:'|$)/gs, '?')
    .replace(/"(?:[^"\\]|\\.|"")*(?:"|$)/gs, '?')
    .replace(/(?<![\w`])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi, '?')
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\(\?, \u2026\)(?:\s*,\s*\(\?, \u2026\))+/g, '(?, …), …');
