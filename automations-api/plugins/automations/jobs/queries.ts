/** Queries for jobs and their remaining contacts. */

import type { Insertable, Selectable, Updateable } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { changedRows, countRows, listIds } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, JobTable, Trx } from '../core/tables.ts';

export type JobRow = Selectable<JobTable>;

const open = ['queued', 'running'] as const;
const partsPerStatement = 100;

/** A choice of jobs: all jobs, or only open ones, which have not ended. */
export type WhichJobs = 'all' | 'open';

const jobs = (db: Db, which: WhichJobs) => {
  const all = db.selectFrom('automations_jobs');
  return which === 'open' ? all.where('status', 'in', open) : all;
};

/** Lists jobs, newest first. */
export const listJobs = (db: Db, which: WhichJobs, { limit, offset }: PageWindow): Promise<JobRow[]> =>
  jobs(db, which).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

export const countJobs = (db: Db, which: WhichJobs): Promise<number> => countRows(jobs(db, which));

export const findJob = (db: Db, id: number): Promise<JobRow | undefined> =>
  db.selectFrom('automations_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists the ids of due jobs, oldest first. */
export const listDueJobs = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listIds(
    db
      .selectFrom('automations_jobs')
      .select('id')
      .where('status', 'in', open)
      .where('due_at', '<=', now)
      .orderBy('id')
      .limit(limit),
  );

/** Lists the actions of jobs that have not ended. */
export const listOpenJobs = (db: Db): Promise<Pick<JobRow, 'id' | 'action'>[]> =>
  db.selectFrom('automations_jobs').select(['id', 'action']).where('status', 'in', open).orderBy('id').execute();

/** Lists jobs with an id above `afterId` whose filter contains a text, sorted by id. */
export const listFiltersByText = (
  db: Db,
  text: string,
  afterId: number,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'filter'>[]> =>
  db
    .selectFrom('automations_jobs')
    .select(['id', 'filter'])
    .where('id', '>', afterId)
    .where('filter', 'like', contains(text))
    .orderBy('id')
    .limit(limit)
    .execute();

export async function insertJob(trx: Trx, job: Insertable<JobTable>, parts: number[][]): Promise<number> {
  const { insertId } = await trx.insertInto('automations_jobs').values(job).executeTakeFirstOrThrow();
  const rows = parts.map((ids, number) => ({ job_id: Number(insertId), number, contact_ids: JSON.stringify(ids) }));
  for (let from = 0; from < rows.length; from += partsPerStatement) {
    await trx
      .insertInto('automations_job_parts')
      .values(rows.slice(from, from + partsPerStatement))
      .execute();
  }
  return Number(insertId);
}

export const lockJob = (trx: Trx, id: number): Promise<JobRow | undefined> =>
  trx.selectFrom('automations_jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks a job. Returns undefined if it has ended or another process is working on it. */
export const lockOpenJob = (trx: Trx, id: number): Promise<JobRow | undefined> =>
  trx
    .selectFrom('automations_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', open)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export const updateJob = (trx: Trx, id: number, changes: Updateable<JobTable>) =>
  trx.updateTable('automations_jobs').set(changes).where('id', '=', id).execute();

export type JobPart = { number: number; contactIds: number[] };

/** Finds the next part of a locked job. */
export async function findNextPart(trx: Trx, jobId: number): Promise<JobPart | undefined> {
  const row = await trx
    .selectFrom('automations_job_parts')
    .select(['number', 'contact_ids'])
    .where('job_id', '=', jobId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row && { number: row.number, contactIds: JSON.parse(row.contact_ids) as number[] };
}

/** Saves the remaining contacts of a part. Deletes an empty part. */
export async function shortenPart(trx: Trx, jobId: number, number: number, contactIds: number[]): Promise<void> {
  const text = JSON.stringify(contactIds);
  await (contactIds.length === 0
    ? trx.deleteFrom('automations_job_parts').where('job_id', '=', jobId).where('number', '=', number).execute()
    : trx
        .updateTable('automations_job_parts')
        .set({ contact_ids: text })
        .where('job_id', '=', jobId)
        .where('number', '=', number)
        .execute());
}

export const deleteParts = (trx: Trx, jobId: number) =>
  trx.deleteFrom('automations_job_parts').where('job_id', '=', jobId).execute();

/** Deletes up to `limit` jobs that ended before the given time. Returns how many it deleted. */
export const deleteOldJobs = (db: Db, before: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('automations_jobs').where('ended_at', '<', before).limit(limit));
