/** The stores and tools that every worker of the link service is started with. */
import type { Redis } from 'ioredis';
import type { QueueStores } from '../../shared/jobs/due-jobs.ts';
import type { Pulse } from '../../shared/jobs/pulse.ts';
import type { Db } from '../core/tables.ts';
import type { LinkNews } from '../pulse/open-pulse.ts';

/** Without a pulse, and the messages of other processes, everything looks at its own intervals. */
export type WorkerStores = QueueStores & { db: Db; subscriber?: Redis; pulse?: Pulse<LinkNews> };
