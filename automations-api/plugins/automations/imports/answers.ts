/** Answer schemas of imports. */
import Type, { type Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith } from '../../../host/envelope.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../../host/shapes.ts';
import { By, nextCursor } from '../core/answers.ts';
import { sourceNames } from './sources/sources.ts';

const ImportRow = named('ImportRow', {
  number: count('Number of the row.'),
  columns: members('Values in the file.', { 'First Name': 'Ada' }),
});

export const ContactImport = named(
  'Import',
  {
    ID: id(),
    status: Type.Enum(['queued', 'reading', 'running', 'paused', 'done', 'cancelled', 'failed']),
    format: textOrNull('Format of the file, once it is known.', 'mailchimp'),
    file_name: text('Its name.', 'subscribed_email_audience_export_1a2b.csv'),
    file_form: nullable(
      named('ImportFileForm', {
        kind: Type.Enum(['csv', 'json', 'sql']),
        encoding: textOrNull('Of its text.', 'utf-8'),
        delimiter: textOrNull('Between columns.', ','),
        files: count('Number of files in a ZIP.'),
      }),
    ),
    dry_run: Type.Boolean({ description: 'A dry run, which only reports what would happen.' }),
    on_taken: text('What happens if the contact exists: change, fill or skip.', 'change'),
    default_status: textOrNull('The status of rows without one; null: unverified.', 'subscribed'),
    resubscribe: Type.Boolean({ description: 'Contacts that opted out can become subscribed.' }),
    create_fields: Type.Boolean({ description: 'Other columns become custom fields.' }),
    refuse_faulty_cells: Type.Boolean({ description: 'A row fails if one of its cells cannot be read.' }),
    tag_names: Type.Array(Type.String(), { description: 'Tags of all contacts.', examples: [['Spring fair']] }),
    list_names: Type.Array(Type.String(), { description: 'Lists of all contacts.', examples: [['News']] }),
    columns: Type.Array(Type.String(), { examples: [['Email Address', 'First Name']] }),
    mapping: members('Target of each column; null leaves it out.', {
      'Email Address': 'email',
      'First Name': 'f_name',
    }),
    new_field_types: members('The types that fit all cells of a column, other than text.', { Birthday: 'date' }),
    fields: Type.Array(
      named('ImportField', { name: text('Name in a mapping.', 'f_name'), label: text('Readable name.', 'First name') }),
    ),
    preview: Type.Array(ImportRow),
    total: nullable(count('Number of rows; null until they are counted.', 1_000)),
    position: count('Rows that are done.', 400),
    created: count('Contacts created.', 390),
    changed: count('Contacts changed.', 5),
    skipped: count('Rows skipped.', 3),
    failed: count('Rows that failed.', 2),
    notes: Type.Array(
      named('ImportNote', {
        text: text('Notes about data that was left out.', 'The column “LEID” is left out.'),
        rows: count('Number of rows.', 400),
      }),
    ),
    reasons: Type.Array(
      named('ImportReason', {
        fate: Type.Enum(['failed', 'skipped', 'changed', 'kept']),
        text: text('Why.', 'The email address is not valid.'),
        rows: count('Number of rows.', 2),
      }),
      { description: 'Why rows created no contact, or were kept by an undo; 100 of each.' },
    ),
    error: textOrNull('Reason why it failed.', 'The file has no rows.'),
    undo: nullable(
      named('ImportUndo', {
        status: Type.Enum(['queued', 'running', 'done']),
        deleted: count('Contacts deleted.', 390),
        restored: count('Contacts restored.', 5),
        kept: count('Contacts kept, because they were changed since.', 0),
      }),
    ),
    undoable_until: timeOrNull('Time until which it can be undone.'),
    by: By,
    created_at: time('Time it was received.'),
    started_at: timeOrNull('Time it started.'),
    ended_at: timeOrNull('Time it ended.'),
  },
  'Contacts from a file.',
);
export type ContactImport = Static<typeof ContactImport>;

export const SourcesAnswer = answerWith({
  sources: Type.Array(
    named('ImportSource', {
      name: Type.Enum(sourceNames, { description: 'Name for import/add.', examples: ['fluentcrm'] }),
      contacts: count('Number of contacts.', 1_200),
    }),
  ),
});
export const ImportAnswer = answerWith({ import: ContactImport });
export const ImportsAnswer = answerWith({ imports: Type.Array(ContactImport), next_cursor: nextCursor });

const ReasonedRow = named('ImportReasonedRow', {
  number: count('Number of the row.'),
  columns: members("The file's values; for a row kept by an undo, email of its contact.", {
    Email: 'no email address',
  }),
  reason: text('Why.', 'The email address is not valid.'),
});
export const RowsAnswer = answerWith({ rows: Type.Array(ReasonedRow) });
