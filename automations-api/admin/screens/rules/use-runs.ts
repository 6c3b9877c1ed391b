/** Pages of runs, newest first. */
import { usePages } from '../../../../shared/ui/pages.ts';
import { api } from '../../core/api.ts';
import type { RuleRun } from '../../core/types.ts';

type Answer = { runs: RuleRun[]; next_cursor: string | null };

/** Loads the runs of a rule or of a contact. They are reloaded if `round` changes. */
export const useRuns = (path: string, query: { limit: number; [name: string]: string | number }, round = 0) =>
  usePages<RuleRun>(
    async (cursor, signal) => {
      const { runs, next_cursor: nextCursor } = await api.get<Answer>(path, { ...query, cursor }, signal);
      return { items: runs, nextCursor };
    },
    [path, round, ...Object.values(query)],
  );
