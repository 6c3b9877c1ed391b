/** The finder's results: screens, actions and contacts. */
import type { Findable, Found } from '../../shared/ui/find/finder.tsx';
import { generalActions } from '../../shared/ui/find/general-actions.ts';
import { reachedScreens } from '../../shared/ui/screens.ts';
import { api } from './core/api.ts';
import { pathTo, type RouteName } from './core/routes.ts';
import { hasPlugin, may } from './core/session.ts';
import type { ContactPage, ContactRecord, Role } from './core/types.ts';
import { nameOf } from './screens/contacts/columns.tsx';
import { text } from './text/later.ts';

const most = 8;

const toNew = (name: RouteName, label: string, least: Role): Found[] =>
  may(least) ? [{ label, icon: 'plus', href: pathTo(name, {}, { new: '1' }) }] : [];

const actions = (): Found[] => [
  ...toNew('contacts', text.contacts.add, 'editor'),
  ...toNew('segments', text.segments.add, 'editor'),
  ...toNew('tags', text.terms.tag.add, 'editor'),
  ...toNew('lists', text.terms.list.add, 'editor'),
  ...toNew('fields', text.fields.add, 'editor'),
  ...(may('editor') ? [{ label: text.rules.newRule, icon: 'plus', href: pathTo('rule', { id: 'new' }) } as const] : []),
  ...(may('editor') && hasPlugin('letters')
    ? [{ label: text.templates.newTemplate, icon: 'plus', href: pathTo('template', { id: 'new' }) } as const]
    : []),
  ...toNew('webhooks', text.webhooks.newWebhook, 'administrator'),
  ...(hasPlugin('hooks') ? toNew('hooks', text.hooks.newHook, 'administrator') : []),
  ...(hasPlugin('forms') && may('administrator')
    ? [{ label: text.forms.newForm, icon: 'plus', href: pathTo('form', { id: 'new' }) } as const]
    : []),
  ...toNew('restApi', text.restApi.newKey, 'administrator'),
  ...toNew('users', text.users.invite, 'administrator'),
  ...generalActions(),
];

const toFound = (contact: ContactRecord): Found => {
  const name = nameOf(contact);
  return {
    label: name || contact.email,
    ...(name && { note: contact.email }),
    icon: 'contact',
    href: pathTo('contact', { id: String(contact.id) }),
  };
};

export const findable = (): Findable => ({
  screens: reachedScreens.value,
  acts: actions(),
  things: text.contacts.title,
  findThings: async (typed, signal) => {
    const query = { search: typed, limit: most };
    const { contact } = await api.get<{ contact: ContactPage }>('/contacts', query, signal);
    return contact.contacts.map(toFound);
  },
});
