/**
 * The Model Context Protocol's route over HTTP: a POST is one message with the caller's API key, and is answered with JSON.
 * A call of a tool is one request to the API, with its limits and its audit log. Other messages, even invalid ones, only
 * check the key.
 */
import { type HttpAnswer, json } from '../http/answer.ts';
import { type HttpRequest, type HttpRoute, openBodyLimit } from '../http/route.ts';
import { type ApiCall, failed, prepareCall, type Toolbox, toResult } from './call-tool.ts';
import { answerMessage, readMessage } from './protocol.ts';
import type { ListedTool, Tool } from './tools.ts';

/** A service whose API agents can use. */
export type McpService = {
  /** Origins of web pages that can send requests. */
  origins: readonly string[];
  /** Returns every tool, for any key. */
  tools(): readonly Tool[];
  /**
   * Returns the tools that the request's key can call, with the headers that describe its request budget; the refusal
   * if the request has no valid key.
   */
  toolsFor(request: HttpRequest): Promise<Offer | HttpAnswer>;
  /** Sends a request to the API with the key, as if the client had sent it. */
  send(request: HttpRequest, call: ApiCall): Promise<HttpAnswer>;
};

type Offer = Pick<HttpAnswer, 'headers'> & { tools: readonly Tool[] };

/** The API's refusal of a key, which becomes the answer to the client. */
class Refused extends Error {
  readonly answer: HttpAnswer;

  constructor({ headers, ...answer }: HttpAnswer) {
    super('refused');
    this.answer = {
      ...answer,
      headers: { ...headers, ...(answer.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}) },
    };
  }
}

export const mcpRoute = (path: string, service: McpService): HttpRoute => ({
  method: 'POST',
  path,
  async handle(request) {
    const { headers, body } = request;
    // With DNS rebinding, the page's origin differs from the allowed ones. Programs send no origin.
    if (headers.origin !== undefined && !service.origins.includes(headers.origin))
      return json(403, { jsonrpc: '2.0', error: { code: -32_600, message: 'This origin is not allowed.' } });
    const toolbox = openToolbox(service, request);
    try {
      // Parsing a long message takes time, so its key is checked first.
      if (body.length > openBodyLimit) await toolbox.list();
      const reply = await answerMessage(readMessage(body), toolbox, headers);
      if (!toolbox.isUsed) await toolbox.list();
      const around = { ...toolbox.budget, 'Cache-Control': 'no-store' };
      return reply.body ? json(reply.status, reply.body, around) : { status: reply.status, headers: around };
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  },
});

/**
 * Returns the tools for the key of a request. `budget` receives the headers that describe its request budget; `isUsed`
 * is true once the key has been checked.
 */
function openToolbox(service: McpService, request: HttpRequest) {
  const list = async () => {
    toolbox.isUsed = true;
    const found = await service.toolsFor(request);
    if ('status' in found) throw new Refused(found);
    toolbox.budget = budgetOf(found.headers);
    return found.tools.map(listed);
  };
  const toolbox: Toolbox & { budget: HttpAnswer['headers']; isUsed: boolean } = {
    budget: {},
    isUsed: false,
    list,
    async call(name, args) {
      const tool = service.tools().find((one) => one.name === name);
      if (!tool) return void (await list());
      const prepared = prepareCall(tool, args);
      if (typeof prepared === 'string') {
        await list();
        return failed(prepared);
      }
      toolbox.isUsed = true;
      const answer = await service.send(request, prepared.call);
      if (answer.status === 401) throw new Refused(answer);
      toolbox.budget = budgetOf(answer.headers);
      return toResult(answer, tool, prepared.place);
    },
  };
  return toolbox;
}

const listed = ({ name, title, description, inputSchema, annotations }: Tool): ListedTool => ({
  ...{ name, title, description, inputSchema, annotations },
});

/** Returns the headers that describe the caller's request budget. */
const budgetOf = (headers: HttpAnswer['headers'] = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /RateLimit|^Retry-After$/.test(name)));

/**
 * Returns the API request for a call. It has the client's key and IP address, but nothing else from the client's
 * request.
 */
export function apiRequest(
  { id, ip, signal, headers }: HttpRequest,
  call: ApiCall,
  sentAs: 'query' | 'body',
): HttpRequest {
  const { method, params, args } = call;
  const asQuery = sentAs === 'query' && (method === 'GET' || method === 'DELETE');
  const kept = ['authorization', 'x-forwarded-for', 'user-agent', 'host'].map((name) => [name, headers[name]]);
  return {
    ...{ id, ip, signal, method, params },
    path: call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    query: asQuery
      ? new URLSearchParams(
          Object.entries(args).map(([name, value]): [string, string] => [name, asText(value)]),
        ).toString()
      : '',
    body: asQuery ? Buffer.alloc(0) : Buffer.from(JSON.stringify(args)),
    headers: {
      ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
      ...(asQuery ? {} : { 'content-type': 'application/json' }),
    },
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
