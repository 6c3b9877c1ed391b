/**
 * Authenticates a caller, by an API key in the query or a header or as a signed-in user, and checks that their permission covers
 * the method.
 */
import type { Log } from '../../../../shared/log/log.ts';
import type { Caller, Permission as CheckPermission, RestMethod, Role, User } from '../../../host/core/route.ts';
import { fail } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { type ApiKey, findApiKey, type Permission, updateLastUse } from './queries.ts';

const allowed: Record<Permission, readonly RestMethod[]> = {
  read: ['GET'],
  write: ['GET', 'POST'],
  full: ['GET', 'POST', 'DELETE'],
};

/** A key found is believed this long, so that a busy client costs one lookup a second; a revocation waits for it. */
const believedMs = 1_000;
const mostBelieved = 1_000;
const useNotedMs = 60_000;

type Request = Parameters<CheckPermission>[0];

/** The namespace's permission check. */
export function createAuthentication(db: Db, log: Log): (request: Request) => Promise<Caller> {
  const believed = new Map<string, { key: ApiKey; until: number }>();
  const notedAt = new Map<number, number>();

  async function find(text: string, now: number): Promise<ApiKey> {
    const kept = believed.get(text);
    if (kept && kept.until > now) return kept.key;
    const key = /^[0-9a-f]{32}$/.test(text) ? await findApiKey(db, text) : undefined;
    if (!key) throw fail('api_key_invalid', 'The API key is wrong.');
    if (believed.size >= mostBelieved) believed.clear();
    believed.set(text, { key, until: now + believedMs });
    return key;
  }

  function noteUse(id: number, now: number): void {
    if ((notedAt.get(id) ?? 0) > now - useNotedMs) return;
    notedAt.set(id, now);
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
    noteUse(key.id, now);
    return { type: 'api_key', id: key.id, name: key.description, permission: key.permission };
  };
}

/** A signed-in user's permission. Settings of the site also need an administrator. */
const permissionOf: Record<Role, Permission> = { administrator: 'full', editor: 'full', viewer: 'read' };

function permitUser({ type, id, name, role }: User, method: RestMethod): Caller {
  const permission = permissionOf[role];
  if (!allowed[permission].includes(method)) {
    throw fail('permission_denied', `Your role, ${role}, is read-only.`);
  }
  return { type, id, name, permission };
}

/** The API key that a request came with. */
export const readKey = ({ query, headers }: Pick<Request, 'query' | 'headers'>): string | undefined => {
  const { api_key: given } = query;
  if (given !== undefined && given !== '') return typeof given === 'string' ? given : 'not a text';
  return headers['x-api-key']?.trim() || /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
};
