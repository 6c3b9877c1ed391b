/** The operations of the link API that agents can use, with texts for people and models. */
import type { ToolChoice } from '../../shared/mcp/tools.ts';

export const toolChoices: readonly ToolChoice[] = [
  {
    name: 'find_links',
    title: 'Find links',
    description:
      'Lists the short links of the workspace, newest first. Filter by text, tags, domain, creator, dates or health.',
    operation: 'listLinks',
    effect: 'reads',
  },
  {
    name: 'get_link',
    title: 'Show a link',
    description: 'Shows a short link with all its settings, by its id.',
    operation: 'getLink',
    effect: 'reads',
  },
  {
    name: 'create_link',
    title: 'Create a link',
    description: 'Creates a short link to a destination. Without a slug, Waypost chooses one.',
    operation: 'createLink',
    effect: 'adds',
    omit: ['importedClicks'],
  },
  {
    name: 'update_link',
    title: 'Change a link',
    description: 'Changes the given settings of a short link. Its other settings stay.',
    operation: 'updateLink',
    effect: 'changes',
    omit: ['importedClicks'],
  },
  {
    name: 'update_links',
    title: 'Change many links',
    description:
      'Changes up to 100 links at once, for example their tags, expiry or archived state. Returns a result for each.',
    operation: 'updateLinks',
    effect: 'changes',
  },
  {
    name: 'delete_link',
    title: 'Delete a link',
    description:
      'Deletes a short link for good: its short URL stops working. To keep its analytics, archive it with update_link.',
    operation: 'deleteLink',
    effect: 'deletes',
  },
  {
    name: 'preview_link',
    title: 'Preview a redirect',
    description: 'Shows where a link with these settings would redirect a given visitor. Creates nothing.',
    operation: 'previewVisitor',
    effect: 'reads',
    omit: ['importedClicks'],
  },
  {
    name: 'qr_code',
    title: 'Draw a QR code',
    description: "Draws a link's QR code as a PNG image. Scans are counted separately from other clicks.",
    operation: 'getLinkQr',
    effect: 'reads',
    fixed: { format: 'png' },
    omit: ['logo'],
  },
  {
    name: 'link_analytics',
    title: 'Analytics of a link',
    description: "Shows a link's clicks over time and by country, device, browser, referrer and other properties.",
    operation: 'getLinkStats',
    effect: 'reads',
  },
  {
    name: 'workspace_analytics',
    title: 'Analytics of all links',
    description:
      "Shows the clicks of the workspace's links over time, by property, and the most clicked links. Filter by tag or domain.",
    operation: 'getStats',
    effect: 'reads',
  },
  {
    name: 'missing_links',
    title: 'Requested paths without a link',
    description:
      'Lists the paths without a link that visitors requested most, for example because of a typing error in print.',
    operation: 'listUnknownPaths',
    effect: 'reads',
  },
  {
    name: 'list_link_tags',
    title: 'List the tags of links',
    description: 'Lists the tags of the workspace with their numbers of links.',
    operation: 'listTags',
    effect: 'reads',
  },
  {
    name: 'list_domains',
    title: 'List domains',
    description: 'Lists the custom domains of the workspace and the state of their DNS and certificates.',
    operation: 'listDomains',
    effect: 'reads',
  },
  {
    name: 'get_workspace',
    title: 'Show the workspace',
    description: 'Shows the workspace, its plan, its limits and how much of them is used.',
    operation: 'getWorkspace',
    effect: 'reads',
  },
];
