/** The segments, shared by all screens and loaded when first needed. */
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { Segment } from './types.ts';

/** The maximum number of loaded segments, because more are too many to choose from. Others appear by id. */
const most = 500;

const known = remember(() =>
  api.get<{ segments: Segment[] }>('/segments', { limit: most }).then(({ segments }) => segments),
);

/** Reloads the segments after this user changed them. */
export const refreshSegments = (): Promise<void> => known.refresh();

/** Returns the segments; undefined while they are loading. */
export const useSegments = (): Segment[] | undefined => known.use();
