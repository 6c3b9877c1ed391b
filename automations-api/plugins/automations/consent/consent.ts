/** The context of the consent routes: the plugin's context, and the tokens in emailed URLs. */
import { deriveKey } from '../../../../shared/secrets/installation-secret.ts';
import type { Context } from '../context/context.ts';
import { type ConsentTokens, createConsentTokens } from './tokens.ts';

export type Consent = Context & { tokens: ConsentTokens; siteUrl: string };

export async function openConsent(context: Context): Promise<Consent> {
  const { config } = context;
  return { ...context, siteUrl: config.siteUrl, tokens: createConsentTokens(await deriveKey(config, 'consent')) };
}
