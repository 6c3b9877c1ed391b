/**
 * Public pages of plugins outside the REST API, such as `/forms/{slug}`. They have no permission and no CORS headers.
 * Security headers are added, and faults are answered as readable text.
 */
import { STATUS_CODES } from 'node:http';
import { demoReadOnly, isRefused } from '../../shared/demo/read-only.ts';
import { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { BodyBudget } from '../../shared/http/body-budget.ts';
import type { PathName } from '../../shared/http/path-name.ts';
import { type HttpRequest, openBodyLimit } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log/log.ts';
import { networkOf } from '../../shared/net/address.ts';
import type { createAddressReader } from '../../shared/net/forwarded-address.ts';
import { htmlAnswer, paragraph, sentence } from '../../shared/pages/html.ts';
import { renderLikeWordPress, restError, toApiError } from './core/errors.ts';

type PageMethod = 'GET' | 'POST' | 'OPTIONS';

export type PageRequest<Name extends string = string> = Pick<
  HttpRequest,
  'id' | 'method' | 'path' | 'query' | 'headers' | 'body' | 'signal'
> & {
  /** The decoded parameters of the path. */
  params: Readonly<Record<Name, string>>;
  /** The client's IP address, even behind trusted proxies. */
  address: string;
};

export type PageAnswer = {
  status?: number;
  /** Headers that override the page's security headers. */
  headers?: Readonly<Record<string, string>>;
  text?: string | Uint8Array;
  /** Default: `text/html; charset=utf-8`. */
  contentType?: string;
};

export type Page<Path extends string = string> = {
  /** GET also answers HEAD. Without OPTIONS, the host answers it with the allowed methods. */
  methods: PageMethod[];
  /**
   * The path, such as `/forms/{slug}`. A parameter matches one segment; a fixed path takes precedence. Each first
   * segment belongs to one plugin. Below `/wp-json/`, pages take precedence over the REST API.
   */
  path: Path;
  /** Body limit in bytes, applied while reading; default 16 KiB. */
  bodyLimit?: number;
  /** True if other sites can show the page in a frame. */
  embeddable?: true;
  /** True if a demo allows a POST. */
  inDemo?: true;
  callback: (request: PageRequest<PathName<Path>>) => PageAnswer | Promise<PageAnswer>;
};

/** Declares a page; checks its callback against the parameters of the path. */
export const page = <const Path extends string>(definition: Page<Path>): Page => definition as unknown as Page;

type Mounted = { page: Page; plugin: string; expression: RegExp };
/** The pages of a requested path; none means 404. */
export type PageMatch = { mounted: Mounted[]; bodyLimit: number };

const rest = 'wp-json';
const pathPattern = /^(\/([a-z0-9][a-z0-9._-]{0,59}|\{[a-z]\w{0,39}\})){1,8}$/;
/** First segments that Waypost answers itself, or the link service if both share a host name. */
const taken = ['api', 'dashboard', 'docs', 'healthz', 'index.php', 'livez', 'mcp', 'readyz', 'report', 'wp-admin'];

const segmentOf = (path: string) => path.split('/', 2)[1] as string;
const notFound = () => new ApiError('not_found', 'This page does not exist.');

export class Pages {
  readonly #log: Log;
  readonly #addressOf: ReturnType<typeof createAddressReader>;
  readonly #refusesWrites: boolean;
  readonly #bodies = new BodyBudget();
  readonly #bySegment = new Map<string, Mounted[]>();

  constructor(log: Log, addressOf: ReturnType<typeof createAddressReader>, refusesWrites: boolean) {
    this.#log = log;
    this.#addressOf = addressOf;
    this.#refusesWrites = refusesWrites;
  }

  /** Adds a page. Returns a function that removes it. @throws if the path is invalid or taken */
  add(added: Page, plugin: string): () => void {
    const { path, methods } = added;
    const segment = segmentOf(path);
    const isRest = segment === rest;
    if (!pathPattern.test(path) || segment.startsWith('{') || taken.includes(segment)) {
      throw new Error(`a page cannot have the path ${path}`);
    }
    const others = this.#bySegment.get(segment) ?? [];
    const other = others.find((one) => (isRest ? one.page.path === path : true) && one.plugin !== plugin);
    if (other) throw new Error(`the plugin ${other.plugin} already has pages at ${other.page.path}`);
    if (others.some((one) => one.page.path === path && one.page.methods.some((method) => methods.includes(method)))) {
      throw new Error(`${methods.join(', ')} ${path} already exists`);
    }
    const pattern = path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const mounted = { page: added, plugin, expression: new RegExp(`^${pattern}/?$`) };
    // A fixed path takes precedence over a path with parameters.
    this.#bySegment.set(
      segment,
      [...others, mounted].sort((a, b) => parametersIn(a) - parametersIn(b)),
    );
    return () => {
      const left = (this.#bySegment.get(segment) ?? []).filter((one) => one !== mounted);
      if (left.length > 0) this.#bySegment.set(segment, left);
      else this.#bySegment.delete(segment);
    };
  }

  /** Finds the pages of a path; undefined if plugins have none below its first segment. */
  find(path: string): PageMatch | undefined {
    const segment = segmentOf(path);
    const below = this.#bySegment.get(segment);
    if (!below) return undefined;
    const mounted = below.filter(({ expression }) => expression.test(path));
    if (mounted.length === 0 && segment === rest) return undefined;
    return { mounted, bodyLimit: Math.max(openBodyLimit, ...mounted.map((one) => one.page.bodyLimit ?? 0)) };
  }

  /** Answers a request; never throws. */
  async handle({ mounted }: PageMatch, request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await this.#answer(mounted, request);
    } catch (error) {
      return this.renderError(error, request);
    }
  }

  async #answer(mounted: Mounted[], request: HttpRequest): Promise<HttpAnswer> {
    if (mounted.length === 0) throw notFound();
    const Allow = allowOf(mounted);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = mounted.find(({ page: { methods } }) => methods.includes(method as PageMethod));
    if (!found && method === 'OPTIONS') return { status: 204, headers: { Allow } };
    if (!found) throw restError('method_not_allowed', `${method} is not allowed here.`, { headers: { Allow } });
    const { page, expression } = found;
    if (this.#refusesWrites && isRefused(method, page.inDemo)) throw demoReadOnly();
    const params = paramsOf(expression, request.path);
    const { id, ip, path, query, headers, body, signal } = request;
    const address = this.#addressOf(ip, headers['x-forwarded-for'] ?? '');
    await this.#bodies.spend(networkOf(address), body.length, signal);
    const answer = await page.callback({ id, method, path, query, headers, body, signal, params, address });
    const { status = 200, text = '', contentType = 'text/html; charset=utf-8' } = answer;
    return {
      status,
      headers: { ...securityHeaders(page.embeddable), 'Content-Type': contentType, ...answer.headers },
      body: text,
    };
  }

  /** Answers a fault: a small page for browsers, otherwise plain text. */
  renderError(
    thrown: unknown,
    { id, method, path, headers: { accept = '' } }: Pick<HttpRequest, 'id' | 'method' | 'path' | 'headers'>,
  ): HttpAnswer {
    const error = toApiError(thrown);
    const { status, headers = {} } = renderLikeWordPress(error);
    if (status >= 500) {
      // The parameters of a path can be secrets.
      const logged = this.find(path)?.mounted[0]?.page.path ?? `/${segmentOf(path)}`;
      this.#log.error({ err: error.cause ?? error, requestId: id, method, path: logged }, error.message);
    }
    const message = sentence(error.message);
    if (accept.includes('text/html')) {
      const answer = htmlAnswer(status, STATUS_CODES[status] ?? 'Error', paragraph(message));
      return { ...answer, headers: { ...answer.headers, ...headers } };
    }
    const contentType = 'text/plain; charset=utf-8';
    return {
      status,
      headers: { ...securityHeaders(), 'Content-Type': contentType, ...headers },
      body: `${message}\n`,
    };
  }
}

const parametersIn = ({ page: { path } }: Mounted) => path.split('{').length;

function allowOf(mounted: Mounted[]): string {
  const methods = mounted.flatMap(({ page }) => page.methods);
  return [...new Set([...methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])), 'OPTIONS'])].join(', ');
}

/** @throws not_found if a parameter is not valid UTF-8 */
function paramsOf(expression: RegExp, path: string): Record<string, string> {
  const groups = Object.entries(expression.exec(path)?.groups ?? {});
  try {
    return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw notFound();
  }
}

const securityHeaders = (embeddable = false) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embeddable ? '*' : "'none'"}`,
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
});
