/** A published namespace's tools for agents, built at the first request. */
import { buildTools, type Tool } from '../../../shared/mcp/tools.ts';
import type { Site } from '../core/describe.ts';
import type { Namespace } from '../core/route.ts';
import { openApiDocument } from './document.ts';

const built = new WeakMap<Namespace, Tool[]>();

export function toolsOf(site: Site, namespace: Namespace): readonly Tool[] {
  const { name, published } = namespace;
  if (!published?.tools) return [];
  const known = built.get(namespace);
  if (known) return known;
  const tools = buildTools(openApiDocument(site, namespace, published), `/wp-json/${name}`, published.tools);
  built.set(namespace, tools);
  return tools;
}
