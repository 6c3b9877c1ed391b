/** Links' external ids. Each is unique in its workspace and compared byte for byte. */
import type { Db } from '../../core/tables.ts';

type Named = { workspace_id: number; external_id: Buffer | null };

export type TakenExternalIds = {
  /** Returns whether a link of the workspace has the draft's external id; false if the draft has none. */
  has(draft: Named): boolean;
  /** Marks the id as taken. */
  add(draft: Named): void;
};

const nameOf = ({ workspace_id, external_id }: Named) =>
  external_id && `${workspace_id} ${external_id.toString('hex')}`;

/** Lists the drafts' external ids that other links already have. */
export async function listTakenExternalIds(db: Db, drafts: Named[]): Promise<TakenExternalIds> {
  const wanted = drafts.flatMap(({ workspace_id, external_id }) =>
    external_id ? [{ workspace_id, external_id }] : [],
  );
  const rows = wanted.length === 0 ? [] : await listRows(db, wanted);
  const taken = new Set(rows.map(nameOf));
  return {
    has: (draft) => draft.external_id !== null && taken.has(nameOf(draft)),
    add: (draft) => void taken.add(nameOf(draft)),
  };
}

const listRows = (db: Db, wanted: { workspace_id: number; external_id: Buffer }[]): Promise<Named[]> =>
  db
    .selectFrom('links')
    .select(['workspace_id', 'external_id'])
    .where((e) =>
      e(
        e.refTuple('workspace_id', 'external_id'),
        'in',
        wanted.map((each) => e.tuple(each.workspace_id, each.external_id)),
      ),
    )
    .execute();
