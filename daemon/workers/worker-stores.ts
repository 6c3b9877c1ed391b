/** The connections and tools of every worker of the link service. */
import type { Redis } from 'ioredis';
import type { QueueStores } from '../../shared/jobs/due-jobs.ts';
import type { Pulse } from '../../shared/jobs/pulse.ts';
import type { Db } from '../core/tables.ts';
import type { LinkNews } from '../pulse/open-pulse.ts';

/** A worker's stores. Without `pulse` and `subscriber`, workers check at fixed intervals. */
export type WorkerStores = QueueStores & { db: Db; subscriber?: Redis; pulse?: Pulse<LinkNews> };
