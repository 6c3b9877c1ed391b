/** The look of the site: what its plugins set, or only the host name. */
import type { Context } from './context.ts';

export const brandOf = ({ hooks, config }: Pick<Context, 'hooks' | 'config'>) =>
  hooks.applyFilters('automations_brand', { name: new URL(config.siteUrl).hostname, logoUrl: null, color: null });
