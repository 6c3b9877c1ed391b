/** Changes to the consent settings, with audit entries. */
import type { Caller } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { unprocessable } from '../core/errors.ts';
import type { Consent } from './consent.ts';
import { publicLists } from './public-lists.ts';
import { type ConsentSettings, changeConsentSettings, type SettingsArgs } from './settings.ts';

/** Changes the given settings and keeps the others. @throws unprocessable_entity */
export async function changeConsent(
  { db, options }: Pick<Consent, 'db' | 'options'>,
  args: SettingsArgs,
  by: Caller | undefined,
): Promise<ConsentSettings> {
  const ids = args.public_lists ?? [];
  const lists = await publicLists(db, ids);
  const unknown = ids.filter((id) => !lists.some((list) => list.id === id));
  if (unknown.length > 0) throw unprocessable(`public_lists has unknown list(s): ${unknown.join(', ')}`);
  const settings = await changeConsentSettings(options, args);
  await writeAudit(db, by, 'consent.changed', { subject: 'settings', data: args });
  return settings;
}
