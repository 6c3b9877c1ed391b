/**
 * The build of a browser application or the manual. Files in `assets/` have names that change with their content. All
 * other paths get a page: in an application, the screen's page in the visitor's language; in the manual, the page of
 * that name.
 * Only listed files are served. A file is read when it is first requested, because most installations use only a few
 * languages. Then it stays in memory. `publishBuild` writes each file with its compressed forms.
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
   * Answers each path with the page of that name, or with `404.html`. Without this option, each path gets the page of
   * its screen, or `index.html`.
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
 * Returns the routes at and below `at`. Files of a newer build are found when they are requested, so that an old process
 * can also serve pages that a new one sent.
 */
export function openStaticSite(options: StaticSiteOptions): HttpRoute[] {
  const { at, folder, hasPages, missing } = options;
  const assets = new ServedFolder(path.join(folder, 'assets'));
  const pages = new ServedFolder(folder, (name) => name.endsWith('.html'));
  const assetsAt = `${at}/assets/`;

  async function answerPage(request: HttpRequest): Promise<HttpAnswer> {
    const below = request.path.slice(at.length + 1);
    if (!hasPages) return answerScreen(request, below);
    const page = await pages.find(`${below || 'index'}.html`);
    if (page) return answerWith(page, request, pageHeadersOf(options, page));
    const instead = await pages.find('404.html');
    return instead
      ? {
          ...answerWith(instead, request, { ...pageHeadersOf(options, instead), 'Cache-Control': 'no-store' }),
          status: 404,
        }
      : missing();
  }

  async function answerScreen(request: HttpRequest, below: string): Promise<HttpAnswer> {
    const language = languageOfPage(request);
    const page = await pages.find((names) => screenPage(names, below, language));
    return page
      ? answerWith(page, request, { ...pageHeadersOf(options, page), 'Content-Language': language }, pageVary)
      : missing();
  }

  async function handle(request: HttpRequest): Promise<HttpAnswer> {
    if (!request.path.startsWith(assetsAt)) return answerPage(request);
    const file = await assets.find(request.path.slice(assetsAt.length));
    return file ? answerWith(file, request, assetHeaders) : unknownAsset;
  }

  return [at, `${at}/*`].map((route) => ({ method: 'GET', path: route, handle }));
}

/** The files of a folder. Their names are read again, at most once a second, when a file is missing. */
class ServedFolder {
  readonly #folder: string;
  readonly #isServed: (name: string) => boolean;
  /** The files by name; `undefined` for those that were not requested yet. */
  readonly #files = new Map<string, Promise<StaticFile | undefined> | undefined>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(folder: string, isServed = (_: string) => true) {
    this.#folder = folder;
    this.#isServed = isServed;
  }

  /** Finds a file by its name, or by the name that a function chooses. */
  async find(wanted: string | ((names: readonly string[]) => string | undefined)): Promise<StaticFile | undefined> {
    const known = await this.#read(wanted);
    if (known) return known;
    if (Date.now() - this.#lookedAt >= lookAgainMs) {
      this.#lookedAt = Date.now();
      this.#looking = this.#look();
    }
    await this.#looking;
    return this.#read(wanted);
  }

  async #look(): Promise<void> {
    for (const name of (await readdir(this.#folder).catch(orNothing)) ?? []) {
      if (!this.#files.has(name) && Object.hasOwn(types, path.extname(name)) && this.#isServed(name))
        this.#files.set(name, undefined);
    }
  }

  async #read(wanted: Parameters<ServedFolder['find']>[0]): Promise<StaticFile | undefined> {
    const name = typeof wanted === 'string' ? wanted : wanted([...this.#files.keys()]);
    if (name === undefined || !this.#files.has(name)) return undefined;
    const reading = this.#files.get(name) ?? readStatic(path.join(this.#folder, name));
    this.#files.set(name, reading);
    try {
      const file = await reading;
      if (!file) this.#files.delete(name);
      return file;
    } catch (error) {
      this.#files.set(name, undefined);
      throw error;
    }
  }
}

const pageVary = 'Accept-Encoding, Accept-Language, Cookie';

const languageOfPage = ({ headers }: HttpRequest): Language => {
  const chosen = cookieOf(headers, languageCookie);
  return languages.find((one) => one === chosen) ?? languageOf(headers['accept-language'] ?? '');
};

/** Chooses the page of the screen at a path, by the name from `pageNameOf`, or the page for all other paths. */
function screenPage(names: readonly string[], below: string, language: Language): string | undefined {
  const parts = [language, ...below.split('/')];
  const isAt = (name: string) => {
    const pattern = name.slice(0, -'.html'.length).split('.');
    return pattern.length === parts.length && pattern.every((one, n) => one.startsWith(':') || one === parts[n]);
  };
  // A name without parameters comes first.
  const [name = `${language}.index.html`] = names
    .filter(isAt)
    .sort((a, b) => a.split(':').length - b.split(':').length);
  return name;
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

/** Reads a file with its compressed forms. Returns `undefined` if it is gone. */
async function readStatic(at: string): Promise<StaticFile | undefined> {
  const plain = await readFile(at).catch(orNothing);
  if (!plain) return undefined;
  const type = types[path.extname(at)] as string;
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
