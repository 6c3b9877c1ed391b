/** The segments, shared by all screens and loaded when first needed. */
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { Segment } from './types.ts';

/** The most segments that are loaded, since more are too many to choose from. Others are shown by their ids. */
const most = 500;

const known = remember(() =>
  api.get<{ segments: Segment[] }>('/segments', { limit: most }).then(({ segments }) => segments),
);

/** Called after a change by this user. */
export const refreshSegments = (): Promise<void> => known.refresh();

/** Undefined while loading. */
export const useSegments = (): Segment[] | undefined => known.use();
