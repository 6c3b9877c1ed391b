/** Parameters of imports. */
import Type, { type Static } from 'typebox';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { cursorArgs } from '../../../host/envelope.ts';
import { bom } from '../core/csv-mark.ts';
import { formatNames } from './formats/formats.ts';
import { sourceNames } from './sources/sources.ts';

const Mapping = Type.Object(
  {},
  {
    additionalProperties: true,
    maxProperties: 2_000,
    description: 'Target of each column: email, field:slug, new:Name:text, or null.',
  },
);
const yes = (description: string) => Type.Optional(Type.Boolean({ description }));

const mostNames = 100;
const names = (of: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: longestLabel }), {
      maxItems: mostNames,
      description: `${of} to add to all contacts of the file, by name; missing ones are created.`,
    }),
  );

const startArgs = {
  format: Type.Optional(Type.Enum(['auto', ...formatNames], { description: 'The format of the file; default auto.' })),
  on_taken: Type.Optional(
    Type.Enum(['change', 'fill', 'skip'], {
      description: 'If the contact exists: change, fill empty fields, skip; default change.',
    }),
  ),
  dry_run: yes('Only reports what would happen to the rows.'),
  resubscribe: yes('Contacts that opted out or bounced become subscribed if the file says so.'),
  create_fields: yes('Other columns become custom fields.'),
  refuse_faulty_cells: yes(
    'A row fails if one of its cells cannot be read; default: the cell is left out, with a note.',
  ),
  status: Type.Optional(Type.String({ maxLength: 20, description: 'The status of rows without one.' })),
  tag_names: names('Tags'),
  list_names: names('Lists'),
  mapping: Type.Optional(Mapping),
};

export const NewImport = Type.Object({
  ...startArgs,
  from: Type.Optional(
    Type.Enum(sourceNames, {
      description: 'In place of a file: the plugin of the same WordPress database whose contacts are imported.',
    }),
  ),
  keep_ids: yes(
    'With from=funnelkit, in a site without contacts: contacts, tags, lists and fields keep their ids, and API keys keep working. For signed-in administrators.',
  ),
  name: Type.Optional(Type.String({ maxLength: 255, description: "The file's name." })),
});
export type NewImport = Static<typeof NewImport>;

export const ImportStart = Type.Object(startArgs);
export type ImportStart = Static<typeof ImportStart>;

export const ImportsArgs = Type.Object(cursorArgs);

const fates = ['failed', 'skipped', 'changed', 'kept'] as const;
export const allFates = [...fates];
const description = 'Which rows; kept are rows that an undo did not change; default: failed.';

export const ErrorsArgs = Type.Object({
  rows: Type.Optional(Type.Enum([...fates, 'all'], { description })),
  bom,
});
export const RowsArgs = Type.Object({
  rows: Type.Optional(Type.Enum([...fates], { description })),
  reason: Type.Optional(Type.String({ maxLength: 1_000, description: 'Only rows with this reason.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Number of rows; default 10.' })),
});
