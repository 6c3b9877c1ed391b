/** The windows of a click query, within the plan's retention. */
import { invalid } from '../api/errors.ts';
import { toWindow, type WindowFault, type WindowQuery, windowBefore } from './core/window.ts';
import type { Windows } from './show-counts.ts';

/** @throws `validation_failed` */
export function accept<T extends object>(result: T | WindowFault): T {
  if ('field' in result) throw invalid(result as WindowFault);
  return result as T;
}

/** @throws `validation_failed` */
export function windowsOf(query: WindowQuery & { compare?: 'previous' }, retentionDays: number, now: number): Windows {
  const window = accept(toWindow(query, retentionDays, now));
  return { window, previous: query.compare && windowBefore(window, retentionDays, now) };
}
