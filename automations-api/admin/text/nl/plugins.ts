/** Dutch strings for plugins. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Plugins',
  about: 'Onderdelen van de dienst activeren en deactiveren.',
  note: 'Wijzigingen werken binnen enkele seconden.',
  plugin: 'Plugin',
  state: 'Status',
  version: 'Versie',
  tables: 'Tabellen',
  jobs: 'Geplande taken',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null ? `${name} om ${at} UTC` : `${name}, elke ${number(seconds)} s`,
  active: 'Actief',
  inactive: 'Inactief',
  broken: 'Draait niet',
  faultOf: (name) => `${name} kan niet draaien`,
  needed: 'Vereist',
  activate: 'Activeren',
  deactivate: 'Deactiveren',
  neededNote: 'Deze app heeft hem nodig. Deactiveer hem met de CLI.',
  activated: (name) => `${name} geactiveerd`,
  deactivated: (name) => `${name} gedeactiveerd`,
  deactivateTitle: (name) => `${name} deactiveren?`,
  stops: 'De routes en achtergrondtaken stoppen binnen enkele seconden. De gegevens blijven.',
  keeps: (n) => plural(n, { one: '# tabel blijft', other: '# tabellen blijven' }),
  automationsStops:
    'Dit stopt de automatisering. De REST-API antwoordt niet meer, contacten kunnen zich niet via links in e-mails afmelden, en regels, webhooks, e-mails en taken wachten tot je hem weer activeert.',
  reloadTitle: (name) => `${name} is gewijzigd`,
  reloadNote: 'Laad deze pagina over enkele seconden opnieuw om alle schermen bij te werken.',
  reload: 'Opnieuw laden',
};
