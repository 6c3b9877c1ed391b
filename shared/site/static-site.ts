/**
 * The build of a browser application or the manual, served from memory. Files in `assets/` have names that change with
 * their content. All other paths get a page: in an application, the screen's page in the visitor's language; in the
 * manual, the page of that name.
 * Only listed files are served. `publishBuild` writes the files with their compressed forms.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpAnswer } from '../http/answer.ts';
import type { HttpRequest, HttpRoute } from '../http/route.ts';
import { type Language, languageCookie, languageOf, languages } from '../pages/language.ts';
import { cookieOf } from './page-cookie.ts';
import { type Encoding, encodings } from './static-build-files.ts';

export type StaticSiteOptions = {
  /** The URL path of the site, such as `/dashboard`. */
  at: string;
  /** The folder with `index.html` and `assets/`. */
  folder: string;
  /**
   * Answers each path with the page of that name, or with `404.html`. Such a site is loaded at the first visit, because
   * it is rarely visited. Without this option, each path gets the page of its screen, or `index.html`.
   */
  hasPages?: boolean;
  /** Allows frames with pages of the same origin, such as the preview of an email. */
  hasFrames?: boolean;
  /** Returns the answer if there is no build. */
  missing: () => HttpAnswer;
};

type StaticFile = {
  type: string;
  etag: string;
  plain: Buffer;
  packed: Map<Encoding, Buffer>;
  /** The content security policy's source for the page's import map. */
  importMap: string;
};

/** The minimum time between two checks of the folder for a missing file. */
const lookAgainMs = 1_000;

const pageHeadersOf = ({ hasFrames }: Pick<StaticSiteOptions, 'hasFrames'>, { importMap }: StaticFile) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'self'${importMap}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
});
const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Resolves to the routes at and below `at` once the files are in memory. Files of a newer build are loaded when they
 * are requested, so that an old process can also serve pages that a new one sent.
 */
export async function openStaticSite(options: StaticSiteOptions): Promise<HttpRoute[]> {
  const { at, folder, hasPages, missing } = options;
  const assets = new Map<string, StaticFile>();
  const pages = new Map<string, StaticFile>();
  const assetsAt = `${at}/assets/`;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    await readInto(assets, path.join(folder, 'assets'));
    await readInto(pages, folder, (name) => name.endsWith('.html'));
  }

  async function find<T>(get: () => T | undefined): Promise<T | undefined> {
    const found = get();
    if (found !== undefined) return found;
    if (Date.now() - lookedAt >= lookAgainMs) {
      lookedAt = Date.now();
      looking = look();
    }
    await looking;
    return get();
  }

  async function answerPage(request: HttpRequest): Promise<HttpAnswer> {
    const below = request.path.slice(at.length + 1);
    if (!hasPages) return answerScreen(request, below);
    const page = await find(() => pages.get(`${below || 'index'}.html`));
    if (page) return answerWith(page, request, pageHeadersOf(options, page));
    const instead = pages.get('404.html');
    return instead
      ? {
          ...answerWith(instead, request, { ...pageHeadersOf(options, instead), 'Cache-Control': 'no-store' }),
          status: 404,
        }
      : missing();
  }

  async function answerScreen(request: HttpRequest, below: string): Promise<HttpAnswer> {
    const language = languageOfPage(request);
    const page = await find(() => screenPage(pages, below, language));
    return page
      ? answerWith(page, request, { ...pageHeadersOf(options, page), 'Content-Language': language }, pageVary)
      : missing();
  }

  async function handle(request: HttpRequest): Promise<HttpAnswer> {
    if (!request.path.startsWith(assetsAt)) return answerPage(request);
    const file = await find(() => assets.get(request.path.slice(assetsAt.length)));
    return file ? answerWith(file, request, assetHeaders) : unknownAsset;
  }

  if (!hasPages) await look();
  return [at, `${at}/*`].map((route) => ({ method: 'GET', path: route, handle }));
}

const pageVary = 'Accept-Encoding, Accept-Language, Cookie';

const languageOfPage = ({ headers }: HttpRequest): Language => {
  const chosen = cookieOf(headers, languageCookie);
  return languages.find((one) => one === chosen) ?? languageOf(headers['accept-language'] ?? '');
};

/** Finds the page of the screen at a path, by the name from `pageNameOf`, or the page for all other paths. */
function screenPage(pages: ReadonlyMap<string, StaticFile>, below: string, language: Language): StaticFile | undefined {
  const parts = [language, ...below.split('/')];
  const isAt = (name: string) => {
    const pattern = name.slice(0, -'.html'.length).split('.');
    return pattern.length === parts.length && pattern.every((one, n) => one.startsWith(':') || one === parts[n]);
  };
  // A name without parameters comes first.
  const [name = `${language}.index.html`] = [...pages.keys()]
    .filter(isAt)
    .sort((a, b) => a.split(':').length - b.split(':').length);
  return pages.get(name);
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

/** Loads a folder's new files. */
async function readInto(files: Map<string, StaticFile>, folder: string, isServed = (_: string) => true): Promise<void> {
  const names = await readdir(folder).catch(orNothing);
  for (const name of names ?? []) {
    if (files.has(name) || !isServed(name)) continue;
    const file = await readStatic(path.join(folder, name));
    if (file) files.set(name, file);
  }
}

/** Reads a file and its type. Returns `undefined` for a file that is not served, such as a compressed form. */
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
  return { type, etag, plain, packed, importMap: type === types['.html'] ? importMapOf(plain.toString()) : '' };
}

/** Returns the content security policy's source for a page's import map, which must be in the page itself. */
function importMapOf(page: string): string {
  const content = page.split('<script type="importmap">')[1]?.split('</script>')[0];
  return content === undefined ? '' : ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** Returns nothing for a missing file. @throws any other error */
function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

function answerWith(
  { type, etag, plain, packed }: StaticFile,
  { headers }: HttpRequest,
  own: Record<string, string>,
  vary = 'Accept-Encoding',
): HttpAnswer {
  const encoding = [...packed.keys()].find((one) => isAccepted(one, headers['accept-encoding'] ?? ''));
  const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
  const common = { ...own, ETag: tag, 'X-Content-Type-Options': 'nosniff', Vary: vary };
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
