/** Metrics of the warehouse, read from MySQL on request, so that every worker reports the same. */
import { findOldestUnsent } from '../../shared/check/checks/links-queries.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Readings } from '../../shared/process/metrics.ts';
import type { Db } from '../core/tables.ts';
import { getTotal } from './queries.ts';

/** Returns the metrics, which have no values without CLICKS_EXPORT_URL. */
export function warehouseNumbers(db: Db, { clicksExport }: Pick<Config, 'clicksExport'>): Readings {
  const ifUsed = (read: () => Promise<number>) => async () => (clicksExport.url === '' ? [] : await read());
  return {
    warehouse_lag_seconds: {
      help: 'Age of the oldest click that CLICKS_EXPORT_URL has not accepted; 0 without one.',
      value: ifUsed(async () => (Date.now() - ((await findOldestUnsent(db))?.getTime() ?? Date.now())) / 1_000),
    },
    warehouse_clicks_sent: {
      help: 'Clicks that CLICKS_EXPORT_URL has accepted, in total on all machines.',
      value: ifUsed(() => getTotal(db, 'sent')),
    },
    warehouse_clicks_dropped: {
      help: 'Clicks that CLICKS_EXPORT_URL did not accept within CLICKS_EXPORT_DAYS, in total on all machines.',
      value: ifUsed(() => getTotal(db, 'dropped')),
    },
  };
}
