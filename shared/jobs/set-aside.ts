/** A queue's jobs that were set aside because they ended their process three times. They count as failed for a day. */
import type { Redis } from 'ioredis';
import { queuePrefix } from './queues.ts';

const daySeconds = 86_400;

export type SetAside = {
  /** Counts a job as failed. */
  add(id: string): Promise<void>;
  /** Counts a job, which is not queued again until a day after the last counted job. */
  leaveAlone(id: string): Promise<void>;
  /** Returns the jobs that can be queued. */
  leaveOut<Job extends { id: string }>(jobs: Job[]): Promise<Job[]>;
};

/** Opens the Redis hash from ids to `counted` or `alone`, beside the other keys of the queue. */
export function openSetAside(redis: Redis, redisPrefix: string, name: string): SetAside {
  const key = `${queuePrefix(redis, redisPrefix, name)}:${name}:aside`;
  async function put(id: string, state: 'counted' | 'alone'): Promise<void> {
    await redis.hset(key, id, state);
    await redis.expire(key, daySeconds);
  }
  return {
    add: (id) => put(id, 'counted'),
    leaveAlone: (id) => put(id, 'alone'),
    async leaveOut(jobs) {
      if (jobs.length === 0) return jobs;
      const states = await redis.hmget(key, ...jobs.map(({ id }) => id));
      return jobs.filter((_, at) => states[at] !== 'alone');
    },
  };
}
