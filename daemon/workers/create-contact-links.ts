/** The worker that creates the short links in emails of contact automation. */
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import type { LinkCreation } from '../imports/open-imports.ts';
import { createRequestedLinks } from '../link-clicks/create-links.ts';
import { listRequesting } from '../link-clicks/queries.ts';
import type { WorkerStores } from './worker-stores.ts';

const lookEveryMs = 1_000;
const queuedAtOnce = 50;

export function startContactLinks(stores: WorkerStores, { context, within }: LinkCreation): Started {
  return startDueJobs<{ workspaceId: number }>(stores, {
    name: 'contact-links',
    atOnce: 2,
    lookEveryMs,
    news: stores.pulse?.news('contact links'),
    look: async () =>
      (await listRequesting(stores.db, queuedAtOnce)).map((workspaceId) => ({
        id: `workspace-${workspaceId}`,
        data: { workspaceId },
      })),
    work: ({ workspaceId }, stopping) =>
      within(async () => {
        while ((await createRequestedLinks(context, workspaceId)) && !stopping.aborted);
      }),
    onFailed: (err, job) => stores.log.warn({ err, job }, 'links in emails could not be created; retrying'),
  });
}
