/** Dutch strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Links',
  about: 'Klikken van contacten op korte links.',
  note: 'Een verbonden werkruimte meldt welke contacten op de korte links klikken.',
  connected: 'Werkruimte verbonden',
  lastClick: (at) => `Laatste klik van een contact: ${at}.`,
  noClick: 'Er heeft nog geen contact geklikt.',
  unknown: 'Verbroken in het dashboard',
  works: 'Ontvangt klikken',
  workspace: 'Werkruimte',
  state: 'Status',
  unknownNote: 'Het dashboard heeft deze verbinding niet meer. Verbind met een nieuwe sleutel.',
  none: 'Geen werkruimte verbonden',
  noneNote: 'Klikken op korte links worden niet vastgelegd voor contacten.',
  how: 'Opdracht voor de operator',
  howRotate: 'Voor een nieuwe sleutel van een verbonden werkruimte:',
  copy: 'Opdracht kopiëren',
  connect: 'Werkruimte verbinden',
  connectOther: 'Andere werkruimte verbinden',
  connectNote:
    'Kies “Verbinden” in de instellingen van de werkruimte in het dashboard. Er kan maar één werkruimte verbonden zijn.',
  openInLinks: 'In het dashboard openen',
  connectWithKey: 'Verbinden met een sleutel',
  replaceKey: 'Verbinden met een andere sleutel',
  replaceNote: 'Vervangt de huidige verbinding. Vastgelegde klikken blijven.',
  key: 'Sleutel',
  keyHint: 'Begint met wps_. Versleuteld opgeslagen en niet opnieuw getoond.',
  done: (workspace) => `${workspace} verbonden`,
  disconnect: 'Verbinding verbreken',
  disconnectTitle: (workspace) => `Verbinding met ${workspace} verbreken?`,
  disconnectNote:
    'Nieuwe klikken worden niet meer vastgelegd. Vastgelegde klikken blijven en persoonlijke links blijven werken.',
  disconnected: 'Verbinding met de werkruimte verbroken',
};
