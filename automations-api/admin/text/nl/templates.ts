/** Dutch strings for email templates and their editor. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

const lostWords = (sent: number): string =>
  sent === 0
    ? ''
    : plural(sent, {
        one: 'De cijfers van # verzonden e-mail worden verwijderd. ',
        other: 'De cijfers van # verzonden e-mails worden verwijderd. ',
      });

export const templates: Text['templates'] = {
  title: 'E-mailsjablonen',
  note: 'De e-mails die regels verzenden. Waypost voegt de opmaak, de afmeldlink en je postadres toe.',
  one: 'E-mailsjabloon',
  newTemplate: 'Nieuw sjabloon',
  usedBy: 'Gebruikt door',
  numbers: { sent: 'Verzonden', bounced: 'Onbestelbaar', clicked: 'Aangeklikt', unsubscribed: 'Afgemeld' },
  countOf: (n, number) => `${n} ${number.toLowerCase()}`,
  share: (percent) => `${percent} van verzonden`,
  lessThan: (percent) => `< ${percent}`,
  unused: 'Geen regel',
  moreRules: (n) => plural(n, { one: 'en nog # regel', other: 'en nog # regels' }),
  search: 'Sjablonen zoeken',
  none: 'Nog geen e-mailsjablonen',
  noneFound: 'Geen sjabloon gevonden',
  noneNote:
    'Schrijf een e-mail één keer en laat regels hem verzenden: een welkom, een herinnering, een vraag na een aankoop.',
  examples: {
    welcome: { name: 'Welkom', note: 'Begroet een nieuw contact bij naam, met één knop.' },
    reminder: { name: 'Herinnering', note: 'Volgt enkele dagen later, in twee zinnen.' },
    html: { name: 'Je eigen HTML', note: 'Plak HTML uit een ander programma. De vormgeving blijft behouden.' },
  },
  saved: (name) => `Sjabloon ${name} opgeslagen`,
  deleteTitle: (name) => `Sjabloon ${name} verwijderen?`,
  deleteNote: (sent) =>
    `${lostWords(sent)}Wachtende e-mails van dit sjabloon worden niet verzonden. Dit kan niet ongedaan worden gemaakt.`,
  deleted: (name) => `Sjabloon ${name} verwijderd`,
  keptTitle: (name) => `${name} is in gebruik`,
  keptNote: 'Deze regels verzenden het. Kies daarin eerst een ander sjabloon.',
  labels: {
    name: 'Naam',
    subject: 'Onderwerp',
    preheader: 'Preheader',
    format: 'Indeling',
    body: 'Inhoud',
    text: 'Platte tekst',
    from_name: 'Afzendernaam',
    from_email: 'Afzenderadres',
    reply_to: 'Antwoorden naar',
  },
  nameHint: 'Alleen zichtbaar voor je team.',
  namePlaceholder: 'Doel van de e-mail',
  preheaderHint: 'Veel inboxen tonen deze na het onderwerp.',
  formats: { markdown: 'Markdown', html: 'HTML' },
  bodyHints: {
    markdown: 'Witregels scheiden alinea’s.',
    html: 'Een volledige pagina houdt haar eigen vormgeving. Waypost voegt de afmeldlinks eronder toe.',
  },
  switchTitle: (format) => `Overschakelen naar ${format}?`,
  switchNote: 'De tekst blijft ongewijzigd en wordt in de andere indeling gelezen.',
  switchAction: 'Overschakelen',
  textHint: 'Voor programma’s die geen HTML tonen. Is dit leeg, dan leidt Waypost het af van de inhoud.',
  more: 'Afzender en platte tekst',
  defaultSender: 'De standaard van de site',
  toolbar: 'Opmaak',
  tools: { bold: 'Vet', italic: 'Cursief', heading: 'Kop', list: 'Lijst', link: 'Link', button: 'Knop' },
  samples: { text: 'tekst', item: 'item', heading: 'Kop', link: 'Linktekst', button: 'Knoptekst' },
  field: {
    insert: 'Veld invoegen',
    insertAt: (place) => `Veld invoegen: ${place}`,
    action: 'Invoegen',
    field: 'Veld',
    groups: { contact: 'Contact', custom: 'Aangepast veld', link: 'Link' },
    fallback: 'Als het leeg is',
    fallbackHint: 'Getoond aan contacten zonder waarde.',
    result: 'Ingevoegde tekst',
  },
  preview: {
    contact: 'Getoond voor',
    search: 'Zoeken op e-mail of naam',
    anyone: 'Voorbeeldcontact',
    kind: 'Soort',
    kinds: { html: 'HTML', text: 'Platte tekst' },
    frame: 'Voorbeeld van de e-mail',
    noSubject: 'Geen onderwerp',
    noAddress: 'Er is geen postadres ingesteld. Veel landen vereisen er een in elke e-mail.',
    addAddress: 'Postadres toevoegen',
  },
  test: {
    title: 'Testmail verzenden',
    action: 'Test verzenden',
    to: 'Aan',
    note: 'Verzendt het opgeslagen sjabloon met de waarden van een voorbeeldcontact.',
    sent: (to) => `Test verzonden naar ${to}`,
    saveFirst: 'Sla eerst het sjabloon op.',
  },
};
