/** Authentication by API key or session, and the check that the permission covers the method. */
import type { Log } from '../../../../shared/log/log.ts';
import type { Caller, Permission as CheckPermission, RestMethod, Role, User } from '../../../host/core/route.ts';
import { fail } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { type ApiKey, findApiKey, keyForm, type Permission, updateLastUse } from './queries.ts';

const allowed: Record<Permission, readonly RestMethod[]> = {
  read: ['GET'],
  write: ['GET', 'POST'],
  full: ['GET', 'POST', 'DELETE'],
};

/**
 * Time for which a lookup is cached. It limits a busy client to one lookup a second. A revocation takes effect within
 * this time.
 */
const cachedMs = 1_000;
const mostCached = 1_000;
const useRecordedMs = 60_000;

type Request = Parameters<CheckPermission>[0];

/** Creates the namespace's permission check. */
export function createAuthentication(db: Db, log: Log): (request: Request) => Promise<Caller> {
  const cache = new Map<string, { key: ApiKey; until: number }>();
  const recordedAt = new Map<number, number>();

  async function find(text: string, now: number): Promise<ApiKey> {
    const cached = cache.get(text);
    if (cached && cached.until > now) return cached.key;
    const key = keyForm.test(text) ? await findApiKey(db, text) : undefined;
    if (!key) throw fail('api_key_invalid', 'The API key is wrong.');
    if (cache.size >= mostCached) cache.clear();
    cache.set(text, { key, until: now + cachedMs });
    return key;
  }

  function recordUse(id: number, now: number): void {
    if ((recordedAt.get(id) ?? 0) > now - useRecordedMs) return;
    recordedAt.set(id, now);
    updateLastUse(db, id, new Date(now)).catch((err) =>
      log.warn({ err }, 'the last use of an API key could not be recorded'),
    );
  }

  return async (request) => {
    const text = readKey(request);
    const user = text ? undefined : await request.user();
    if (user) return permitUser(user, request.method);
    if (!text) throw fail('api_key_missing', 'Missing API key. Send ?api_key=<API_KEY>.');
    const now = Date.now();
    const key = await find(text, now);
    if (!key.active) throw fail('api_key_inactive', 'This API key is no longer active.');
    if (!allowed[key.permission].includes(request.method)) {
      throw fail('permission_denied', `This API key has only the ${key.permission} permission.`);
    }
    recordUse(key.id, now);
    return { type: 'api_key', id: key.id, name: key.description, permission: key.permission };
  };
}

/** The permission of each role. Site settings also need an administrator. */
const permissionOf: Record<Role, Permission> = { administrator: 'full', editor: 'full', viewer: 'read' };

function permitUser({ type, id, name, role }: User, method: RestMethod): Caller {
  const permission = permissionOf[role];
  if (!allowed[permission].includes(method)) {
    throw fail('permission_denied', `Your role, ${role}, is read-only.`);
  }
  return { type, id, name, permission };
}

/** Reads the API key of a request, from the query or a header. */
export const readKey = ({ query, headers }: Pick<Request, 'query' | 'headers'>): string | undefined => {
  const { api_key: given } = query;
  if (given !== undefined && given !== '') return typeof given === 'string' ? given : 'not a text';
  return headers['x-api-key']?.trim() || /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
};
