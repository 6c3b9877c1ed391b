/** An import as the screen shows it, from the answer of the REST API. */
import type { ImportRecord, Mapping } from '../../../../shared/ui/import/record.ts';
import { toRecord } from '../../core/to-record.ts';
import type { ContactImport } from '../../core/types.ts';

export const toImport = ({ by, default_status, refuse_faulty_cells, ...answer }: ContactImport): ImportRecord => ({
  ...toRecord(answer),
  mapping: answer.mapping as Mapping,
  actor: by.name,
  domains: {},
  unknownHosts: [],
  defaultStatus: default_status ?? 'unverified',
  refusesFaultyCells: refuse_faulty_cells,
  allowance: null,
});
