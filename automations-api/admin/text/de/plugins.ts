/** German strings for plugins. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Plugins',
  about: 'Teile des Dienstes aktivieren und deaktivieren.',
  note: 'Änderungen wirken innerhalb weniger Sekunden.',
  plugin: 'Plugin',
  state: 'Status',
  version: 'Version',
  tables: 'Tabellen',
  jobs: 'Geplante Jobs',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null ? `${name} um ${at} UTC` : `${name}, alle ${number(seconds)} Sekunden`,
  active: 'Aktiv',
  inactive: 'Inaktiv',
  broken: 'Läuft nicht',
  faultOf: (name) => `${name} kann nicht laufen`,
  needed: 'Erforderlich',
  activate: 'Aktivieren',
  deactivate: 'Deaktivieren',
  neededNote: 'Diese Anwendung braucht es. Deaktivieren Sie es mit der CLI.',
  activated: (name) => `${name} aktiviert`,
  deactivated: (name) => `${name} deaktiviert`,
  deactivateTitle: (name) => `${name} deaktivieren?`,
  stops: 'Seine Routen und Hintergrundjobs enden innerhalb weniger Sekunden. Seine Daten bleiben.',
  keeps: (n) => plural(n, { one: '# Tabelle bleibt', other: '# Tabellen bleiben' }),
  automationsStops:
    'Das stoppt die Automatisierung. Die REST-API antwortet nicht mehr, Kontakte können sich nicht über Links in E-Mails abmelden, und Regeln, Webhooks, E-Mails und Jobs ruhen, bis Sie es wieder aktivieren.',
  reloadTitle: (name) => `${name} hat sich geändert`,
  reloadNote: 'Laden Sie diese Seite in einigen Sekunden neu, um alle Ansichten zu aktualisieren.',
  reload: 'Neu laden',
};
