/** Conversion of callers to columns and to answers. Pure. */
import type { Caller } from '../../../host/core/route.ts';

export type CallerColumns = { by_type: string; by_id: number; by_name: string };

const longestName = 200;

export const toCallerColumns = ({ type, id, name }: Caller): CallerColumns => ({
  by_type: type,
  by_id: id,
  by_name: name.slice(0, longestName),
});

export const showCaller = ({ by_type, by_id, by_name }: CallerColumns) => ({ type: by_type, id: by_id, name: by_name });
