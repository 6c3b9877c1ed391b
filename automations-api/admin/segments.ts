/** The segments there are, known to all screens: loaded when the first one asks. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from './api.ts';
import type { Segment } from './types.ts';

/** More than this nobody picks from; others are shown by their ids. */
const most = 500;

const known = signal<Segment[] | undefined>(undefined);

/** Not knowing them hinders nothing. */
export async function refreshSegments(): Promise<void> {
  const answer = await api.get<{ segments: Segment[] }>('/segments', { limit: most }).catch(() => undefined);
  if (answer) known.value = answer.segments;
}

/** Undefined while they are looked up. */
export function useSegments(): Segment[] | undefined {
  useEffect(() => {
    if (known.value === undefined) void refreshSegments();
  }, []);
  return known.value;
}
