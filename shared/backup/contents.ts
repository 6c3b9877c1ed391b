/** A backup's description of itself: the head describes the backup, the end lists its contents. */
import Type, { type Static } from 'typebox';
import { compareVersions, versionForm } from '../upgrade/versions.ts';
import { compile } from '../validate.ts';

export const headFile = 'waypost-backup.json';
export const secretsFile = 'secrets.sealed';
export const contentsFile = 'contents.json';

/** The version of the format. */
export const format = 1;

const text = (maxLength: number) => Type.String({ maxLength });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const tableName = Type.String({ pattern: '^[A-Za-z0-9_$-]{1,64}$' });
/** The two databases, which can be the same one. */
const service = Type.Enum(['links', 'automations']);

const Head = Type.Object({
  format: Type.Integer(),
  /** The release that created the backup. */
  version: Type.String({ pattern: versionForm.source }),
  madeAt: Type.String({ format: 'date-time' }),
  /** The database server, such as `MariaDB 10.11.6`. */
  server: text(200),
  tablePrefix: text(20),
  /** The id of the installation's secret, which reveals nothing about the secret. */
  keyId: text(100),
  secrets: Type.Enum(['encrypted', 'left out']),
  /** The location of contact automation's users: in the backup, or `elsewhere`, which is the database at PEOPLE_URL. */
  people: Type.Enum(['included', 'elsewhere']),
  /** The applied migrations, in order. The names of contact automation's migrations start with their scope. */
  migrations: Type.Array(
    Type.Object({ service, name: text(100), checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  ),
  /** The partitions of `click_blocks` except the last. */
  partitions: Type.Array(Type.Object({ name: Type.String({ pattern: '^\\w{1,64}$' }), before: count })),
});

const Contents = Type.Object({
  tables: Type.Array(Type.Object({ service, name: tableName, rows: count, nextId: Type.Union([count, Type.Null()]) })),
  /** Spool segments of clicks that are not stored yet. */
  segments: count,
  mails: count,
});

export type Service = 'links' | 'automations';
export type Head = Static<typeof Head>;
export type Contents = Static<typeof Contents>;

const checkHead = compile(Head);
const checkContents = compile(Contents);

/** Parses the head. @throws with the end of a sentence about the file */
export function readHead(content: Buffer, release: string): Head {
  const value = parse(content) as Partial<Head> | undefined;
  const made = typeof value?.version === 'string' ? ` (${value.version.slice(0, 100)})` : '';
  if (value && Number.isInteger(value.format) && (value.format as number) > format) throw newer(made);
  const checked = checkHead(value);
  if (!checked.ok) throw new Error('is not a Waypost backup');
  if (compareVersions(checked.value.version, release) > 0) throw newer(made);
  return checked.value;
}

export function readContents(content: Buffer | undefined): Contents {
  const checked = checkContents(content && parse(content));
  if (!checked.ok) throw new Error('does not have the structure of a backup');
  return checked.value;
}

const newer = (made: string) =>
  new Error(`was created by a newer release${made}: install that release or a later one, and restore with it`);

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
