/**
 * A workspace's clicks as Server-Sent Events. The number of watchers, the length of a connection and the queue of a
 * slow watcher are limited. A watcher whose queue is full loses events.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/config.ts';
import type { ClickStream } from '../api/context.ts';
import { byDimension, dimensions } from '../clicks/core/dimensions.ts';
import { type StreamedBatch, streamChannel, watch, watchMs } from '../clicks/publish-clicks.ts';
import { getRecent } from '../clicks/recent-clicks.ts';
import type { Db } from '../core/tables.ts';
import type { Hold } from '../identity/access.ts';
import { namesOfClicks } from './core/values.ts';
import { findLinkNames } from './link-name-queries.ts';

const watchersAWorkspace = 20;
const watchersAProcess = 500;
const batchesWaiting = 20;
const longestMs = 5 * 60_000;
const beatMs = watchMs / 2;

/** The click streams of a process. `close` ends all of them. */
export type OpenedClickStream = ClickStream & { close(): void };

export type ClickStreamOptions = { db: Db; commands: Redis; subscriber: Redis; config: Pick<Config, 'redisPrefix'> };

type Watcher = { waiting: StreamedBatch[]; skipped: number; wake: () => void };

export function openClickStream(options: ClickStreamOptions): OpenedClickStream {
  const { db, commands, subscriber } = options;
  const { redisPrefix } = options.config;
  const watchers = new Map<number, Set<Watcher>>();
  let count = 0;
  let closing = false;

  subscriber.on('message', (channel: string, text: string) => {
    const workspaceId = Number(channel.slice(channel.lastIndexOf(':') + 1));
    if (channel !== streamChannel(redisPrefix, workspaceId)) return;
    const batch = JSON.parse(text) as StreamedBatch;
    for (const watcher of watchers.get(workspaceId) ?? []) {
      if (watcher.waiting.length < batchesWaiting) watcher.waiting.push(batch);
      else watcher.skipped += batch.clicks.length + batch.more;
      watcher.wake();
    }
  });

  function addWatcher(workspaceId: number): Watcher {
    const watcher: Watcher = { waiting: [], skipped: 0, wake: () => {} };
    const others = watchers.get(workspaceId) ?? new Set();
    watchers.set(workspaceId, others.add(watcher));
    count++;
    return watcher;
  }

  function removeWatcher(workspaceId: number, watcher: Watcher): void {
    const others = watchers.get(workspaceId);
    if (others?.delete(watcher)) count--;
    if (others?.size !== 0) return;
    watchers.delete(workspaceId);
    subscriber.unsubscribe(streamChannel(redisPrefix, workspaceId)).catch(() => {});
  }

  async function* events(workspaceId: number, hold: () => Hold): AsyncGenerator<string> {
    const watcher = addWatcher(workspaceId);
    const { lost, release } = hold();
    lost.addEventListener('abort', () => watcher.wake());
    const until = Date.now() + longestMs;
    try {
      subscriber.subscribe(streamChannel(redisPrefix, workspaceId)).catch(() => {});
      yield 'retry: 2000\n\n';
      while (!closing && !lost.aborted && Date.now() < until) {
        await watch(commands, redisPrefix, workspaceId).catch(() => {});
        const batch = watcher.waiting.shift();
        if (batch) yield await describe(db, workspaceId, batch);
        else if (watcher.skipped > 0) {
          yield `event: skipped\ndata: ${JSON.stringify({ clicks: watcher.skipped })}\n\n`;
          watcher.skipped = 0;
        } else if (!(await woken(watcher, lost))) yield ': beat\n\n';
      }
    } finally {
      release();
      removeWatcher(workspaceId, watcher);
    }
  }

  return {
    watch(workspaceId, hold) {
      if (count >= watchersAProcess || (watchers.get(workspaceId)?.size ?? 0) >= watchersAWorkspace) return undefined;
      return events(workspaceId, hold);
    },
    recent: (workspaceId, now) => getRecent(commands, redisPrefix, workspaceId, now),
    close() {
      closing = true;
      for (const others of watchers.values()) for (const watcher of others) watcher.wake();
    },
  };
}

/** Resolves to true when the watcher is woken, to false after `beatMs`. */
function woken(watcher: Watcher, lost: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (lost.aborted) return resolve(true);
    const timer = setTimeout(() => resolve(false), beatMs);
    watcher.wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });
}

/** Returns a `click` event for each click and a `skipped` event for clicks that are left out. */
async function describe(db: Db, workspaceId: number, { clicks, more }: StreamedBatch): Promise<string> {
  const [links, values] = await Promise.all([
    findLinkNames(db, workspaceId, [...new Set(clicks.map(({ linkId }) => linkId))]),
    namesOfClicks(
      db,
      clicks.map((click) => ({ values: dimensions.map(({ name }) => click[name] ?? 0) })),
    ),
  ]);
  const events = clicks.map(({ at, linkId, bot }, index) => {
    const data = {
      clickedAt: new Date(at).toISOString(),
      linkId: links.get(linkId)?.publicId ?? null,
      slug: links.get(linkId)?.slug ?? null,
      ...byDimension((_, place) => values[index]?.[place]),
      isBot: bot,
    };
    return `event: click\ndata: ${JSON.stringify(data)}\n\n`;
  });
  if (more > 0) events.push(`event: skipped\ndata: ${JSON.stringify({ clicks: more })}\n\n`);
  return events.join('');
}
