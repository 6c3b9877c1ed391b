/** Entries of the workspace's audit log, from the API and for the screen. */
import type { AuditEntry as Shown } from '../../../shared/ui/audit/entries.tsx';
import type { PageOf } from '../../../shared/ui/pages.ts';
import type { Query } from '../../../shared/ui/url-state.ts';
import { text } from '../text/later.ts';
import { api } from './api.ts';
import { pathTo } from './routes.ts';
import type { AuditEntry } from './types.ts';

const words = text.auditLog;
const actions: Partial<Record<string, string>> = words.actions;
const actionsOnMany: Partial<Record<string, string>> = words.many;

/** Maximum number of empty pages requested in a row. A page can be empty even if more entries follow. */
const mostEmptyPages = 5;
const dayMs = 86_400_000;

/** Returns the request's parameters. Days are in UTC; the last one is included. */
const toQuery = ({ kind, by, from, to, object }: Query) => ({
  action: kind,
  userId: by,
  objectId: object,
  from: from && `${from}T00:00:00Z`,
  to: to && new Date(Date.parse(`${to}T00:00:00Z`) + dayMs).toISOString(),
});

/** Loads a page of entries. `chosen` has the filters of the audit log's URL. */
export async function loadEntries(chosen: Query, cursor?: string, signal?: AbortSignal): Promise<PageOf<AuditEntry>> {
  let next = cursor;
  for (let n = 0; n < mostEmptyPages; n++) {
    const query = { ...toQuery(chosen), cursor: next, limit: 50 };
    const page = await api.get<{ entries: AuditEntry[]; nextCursor: string | null }>('/audit', query, signal);
    if (page.entries.length > 0 || page.nextCursor === null) {
      return { items: page.entries, nextCursor: page.nextCursor };
    }
    next = page.nextCursor;
  }
  return { items: [], nextCursor: next ?? null };
}

const nameOf = ({ type, email }: AuditEntry['actor']) =>
  type === 'operator' || type === 'system' ? words.actors[type] : (email ?? words.previousUser);

/** Returns the object's current name or the name in the details, and the number of links in a bulk action. */
function objectOf({ details, objectId, objectName }: AuditEntry): string {
  const links = typeof details?.count === 'number' ? [text.counts.links(details.count)] : [];
  if (objectId === '*') return links.join();
  const named = ['name', 'slug', 'shortUrl', 'hostname', 'tag', 'host', 'email', 'fileName'].map(
    (key) => details?.[key],
  );
  const name = objectName ?? named.find((value) => typeof value === 'string') ?? objectId;
  return [name, ...links].join(' · ');
}

/** The screens of objects, keyed by the noun in their ids. */
const screens = { lnk: 'link', dom: 'domain', whk: 'webhook' } as const;

function hrefOf({ objectId: id, objectName }: AuditEntry): string | undefined {
  if (objectName === null) return undefined;
  if (id.startsWith('imp_')) return pathTo('import', {}, { id });
  const screen = screens[id.slice(0, 3) as keyof typeof screens];
  return screen && pathTo(screen, { id });
}

function actionOf({ action, objectId }: AuditEntry): string {
  const onMany = objectId === '*' ? actionsOnMany[action] : undefined;
  return onMany ?? actions[action] ?? action;
}

/** Returns the facts for the log's readers. */
function detailsOf({ actor, details }: AuditEntry): object {
  const { actionId: _, ...facts } = details ?? {};
  return { ...(actor.keyId && { [words.key]: actor.keyId }), ...facts };
}

export const toShown = (entry: AuditEntry): Shown => ({
  who: nameOf(entry.actor),
  what: actionOf(entry),
  about: objectOf(entry),
  href: hrefOf(entry),
  isByKey: entry.actor.type === 'api_key',
  at: entry.createdAt,
  action: entry.action,
  object: entry.objectId,
  details: detailsOf(entry),
});
