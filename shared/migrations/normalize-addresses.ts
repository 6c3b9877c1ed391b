/**
 * Gives stored addresses the form in which they are compared, for the migrations of both services. Rows of two people that would
 * get one address are named, and then nothing is changed.
 */
import type { RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';

/** `unique`: the column that names a row to people, and the one (or `''`) within which no two addresses are the same. */
export type AddressColumn = {
  table: string;
  column: string;
  unique?: { what: string; named: string; within: string };
};
/** Undefined for a text that has no such form, and stays as it is. */
export type FormOf = (address: string) => string | undefined;
type Row = RowDataPacket & { id: number; name: string; owner: string; email: string };
type Change = Row & { to: string };

/** @throws with the rows that collide, and what to do */
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

/** Only what is not ASCII, not in lower case or in Punycode can have another form than it has. */
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
