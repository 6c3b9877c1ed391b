/** The plugins' APIs for agents. A tool call goes through the REST server, in this process. */
import type { Config } from '../../shared/config/config.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/request.ts';
import { apiRequest, type McpService } from '../../shared/mcp/route.ts';
import type { Tool } from '../../shared/mcp/tools.ts';
import type { PluginHost } from './plugin-host.ts';

export const contactTools = (
  { rest }: Pick<PluginHost, 'rest'>,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  handle: (request: HttpRequest) => Promise<HttpAnswer>,
): McpService => ({
  origins: [new URL(siteUrl).origin],
  tools: () => rest.tools(),
  send: (request, call) => handle(apiRequest(request, call, 'body')),
  async toolsFor(request) {
    const permitted: Tool[] = [];
    for (const tool of rest.tools()) {
      const innerRequest = apiRequest(request, { ...tool, params: {}, args: {} }, 'body');
      try {
        if (await rest.permits(tool, innerRequest)) permitted.push(tool);
      } catch (error) {
        return rest.renderError(error, { ...innerRequest, path: tool.path });
      }
    }
    return { tools: permitted };
  },
});
