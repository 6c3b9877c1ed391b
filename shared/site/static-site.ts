/**
 * Serves what a build made of a browser application, from memory: files under `assets/`, whose names change with what is in
 * them, and for every other path the one page that loads them. Nothing is read that is not in the folder's list, so no path
 * leads elsewhere. `build-app.ts` puts the files there, with their packed forms beside them and those of the build before.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpAnswer } from '../http/answer.ts';
import type { HttpRequest, HttpRoute } from '../http/route.ts';
import { type Encoding, encodings } from './static-build-files.ts';

export type StaticSiteOptions = {
  /** The path it is at, such as `/dashboard`. */
  at: string;
  /** Holds `index.html` and `assets/`. */
  folder: string;
  /** Answers while there is no build. */
  missing: () => HttpAnswer;
};

type StaticFile = { type: string; etag: string; plain: Buffer; packed: Map<Encoding, Buffer> };

/** How soon the folder is looked through again for what was not there. */
const lookAgainMs = 1_000;

const shellHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};
const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Resolves to the routes at and below `at` when the files are in memory. A file that a newer build adds is found when it is
 * asked for, so that the pages of a process that was replaced already work with one that is not yet.
 */
export async function openStaticSite({ at, folder, missing }: StaticSiteOptions): Promise<HttpRoute[]> {
  const assets = new Map<string, StaticFile>();
  const assetsAt = `${at}/assets/`;
  let shell: StaticFile | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    lookedAt = Date.now();
    const names = await readdir(path.join(folder, 'assets')).catch(orNothing);
    for (const name of names ?? []) {
      if (assets.has(name)) continue;
      const file = await readStatic(path.join(folder, 'assets', name));
      if (file) assets.set(name, file);
    }
    shell ??= await readStatic(path.join(folder, 'index.html'));
  }

  async function find<T>(get: () => T | undefined): Promise<T | undefined> {
    const found = get();
    if (found !== undefined || Date.now() - lookedAt < lookAgainMs) return found;
    await look();
    return get();
  }

  async function handle(request: HttpRequest): Promise<HttpAnswer> {
    if (!request.path.startsWith(assetsAt)) {
      const page = await find(() => shell);
      return page ? answerWith(page, request, shellHeaders) : missing();
    }
    const file = await find(() => assets.get(request.path.slice(assetsAt.length)));
    return file ? answerWith(file, request, assetHeaders) : unknownAsset;
  }

  await look();
  return [at, `${at}/*`].map((route) => ({ method: 'GET', path: route, handle }));
}

const unknownAsset: HttpAnswer = {
  status: 404,
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: 'There is no such file.\n',
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Undefined for what is no file that can be served, such as one in its packed form. */
async function readStatic(at: string): Promise<StaticFile | undefined> {
  const type = types[path.extname(at)];
  const plain = type && (await readFile(at).catch(orNothing));
  if (!type || !plain) return undefined;
  const packed = new Map<Encoding, Buffer>();
  for (const [encoding, suffix] of encodings) {
    const bytes = await readFile(`${at}${suffix}`).catch(orNothing);
    if (bytes) packed.set(encoding, bytes);
  }
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, etag, plain, packed };
}

/** What is not there is nothing. */
function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

function answerWith(
  { type, etag, plain, packed }: StaticFile,
  { headers }: HttpRequest,
  own: Record<string, string>,
): HttpAnswer {
  const encoding = [...packed.keys()].find((one) => isAccepted(one, headers['accept-encoding'] ?? ''));
  const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
  const common = { ...own, ETag: tag, 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding' };
  if (isKnown(tag, headers['if-none-match'] ?? '')) return { status: 304, headers: common };
  return {
    status: 200,
    headers: { 'Content-Type': type, ...(encoding ? { 'Content-Encoding': encoding } : {}), ...common },
    body: (encoding && packed.get(encoding)) ?? plain,
  };
}

const isAccepted = (encoding: Encoding, accepted: string) =>
  accepted.split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

const isKnown = (tag: string, known: string) =>
  known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
