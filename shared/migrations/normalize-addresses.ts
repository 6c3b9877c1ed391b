/**
 * Brings stored emails into the form in which they are compared, for the migrations of both services. Rows of two
 * people that would get the same email are reported, and then nothing is changed.
 */
import type { RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';

/** `unique`: the column that names a row to people, and the one (or `''`) within which emails must be unique. */
export type AddressColumn = {
  table: string;
  column: string;
  unique?: { what: string; named: string; within: string };
};
/** `undefined` for a text without such a form, which stays unchanged. */
export type FormOf = (address: string) => string | undefined;
type Row = RowDataPacket & { id: number; name: string; owner: string; email: string };
type Change = Row & { to: string };

/** @throws with the colliding rows and the remedy */
export async function normalizeAddresses(
  connection: Connection,
  columns: readonly AddressColumn[],
  formOf: FormOf,
): Promise<void> {
  const wanted: { of: AddressColumn; changes: Change[] }[] = [];
  for (const of of columns) wanted.push({ of, changes: await findChanges(connection, of, formOf) });
  const faults: string[] = [];
  for (const { of, changes } of wanted) faults.push(...(await findCollisions(connection, of, changes)));
  if (faults.length > 0) throw new Error(collided(faults));
  await connection.beginTransaction();
  for (const { of, changes } of wanted) {
    for (const { id, to } of changes) {
      await connection.query('UPDATE ?? SET ?? = ? WHERE id = ?', [of.table, of.column, to, id]);
    }
  }
  await connection.commit();
}

/** Only text that is not ASCII, not lower case or in Punycode can change. */
async function findChanges(connection: Connection, of: AddressColumn, formOf: FormOf): Promise<Change[]> {
  const rows = await query(
    connection,
    of,
    `LENGTH(??) <> CHAR_LENGTH(??) OR LOWER(??) COLLATE utf8mb4_bin <> ?? OR ?? LIKE '%xn--%'`,
    Array.from({ length: 5 }, () => of.column),
  );
  return rows.flatMap((row) => {
    const to = formOf(row.email) ?? row.email;
    return to === row.email ? [] : [{ ...row, to }];
  });
}

async function findCollisions(connection: Connection, of: AddressColumn, changes: Change[]): Promise<string[]> {
  if (!of.unique || changes.length === 0) return [];
  const { what } = of.unique;
  const targets = [...new Set(changes.map(({ to }) => to))];
  const there = await query(connection, of, 'CONVERT(?? USING utf8mb4) COLLATE utf8mb4_bin IN (?)', [
    of.column,
    targets,
  ]);
  const groups = new Map<string, Row[]>();
  for (const row of [...there.map((one) => ({ ...one, to: one.email })), ...changes]) {
    const key = `${row.owner} ${row.to}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .filter((rows) => rows.length > 1)
    .map((rows) => `the ${what} ${rows.map(({ name, email }) => `${name} (${email})`).join(' and ')}`);
}

const collided = (faults: string[]) =>
  `addresses are compared by one form from now on, and it is the same for ${faults.join(', for ')}. Nothing was changed: start ` +
  'the former release, give one of each another address or delete it, and migrate again';

async function query(
  connection: Connection,
  { table, column, unique }: AddressColumn,
  where: string,
  values: unknown[],
) {
  const [rows] = await connection.query<Row[]>(
    `SELECT id, ${unique?.named ?? "''"} AS name, ${unique?.within ?? "''"} AS owner, ?? AS email FROM ?? WHERE ${where}`,
    [column, table, ...values],
  );
  return rows;
}
