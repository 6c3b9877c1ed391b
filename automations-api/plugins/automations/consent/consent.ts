/** The context of the consent routes: the plugin's context, and the tokens in emailed URLs. */
import type { PageBrand } from '../../../../shared/pages/html.ts';
import { deriveKey } from '../../../../shared/secrets/installation-secret.ts';
import type { Context } from '../context/context.ts';
import { type ConsentTokens, createConsentTokens } from './tokens.ts';

export type Consent = Context & { tokens: ConsentTokens; siteUrl: string };

export async function openConsent(context: Context): Promise<Consent> {
  const { config } = context;
  return { ...context, siteUrl: config.siteUrl, tokens: createConsentTokens(await deriveKey(config, 'consent')) };
}

/** Returns the look of the site: what its plugins set, or only the host name. */
export const brandOf = ({ hooks, siteUrl }: Pick<Consent, 'hooks' | 'siteUrl'>): Promise<PageBrand> =>
  hooks.applyFilters('automations_brand', { name: new URL(siteUrl).hostname, logoUrl: null, color: null });
