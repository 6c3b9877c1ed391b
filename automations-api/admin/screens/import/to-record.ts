/** An import as the screen knows it, from the one that the REST API answers. */
import type { ImportRecord } from '../../../../shared/ui/import/record.ts';
import { isoOf } from '../../core/times.tsx';

type Same = Pick<
  ImportRecord,
  | 'status'
  | 'format'
  | 'columns'
  | 'mapping'
  | 'fields'
  | 'preview'
  | 'total'
  | 'position'
  | 'created'
  | 'changed'
  | 'skipped'
  | 'failed'
  | 'notes'
  | 'reasons'
  | 'error'
  | 'undo'
>;

/** Times are UTC as `YYYY-MM-DD HH:MM:SS`. */
export type Answered = Same & {
  ID: number;
  by: { name: string };
  file_name: string;
  file_form: ImportRecord['fileForm'];
  dry_run: boolean;
  on_taken: string;
  default_status: string | null;
  refuse_faulty_cells: boolean;
  undoable_until: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

const toIso = (at: string | null) => (at === null ? null : isoOf(at));

export const toRecord = (answered: Answered): ImportRecord => ({
  ...answered,
  id: String(answered.ID),
  actor: answered.by.name,
  fileName: answered.file_name,
  fileForm: answered.file_form,
  domains: {},
  unknownHosts: [],
  dryRun: answered.dry_run,
  onTaken: answered.on_taken,
  defaultStatus: answered.default_status ?? 'unverified',
  refusesFaultyCells: answered.refuse_faulty_cells,
  allowance: null,
  undoableUntil: toIso(answered.undoable_until),
  createdAt: isoOf(answered.created_at),
  startedAt: toIso(answered.started_at),
  endedAt: toIso(answered.ended_at),
});
