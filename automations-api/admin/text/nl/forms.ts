/** Dutch strings for forms: the list, the builder, the preview and the submissions. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

const lostWords = (posts: number): string =>
  posts === 0
    ? ''
    : plural(posts, {
        one: ' Er is # inzending: onbevestigd wordt die verwijderd, bevestigd blijft die bij het contact.',
        other: ' Er zijn # inzendingen: onbevestigde worden verwijderd, bevestigde blijven bij hun contacten.',
      });

export const forms: Text['forms'] = {
  title: 'Formulieren',
  note: 'Pagina’s waarop mensen zich aanmelden. Link naar een formulier of sluit het in op je eigen site.',
  parts: {
    name: 'Naam',
    slug: 'Slug',
    fields: 'Velden',
    title: 'Titel',
    intro: 'Inleiding',
    button: 'Knop',
    thanks: 'Tekst na het verzenden',
    redirect_url: 'URL na het verzenden',
    consent_text: 'Toestemmingstekst',
    lists: 'Aan lijsten toevoegen',
    offered_lists: 'Lijsten om uit te kiezen',
    tags: 'Tags toevoegen',
    double_opt_in: 'Bevestigen per e-mail',
    embeddable: 'Andere sites mogen het insluiten',
  },
  newForm: 'Nieuw formulier',
  one: 'Formulier',
  none: 'Nog geen formulieren',
  noneNote:
    'Een formulier vraagt om een e-mailadres en alles wat je verder wilt weten. Nieuwe contacten bevestigen per e-mail voordat ze op je lijsten komen.',
  search: 'Formulieren zoeken',
  noneFound: 'Geen formulier gevonden',
  columns: { posts: 'Inzendingen', confirmed: 'Bevestigd' },
  accept: (name) => `Inzendingen van ${name} accepteren`,
  turnedOn: (name) => `${name} accepteert inzendingen`,
  turnedOff: (name) => `${name} accepteert geen inzendingen meer`,
  show: 'Pagina openen',
  submissions: 'Inzendingen',
  submissionsCounted: (n) => `Inzendingen (${n})`,
  tabs: 'Delen van het formulier',
  saved: (name) => `Formulier ${name} opgeslagen`,
  deleteTitle: (name) => `Formulier ${name} verwijderen?`,
  deleteNote: (posts) =>
    `De pagina werkt niet meer, ook waar die is ingesloten.${lostWords(posts)} Dit kan niet ongedaan worden gemaakt.`,
  deleted: (name) => `Formulier ${name} verwijderd`,

  basics: 'Naam en URL',
  nameHint: 'Alleen zichtbaar voor je team.',
  slugHint: 'Het einde van de URL. Laat leeg om de naam te gebruiken.',
  slugChanged: 'Links naar de vorige URL en ingesloten formulieren werken dan niet meer.',
  fieldsNote: 'In hun volgorde op de pagina.',
  addField: 'Veld toevoegen',
  required: 'Verplicht',
  requiredOf: (name) => `${name} is verplicht`,
  moveUp: (name) => `${name} omhoog`,
  moveDown: (name) => `${name} omlaag`,
  movedTo: (at, count) => `Nu veld ${number(at)} van ${number(count)}`,
  texts: 'Teksten',
  textsNote: 'Lege teksten verschijnen in de taal van de bezoeker.',
  redirectHint: 'Opent in plaats van de tekst.',
  consentHint: 'Getoond met een verplicht selectievakje. Elke inzending legt de geaccepteerde versie vast.',
  afterwards: 'Na het verzenden',
  offeredHint: 'Bezoekers zien deze lijsten met selectievakjes.',
  doubleOptInHint: 'Nieuwe contacten komen op de lijsten nadat ze de link in een e-mail hebben geopend.',

  previewed: 'het formulier',

  publish: 'Publiceren',
  embed: 'Insluitcode',
  embedHint: 'Plak deze in de HTML van je pagina.',
  copyEmbed: 'Insluitcode kopiëren',
  isOff: 'Het formulier staat uit: de pagina zegt dat het gesloten is.',

  noSubmissions: 'Nog geen inzendingen',
  allOutcomes: 'Alle',
  noneOfOutcome: 'Geen inzending heeft dit resultaat',
  notForViewers: 'Kijkers kunnen geen inzendingen zien',
  noSubmissionsNote: 'Deel de URL van het formulier of sluit het in. Inzendingen verschijnen hier.',
  email: 'E-mail',
  lists: 'Lijsten',
  answer: (label, value) => `${label}: ${value}`,
  outcome: 'Resultaat',
  at: 'Verzonden',
  outcomes: {
    new: 'Ontvangen',
    waiting: 'Onbevestigd',
    confirmed: 'Bevestigd',
    added: 'Toegevoegd',
    limited: 'Te veel',
    refused: 'Geweigerd',
  },
};
