/** The import engine, configured with the tables, files and formats of contacts. */
import path from 'node:path';
import type { Config } from '../../../../shared/config/config.ts';
import { withTables } from '../../../../shared/db/with-tables.ts';
import type { Engine } from '../../../../shared/import/engine.ts';
import type { ImportStore } from '../../../../shared/import/queries.ts';
import { withPrefix } from '../../../host/table-prefix.ts';
import type { Context } from '../context/context.ts';
import type { Db } from '../core/tables.ts';
import { listFields } from '../fields/core/queries.ts';
import { FormSurvey } from './cells/forms.ts';
import { TypeSurvey } from './cells/type-survey.ts';
import type { ContactItem } from './core/item.ts';
import { contactFormats } from './formats/formats.ts';
import { slugFinder } from './make-fields.ts';
import type { ImportOptions } from './options.ts';
import { readSource } from './sources/sources.ts';
import { openTarget, type Tables } from './target.ts';

const names = {
  imports: 'automations_imports',
  rows: 'automations_import_rows',
  changes: 'automations_import_changes',
};

export const importFolder = ({ localDir }: Pick<Config, 'localDir'>) => path.join(localDir, 'contact-imports');
export const storeOf = (db: Db): ImportStore => ({ db: withTables(db), names });

/** Creates the engine with the current custom fields. `createsFields`: other columns become custom fields. */
export async function contactEngine(context: Context, createsFields: boolean): Promise<Engine<ContactItem, Tables>> {
  const { db, config, log } = context;
  return {
    store: storeOf(db),
    leases: withPrefix(db, `${config.tablePrefix}automations_`, ['leases']),
    folder: importFolder(config),
    formats: contactFormats({ slugOf: slugFinder(await listFields(db)), createsFields }),
    piecesOf({ options }) {
      const { from, keep_ids: keepsIds } = JSON.parse(options) as ImportOptions;
      return from && readSource(context, from, keepsIds);
    },
    quotaOf: async () => config.contactImports,
    survey({ options }) {
      const [ofForms, ofTypes] = [new FormSurvey(), new TypeSurvey()];
      const learned = (): ImportOptions => {
        const forms = ofForms.forms();
        const types = ofTypes.types((column) => (Object.hasOwn(forms, column) ? forms[column] : undefined));
        return { ...(JSON.parse(options) as ImportOptions), forms, types };
      };
      return {
        see(row) {
          ofForms.see(row);
          ofTypes.see(row);
        },
        options: () => JSON.stringify(learned()),
      };
    },
    openTarget: async (row) => openTarget(context, row),
    ...(createsFields ? { variant: 'creates fields' } : {}),
    log,
  };
}
