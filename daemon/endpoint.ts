/**
 * One endpoint of the link API: what it needs and answers as data, and the order in which a request is checked:
 * who (401), may they (403), is it there (404), is the body right (422); only then the handler acts.
 */
import type { Static, TSchema } from 'typebox';
import type { Db } from '../shared/db.ts';
import type { HttpAnswer, HttpRequest, HttpRoute, Method } from '../shared/http.ts';
import type { Role } from '../shared/tables.ts';
import { compile } from '../shared/validate.ts';
import { type Auth, atLeast, findAuthByKey } from './accounts/queries.ts';
import { forbidden, invalid, unauthorized } from './errors.ts';
import { looksLikeApiKey } from './ids.ts';

export type Call<Found, Body> = { request: HttpRequest; auth: Auth; found: Found; body: Body };

export type Endpoint<Found, B extends TSchema> = {
  method: Method;
  path: string;
  /** The least role that may call it. */
  role: Role;
  /** Looks up what the path names; throws `not_found`. Runs before the body is validated. */
  find?: (call: Pick<Call<Found, never>, 'request' | 'auth'>) => Promise<Found>;
  body?: B;
  handle: (call: Call<Found, Static<B>>) => Promise<HttpAnswer>;
};

/** Bodies below this size are told all their faults; a larger one only its first. */
const thoroughBelowBytes = 32_768;

/** The route, below `/api`, that runs an endpoint's checks and then its handler. */
export function endpoint<Found = undefined, B extends TSchema = TSchema>(
  db: Db,
  { method, path, role, find, body, handle }: Endpoint<Found, B>,
): HttpRoute {
  const check = body && compile(body);
  return {
    method,
    path: `/api${path}`,
    async handle(request) {
      const auth = await authenticate(db, request);
      if (auth.suspended) throw forbidden('this workspace is suspended');
      if (!atLeast(auth.role, role)) throw forbidden(`this needs the role ${role}; yours is ${auth.role}`);
      const found = (await find?.({ request, auth })) as Found;
      return handle({ request, auth, found, body: (check && parseBody(request, check)) as Static<B> });
    },
  };
}

async function authenticate(db: Db, { headers }: HttpRequest): Promise<Auth> {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (!token || !looksLikeApiKey(token)) throw unauthorized();
  const auth = await findAuthByKey(db, token);
  if (!auth) throw unauthorized();
  return auth;
}

function parseBody<T>({ headers, body }: HttpRequest, check: ReturnType<typeof compile>): T {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw invalid({ field: '', message: 'must be JSON, sent with Content-Type: application/json' });
  }
  const checked = check(parseJson(body), body.length < thoroughBelowBytes);
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  return checked.value as T;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw invalid({ field: '', message: 'is not valid JSON' });
  }
}
