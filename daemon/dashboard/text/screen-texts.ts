/**
 * The titles and notes of screens whose other texts load later. Menus show them on a first visit, so the build adds them
 * to its texts, in each language.
 */
import type { AnyText } from '../../../shared/ui/text/shape.ts';
import type { later as english } from './en/later.ts';

export const screenTexts = (later: AnyText<typeof english>) => ({
  imports: { title: later.imports.title },
  unknownPaths: { title: later.unknownPaths.title },
  tags: { title: later.tags.title },
  domains: { title: later.domains.title },
  members: { title: later.members.title },
  apiKeys: { title: later.apiKeys.title, about: later.apiKeys.about },
  webhooks: { title: later.webhooks.title, about: later.webhooks.about },
  billing: { title: later.billing.title, about: later.billing.about },
  auditLog: { title: later.auditLog.title, about: later.auditLog.about },
  safety: { title: later.safety.title },
});
