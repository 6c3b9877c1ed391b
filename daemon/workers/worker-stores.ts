/** The stores and tools that every worker of the link service is started with. */
import type { QueueStores } from '../../shared/jobs/due-jobs.ts';
import type { Db } from '../core/tables.ts';

export type WorkerStores = QueueStores & { db: Db };
