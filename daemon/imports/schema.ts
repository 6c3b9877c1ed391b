/** Bodies and parameters of imports of links. */
import Type, { type Static } from 'typebox';
import { bom } from '../api/csv-mark.ts';
import { id, no, nullable, number, text, textOrNull } from '../api/schemas.ts';
import { formats } from './formats/formats.ts';

const onTaken = Type.Enum(['skip', 'change', 'suffix'], {
  description: 'If a link of the workspace has the slug: skip the row, change the link, or add -2, -3, …',
});
const longestJson = 65_536;
const format = Type.Enum(['auto', ...formats.map(({ name }) => name)]);

export const ImportQuery = Type.Object({
  format: { ...format, default: 'auto', description: 'The system that the file comes from; `auto` detects it.' },
  onTaken: { ...onTaken, default: 'skip' },
  dryRun: Type.Enum(['true', 'false'], {
    default: 'false',
    description: 'Only report what would happen to each row.',
  }),
  mapping: Type.Optional(
    Type.String({ maxLength: longestJson, description: 'JSON: the field of each column; null leaves it out.' }),
  ),
  domains: Type.Optional(
    Type.String({
      maxLength: longestJson,
      description: 'JSON: the domain for each host in the file, empty for the default one; `*` is every other host.',
    }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "The file's name." })),
});
export type ImportQuery = Static<typeof ImportQuery>;

export const ColumnMapping = Type.Record(Type.String({ maxLength: 500 }), nullable(Type.String({ maxLength: 100 })), {
  examples: [{ 'Long URL': 'url', 'Short code': 'slug', Title: 'title' }],
});
export const ImportDomains = Type.Record(Type.String({ maxLength: 253 }), Type.String({ maxLength: 253 }), {
  examples: [{ '*': '' }],
});

export const ImportStart = Type.Object(
  {
    dryRun: Type.Optional(Type.Boolean()),
    onTaken: Type.Optional(onTaken),
    format: Type.Optional(format),
    mapping: Type.Optional(ColumnMapping),
    domains: Type.Optional(ImportDomains),
  },
  { additionalProperties: false },
);
export type ImportStart = Static<typeof ImportStart>;

export const ImportsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Imports a page.' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' })),
});

const fates = ['failed', 'skipped', 'changed', 'kept'] as const;
const rowsDescription = 'Which rows; `kept` are rows that an undo did not change.';

export const ErrorsQuery = Type.Object({
  rows: Type.Enum([...fates, 'all'], { default: 'failed', description: rowsDescription }),
  bom,
});
export const RowsQuery = Type.Object({
  rows: Type.Enum([...fates], { default: 'failed', description: rowsDescription }),
  reason: Type.Optional(Type.String({ maxLength: 1_000, description: 'Only rows with this reason.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Maximum number of rows.' }),
});

const count = number(5);
const columns = [{ 'Long URL': '', 'Short code': 'spring', Title: 'Spring' }];
const reason = text('The column “url” is empty.');
const closed = { additionalProperties: false };
const time = nullable(Type.String({ format: 'date-time' }));

export const ImportFile = Type.Object({ file: Type.String({ format: 'binary' }) });
export const ImportField = Type.Object({ name: text('url'), label: text('URL') }, closed);
export const ImportSample = Type.Object(
  { number: count, columns: Type.Record(Type.String(), Type.Unknown(), { examples: columns }) },
  closed,
);
export const ImportReason = Type.Object({ fate: Type.Enum([...fates]), text: reason, rows: count }, closed);
export const ImportHost = Type.Object({ host: text('links.example.org'), rows: count }, closed);
export const ImportFileForm = Type.Object(
  {
    kind: Type.Enum(['csv', 'json', 'sql']),
    encoding: nullable(Type.Enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
    delimiter: textOrNull(','),
    files: Type.Integer({ minimum: 1, description: 'Number of files in a ZIP.' }),
  },
  closed,
);
export const ImportRow = Type.Object(
  {
    number: count,
    columns: Type.Record(Type.String(), Type.Unknown(), {
      description: "The file's values; for a row kept by an undo, `domain`, `slug` and `url` of its link.",
      examples: columns,
    }),
    reason,
  },
  closed,
);
export const ImportRows = Type.Object({ rows: Type.Array(ImportRow) }, closed);
export const ImportNote = Type.Object(
  { text: text('Titles are cut to 200 characters. The note keeps the rest.'), rows: count },
  closed,
);
export const ImportUndo = Type.Object(
  { status: Type.Enum(['queued', 'running', 'done']), deleted: count, restored: count, kept: count },
  closed,
);
export const ImportAllowance = Type.Object(
  { left: { ...nullable(count), description: 'Links left this month; null for unlimited.' }, needed: count },
  closed,
);

export const Import = Type.Object(
  {
    id: id('imp'),
    status: Type.Enum(['queued', 'reading', 'running', 'paused', 'done', 'cancelled', 'failed'], {
      examples: ['running'],
    }),
    format: textOrNull('shlink'),
    fileName: text('links.csv'),
    fileForm: nullable(ImportFileForm),
    dryRun: no(),
    onTaken: Type.Enum(['skip', 'change', 'suffix']),
    columns: Type.Array(Type.String(), { examples: [['Long URL', 'Short code', 'Title']] }),
    mapping: ColumnMapping,
    domains: ImportDomains,
    unknownHosts: Type.Array(ImportHost, {
      examples: [[]],
      description:
        'After a dry run: hosts in the file that are not a domain of the workspace, whether or not `domains` maps them.',
    }),
    fields: Type.Array(ImportField),
    preview: Type.Array(ImportSample),
    total: nullable(number(12_000, 'Rows of the file; null until it is read.')),
    position: number(4_500, 'Rows that are done.'),
    created: number(4_480),
    changed: number(0),
    skipped: number(15),
    failed: count,
    notes: Type.Array(ImportNote, {
      description: 'Notes about data that was not imported.',
    }),
    reasons: Type.Array(ImportReason, {
      description: 'Reasons why rows failed, were skipped, changed a link, or were kept by an undo; 100 of each.',
    }),
    allowance: { ...nullable(ImportAllowance), examples: [null] },
    error: textOrNull(null, 'Reason why the import failed.'),
    undo: { ...nullable(ImportUndo), examples: [null] },
    undoableUntil: time,
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: time,
    endedAt: time,
    actor: Type.Enum(['session', 'api_key', 'operator', 'system']),
  },
  closed,
);
export type Import = Static<typeof Import>;

export const ImportPage = Type.Object(
  { imports: Type.Array(Import), nextCursor: textOrNull('WyJpbXBvcnRzIiw0Ml0') },
  closed,
);
