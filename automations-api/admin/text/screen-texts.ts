/**
 * The titles and notes of screens whose other texts load later. Menus show them on a first visit, so the build adds them
 * to its texts, in each language.
 */
import type { AnyText } from '../../../shared/ui/text/shape.ts';
import type { later as english } from './en/later.ts';

export const screenTexts = (later: AnyText<typeof english>) => ({
  duplicates: { title: later.duplicates.title },
  segments: { title: later.segments.title },
  tags: { title: later.terms.tag.title },
  lists: { title: later.terms.list.title },
  fields: { title: later.fields.title },
  rules: { title: later.rules.title },
  templates: { title: later.templates.title },
  webhooks: { title: later.webhooks.title },
  forms: { title: later.forms.title },
  hooks: { title: later.hooks.title },
  imports: { title: later.imports.title },
  export: { title: later.export.title },
  restApi: { title: later.restApi.title, about: later.restApi.about },
  users: { title: later.users.title, about: later.users.about },
  consent: { title: later.consent.title, about: later.consent.about },
  mail: { title: later.mail.title, about: later.mail.about },
  links: { title: later.links.title, about: later.links.about },
  plugins: { title: later.plugins.title, about: later.plugins.about },
  auditLog: { title: later.auditLog.title, about: later.auditLog.about },
});
