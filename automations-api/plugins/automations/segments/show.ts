/** Conversion of segments to answers, and their versions. */
import { etagOf } from '../../../../shared/http/versions.ts';
import { sqlDate } from '../core/dates.ts';
import type { SegmentRow } from './queries.ts';

/** A count and its time; null if they are unknown. */
export type SegmentCount = { count: number | null; at: Date | null };

export const showSegment = ({ id, name, filter, created_at, updated_at }: SegmentRow, { count, at }: SegmentCount) => ({
  ID: id,
  name,
  filter: JSON.parse(filter) as Record<string, unknown>,
  count,
  counted_at: at && sqlDate(at),
  created_at: sqlDate(created_at),
  updated_at: updated_at && sqlDate(updated_at),
});

/** Returns the ETag of the editable fields. */
export const versionOf = ({ name, filter }: SegmentRow): string => etagOf([name, filter]);
