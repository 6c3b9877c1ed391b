/** Checks of data: waiting clicks and jobs, outdated lists and tables, and the newest backup. */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Reader } from 'mmdb-lib';
import { readLastBackup } from '../../backup/last-backup.ts';
import { geoFile } from '../../config/geo-file.ts';
import { isLocalUrl } from '../../config/local-url.ts';
import { listQueues, queueDepth } from '../../jobs/queues.ts';
import { messageOf } from '../../log/log-error.ts';
import { counted } from '../../plural.ts';
import { sendLines } from '../../webhooks/send-lines.ts';
import { evaluate, type Finding, failed, need, ok, type Subject, warning } from '../core/finding.ts';
import { findOldestUnsent, listThreatLists } from './links-queries.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Measures the clicks on disk that MySQL does not have yet: their bytes, and the last write to the oldest segment. Ignores
 * symbolic links, which could redirect a check by root.
 */
export async function readSpool(localDir: string): Promise<{ bytes: number; oldest: Date | undefined }> {
  const directory = path.join(localDir, 'spool');
  const folders = (await listEntries(directory)).filter((entry) => entry.isDirectory());
  const held: Stats[] = [];
  for (const { name: folder } of folders) {
    for (const { name } of await listEntries(path.join(directory, folder))) {
      if (!name.endsWith('.clicks')) continue;
      const file = await lstat(path.join(directory, folder, name)).catch(unlessMissing);
      if (file?.isFile() && file.size > 0) held.push(file);
    }
  }
  const times = held.map(({ mtimeMs }) => mtimeMs);
  return {
    bytes: held.reduce((sum, { size }) => sum + size, 0),
    oldest: times.length > 0 ? new Date(Math.min(...times)) : undefined,
  };
}

/** Lists a directory, which can disappear at any time. */
const listEntries = async (directory: string) =>
  (await readdir(directory, { withFileTypes: true }).catch(unlessMissing)) ?? [];

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function checkSpool({ config, now }: Subject): Promise<Finding | Finding[]> {
  const { bytes, oldest } = await readSpool(config.localDir);
  const minutes = oldest ? Math.floor((now.getTime() - oldest.getTime()) / minuteMs) : 0;
  const waiting = `${Math.ceil(bytes / 1_024)} KB of clicks wait on disk, the oldest for ${minutes} minutes`;
  const see = 'check whether links-worker, Redis and MySQL run: `waypost status`';
  return evaluate(
    [
      [minutes >= 30, failed(waiting, see)],
      [minutes >= 5 && minutes < 30, warning(waiting, see)],
      [bytes > (config.spoolMegabytes * 2 ** 20) / 2, warning(`${waiting}: more than half of SPOOL_MEGABYTES`, see)],
    ],
    'clicks are stored without delay',
  );
}

const lateMinutes = 15;

/** Sends an empty batch to the warehouse, which checks the URL, the credentials and the table. */
export async function checkWarehouse({ config, links, now }: Subject): Promise<Finding | Finding[]> {
  if (config.clicksExport.url === '') return [];
  const { host } = new URL(config.clicksExport.url);
  try {
    await sendLines(config.clicksExport, randomUUID(), '');
  } catch (error) {
    return failed(
      `${host} does not accept clicks (${messageOf(error as Error)})`,
      `correct CLICKS_EXPORT_URL, or check the server: clicks wait ${config.clicksExport.days} days for it`,
    );
  }
  const oldest = await findOldestUnsent(need(links, 'MySQL'));
  const minutes = oldest ? Math.floor((now.getTime() - oldest.getTime()) / minuteMs) : 0;
  if (minutes < lateMinutes) return ok(`${host} accepts clicks`);
  return warning(`clicks have waited ${minutes} minutes for ${host}`, 'see LOCAL_DIR/logs/links-worker.log');
}

const mostWaiting = 10_000;

export async function checkQueues({ config, redis }: Subject): Promise<Finding | Finding[]> {
  const commands = need(redis, 'Redis');
  const names = await listQueues(commands, config.redisPrefix);
  const depths = await Promise.all(
    names.map(async (name) => ({ name, ...(await queueDepth(commands, config.redisPrefix, name)) })),
  );
  const worker = 'read the log of the process in LOCAL_DIR/logs, or raise WORKERS';
  const rules = depths.flatMap(({ name, waiting, failed: failedJobs }): [boolean, Finding][] => [
    [waiting > mostWaiting, warning(`${counted(waiting, 'job')} of ${name} queued`, worker)],
    [failedJobs > 0, warning(`${counted(failedJobs, 'job')} of ${name} failed permanently`, worker)],
  ]);
  return evaluate(
    rules,
    `${counted(
      depths.reduce((sum, { waiting }) => sum + waiting, 0),
      'job',
    )} queued`,
  );
}

/**
 * Checks the age of threat lists. Lists are refreshed every SAFETY_LIST_MINUTES, and a few failures in a row are
 * normal.
 */
export async function checkLists(subject: Subject): Promise<Finding | Finding[]> {
  const { lists, listMinutes } = subject.config.safety;
  if (lists.length === 0) return [];
  const known = await listThreatLists(need(subject.links, 'MySQL'));
  const old = subject.now.getTime() - Math.max(6 * listMinutes, 180) * minuteMs;
  const unread = known.filter(({ checkedAt, lastError }) => lastError !== null || (checkedAt?.getTime() ?? 0) < old);
  return evaluate(
    [
      ...unread.map(({ name, lastError }): [boolean, Finding] => [
        true,
        warning(
          `the list ${name} ${lastError ? `cannot be read: ${lastError}` : 'has not been read for hours'}`,
          'correct SAFETY_LISTS, or read LOCAL_DIR/logs/links-worker.log',
        ),
      ]),
      [
        known.length < lists.length,
        warning(
          `${known.length} of ${lists.length} threat lists have been read so far`,
          'see LOCAL_DIR/logs/links-worker.log',
        ),
      ],
    ],
    `${known.length} threat lists are up to date`,
  );
}

const oldTableDays = 365;

export async function checkGeo({ config, now }: Subject): Promise<Finding | Finding[]> {
  const built = new Reader(await readFile(geoFile(config.geoDatabase))).metadata.buildEpoch;
  const days = Math.floor((now.getTime() - built.getTime()) / dayMs);
  const age = `the country database is ${days} days old`;
  const todo = config.geoDatabase
    ? 'put a newer file at GEO_DATABASE'
    : 'upgrade, or set GEO_DATABASE to a newer mmdb file';
  return days > oldTableDays ? warning(age, todo) : ok(age);
}

const backupDays = 2;

/** Checks the newest backup's age. A checkout on a personal machine needs none. */
export async function checkBackup({ config, now }: Subject): Promise<Finding | Finding[]> {
  const last = readLastBackup(config.localDir);
  const makeOne = '`waypost backup`, or `systemctl enable --now waypost-backup.timer`';
  if (!last) return isLocalUrl(config.baseUrl) ? [] : warning('there is no backup by `waypost backup`', makeOne);
  const hours = Math.floor((now.getTime() - last.at.getTime()) / 3_600_000);
  const words = `the newest backup is ${hours} hours old: ${last.file || 'sent to a command'}, ${Math.ceil(last.bytes / 2 ** 20)} MB`;
  // The service user cannot read the folder of the backups, so only ENOENT means that the file is missing.
  const isMissing = last.file && (await stat(last.file).catch(({ code }) => code)) === 'ENOENT';
  if (isMissing) return warning(`${words}; the file no longer exists`, makeOne);
  return hours > backupDays * 24 ? warning(words, makeOne) : ok(words);
}
