/** Entries of the workspace's audit log, from the API and for the screen. */
import { manyObjects } from '../../../shared/limits-of-fields.ts';
import type { AuditEntry as Shown } from '../../../shared/ui/audit/entries.tsx';
import type { PageOf } from '../../../shared/ui/pages.ts';
import type { Query } from '../../../shared/ui/url-state.ts';
import { text } from '../text/later.ts';
import { api } from './api.ts';
import { planText, roleText } from './code-texts.ts';
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

/** Returns the actor. If the sign-in provider added a user, this is the user. */
function whoOf(entry: AuditEntry): string {
  const { type, email } = entry.actor;
  if (entry.action === 'member.join' && type === 'system') return nameOf(entry);
  return type === 'operator' || type === 'system' ? words.actors[type] : (email ?? words.previousUser);
}

/** Returns a text in the details, or an empty text. */
const detail = ({ details }: AuditEntry, key: string) => String(details?.[key] ?? '');

/** Returns the object's current name or the name in the details. */
function nameOf(entry: AuditEntry): string {
  const named = ['name', 'slug', 'shortUrl', 'hostname', 'host', 'email', 'fileName'];
  return entry.objectName ?? named.map((key) => detail(entry, key)).find(Boolean) ?? entry.objectId;
}

const arrow = (from: string, to: string) => (to ? `${from} → ${to}` : from);
/** The new name of a tag is in the details; the old one is its id. */
const renamed = (entry: AuditEntry) => arrow(entry.objectId, detail(entry, 'name'));

/** Functions that return the text to show instead of the object's name, keyed by action. */
const abouts: Partial<Record<string, (entry: AuditEntry) => string>> = {
  'tag.rename': renamed,
  'tag.merge': renamed,
  'workspace.rename': (entry) => detail(entry, 'name'),
  'workspace.plan': (entry) =>
    `${nameOf(entry)} · ${arrow(planText(detail(entry, 'before')), planText(detail(entry, 'plan')))}`,
  'member.join': (entry) => roleText(detail(entry, 'role')),
  'member.leave': () => '',
  'member.role': (entry) => arrow(nameOf(entry), roleText(detail(entry, 'role'))),
};

/** Returns the object, and the number of links in a bulk action. */
function aboutOf(entry: AuditEntry): string {
  const { action, details, objectId } = entry;
  const links = typeof details?.count === 'number' ? text.counts.links(details.count) : '';
  if (objectId === manyObjects) return links;
  return [(abouts[action] ?? nameOf)(entry), links].filter(Boolean).join(' · ');
}

const toMembers = () => pathTo('members');
/** The screens of objects, keyed by the noun in their ids. */
const screens: Partial<Record<string, (id: string) => string>> = {
  lnk: (id) => pathTo('link', { id }),
  dom: (id) => pathTo('domain', { id }),
  whk: (id) => pathTo('webhook', { id }),
  imp: (id) => pathTo('import', {}, { id }),
  key: () => pathTo('apiKeys'),
  ws: () => pathTo('workspace'),
  mem: toMembers,
  inv: toMembers,
  usr: toMembers,
};
const screenOf = (id: string) => screens[id.slice(0, id.indexOf('_'))]?.(id);

function hrefOf(entry: AuditEntry): string | undefined {
  const { action, objectId, objectName } = entry;
  if (action.startsWith('tag.') && action !== 'tag.delete')
    return pathTo('tags', {}, { search: detail(entry, 'name') || objectId });
  return objectName === null ? undefined : screenOf(objectId);
}

/** Lists the objects of a bulk action. Deleted objects have no name and no screen. */
const objectsOf = ({ objectId, details, names }: AuditEntry) =>
  objectId === manyObjects && Array.isArray(details?.ids)
    ? details.ids.map((id: string) => ({ name: names[id] ?? id, href: names[id] && screenOf(id) }))
    : undefined;

const { account, domains, linkForm, links } = text;
/** The labels of fields, keyed by their names in the API. */
const labels: Partial<Record<string, string>> = {
  ...{ ...linkForm.details, ...linkForm.fields, archived: links.states.archived },
  ...{ rootUrl: domains.rootUrl, notFoundUrl: domains.notFoundUrl, brand: domains.brand, apps: domains.apps },
  ...{ name: account.name, language: account.language },
};

/** Lists the changed fields by their labels. */
export const fieldsOf = ({ details }: AuditEntry): string[] =>
  ((details?.fields ?? []) as string[]).map((name) => labels[name] ?? name);

/** Details that the entry shows elsewhere, or that its readers do not need. */
const hidden = ['ids', 'actionId', 'count', 'fields'];

/** Returns the other details, with names in place of ids. */
const detailsOf = (entry: AuditEntry) => {
  const { details, names, actor } = entry;
  return Object.fromEntries([
    ...(actor.keyId ? [[words.key, names[actor.keyId] ?? actor.keyId]] : []),
    ...(details?.fields ? [[words.changed, fieldsOf(entry)]] : []),
    ...Object.entries(details ?? {}).flatMap(([key, value]) =>
      hidden.includes(key) ? [] : [[key, names[String(value)] ?? value]],
    ),
  ]);
};

/** Returns the name of an object that entries are about, or its id if they do not have it. */
export const nameOfObject = (id: string, entries: readonly AuditEntry[]): string =>
  entries.map((entry) => (entry.objectId === id ? nameOf(entry) : entry.names[id])).find(Boolean) ?? id;

function actionOf({ action, objectId }: AuditEntry): string {
  const onMany = objectId === manyObjects ? actionsOnMany[action] : undefined;
  return onMany ?? actions[action] ?? action;
}

export const toShown = (entry: AuditEntry): Shown => ({
  who: whoOf(entry),
  what: actionOf(entry),
  about: aboutOf(entry),
  name: nameOf(entry),
  href: hrefOf(entry),
  objects: objectsOf(entry),
  isByKey: entry.actor.type === 'api_key',
  at: entry.createdAt,
  action: entry.action,
  object: entry.objectId,
  details: detailsOf(entry),
});
