/** The segments there are, known to all screens: loaded when the first one asks. */
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { Segment } from './types.ts';

/** More than this nobody picks from; others are shown by their ids. */
const most = 500;

const known = remember(() =>
  api.get<{ segments: Segment[] }>('/segments', { limit: most }).then(({ segments }) => segments),
);

/** After a change of one's own. */
export const refreshSegments = (): Promise<void> => known.refresh();

/** Undefined while they are looked up. */
export const useSegments = (): Segment[] | undefined => known.use();
