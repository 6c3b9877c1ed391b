/** The link API for agents. A tool call runs the API's own route, in this process. */
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';
import { apiRequest, type McpService } from '../../shared/mcp/route.ts';
import { buildTools, type Tool } from '../../shared/mcp/tools.ts';
import type { Json } from '../../shared/openapi/publish.ts';
import type { Context } from '../api/context.ts';
import { type Description, permits } from '../api/endpoint.ts';
import { errorRenderer } from '../api/errors.ts';
import { toolChoices } from './tools.ts';

type Route = HttpRoute & { description?: Description };

/** Returns the tools for links. `document` builds the API's OpenAPI description, at the first request. */
export function linkTools(context: Context, routes: readonly Route[], document: () => Json): McpService {
  const { access, config, log } = context;
  const byOperation = new Map(routes.map((route) => [route.description?.id, route]));
  const render = errorRenderer(log);
  let built: Tool[] | undefined;
  const tools = () => (built ??= buildTools(document(), '/api', toolChoices));

  const send: McpService['send'] = async (request, call) => {
    const sent = apiRequest(request, call, 'query');
    try {
      return await (byOperation.get(call.operation) as Route).handle(sent);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return render(error, sent);
    }
  };

  return {
    origins: [new URL(config.baseUrl).origin],
    tools,
    send,
    async toolsFor(request: HttpRequest) {
      const me = { method: 'GET', path: '/api/auth/me', operation: 'getMe', params: {}, args: {} };
      const answer = await send(request, me);
      if (answer.status !== 200) return answer;
      const auth = await access.authenticate(apiRequest(request, me, 'query'));
      if (typeof auth === 'string') return { tools: [] };
      const allowed = await Promise.all(
        tools().map(({ operation }) => permits(context, byOperation.get(operation)?.description as Description, auth)),
      );
      return { tools: tools().filter((_, n) => allowed[n]), headers: answer.headers ?? {} };
    },
  };
}
