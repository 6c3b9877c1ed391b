/** The operations of the link API that agents can use, with descriptions for people and models. */
import { adds, changes, deletes, reads, type ToolChoice } from '../../shared/mcp/tools.ts';

const omit = ['importedClicks'];

export const toolChoices: readonly ToolChoice[] = [
  reads(
    'find_links',
    'listLinks',
    'Lists the short links of the workspace, newest first. Filter by text, tags, domain, creator, dates or health.',
  ),
  reads('get_link', 'getLink', 'Shows a short link with all its settings, by its id.'),
  adds('create_link', 'createLink', 'Creates a short link to a destination. Without a slug, Waypost chooses one.', {
    omit,
  }),
  changes('update_link', 'updateLink', 'Changes the given settings of a short link. Its other settings stay.', {
    omit,
  }),
  changes(
    'update_links',
    'updateLinks',
    'Changes up to 100 links at once, for example their tags, UTM parameters, expiry or archived state. Returns a result for each.',
    { omit: ['actionId'] },
  ),
  deletes(
    'delete_link',
    'deleteLink',
    'Deletes a short link for good: its short URL stops working. To keep its analytics, archive it with update_link.',
  ),
  reads(
    'preview_link',
    'previewVisitor',
    'Shows where a link with these settings would redirect a given visitor. Creates nothing.',
    { omit },
  ),
  reads(
    'qr_code',
    'getLinkQr',
    "Draws a link's QR code as a PNG image. Scans are counted separately from other clicks.",
    { fixed: { format: 'png' }, omit: ['logo'] },
  ),
  reads(
    'link_analytics',
    'getLinkStats',
    "Shows a link's clicks over time and by country, device, browser, referrer and other properties.",
  ),
  reads(
    'workspace_analytics',
    'getStats',
    "Shows the clicks of the workspace's links over time, by property, and the most clicked links. Filter by tag or domain.",
  ),
  reads(
    'missing_links',
    'listUnknownPaths',
    'Lists the paths without a link that visitors requested most, for example because of a typing error in print.',
  ),
  reads('list_link_tags', 'listTags', 'Lists the tags of the workspace with their numbers of links.'),
  reads(
    'list_domains',
    'listDomains',
    'Lists the custom domains of the workspace and the state of their DNS and certificates.',
  ),
  reads('get_workspace', 'getWorkspace', 'Shows the workspace, its plan, its limits and how much of them is used.'),
];
