/** Dutch strings for the list of contacts. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const contacts: Text['contacts'] = {
  title: 'Contacten',
  search: 'Contacten zoeken',
  add: 'Contact toevoegen',
  customFields: 'Aangepaste velden',
  added: (email) => `${email} toegevoegd`,
  saved: (email) => `${email} opgeslagen`,
  export: 'Exporteren',
  exportThese: 'Deze exporteren',
  open: 'Openen',
  edit: 'Status, tags en lijsten',
  editTitle: (email) => `Status, tags en lijsten van ${email}`,
  deleteTitle: (name) => `${name} verwijderen?`,
  deleteNote: 'Verwijdert het contact met alle gegevens. Dit kan niet ongedaan worden gemaakt.',
  deleted: (email) => `${email} verwijderd`,
  none: 'Geen contact gevonden',
  clearFilters: 'Zoekopdracht en filters wissen',
  empty: 'Nog geen contacten',
  emptyNote: 'Importeer ze, voeg er hier een toe, of laat je webshop en formulieren ze via de REST-API toevoegen.',
  columns: {
    contact: 'Contact',
    place: 'Plaats',
    changed: 'Gewijzigd',
    added: 'Toegevoegd',
  },
  types: { lead: 'Lead', customer: 'Klant' },
  rowsAPage: (n) => `${number(n)} rijen per pagina`,
  addFirst: 'Contact toevoegen',
  importFirst: 'Contacten importeren',
  merge: 'Samenvoegen met…',
  editTags: (email) => `Tags van ${email} bewerken`,
  tagsOf: (email) => `Tags van ${email}`,
  status: {
    menu: (email, status) => `Status van ${email}: ${status}`,
    changed: (email, status) => `${email} heeft nu de status “${status}”`,
    resubscribe: 'Opnieuw aanmelden',
    resubscribeTitle: (email) => `${email} opnieuw aanmelden?`,
    resubscribeNote: (status) =>
      `Dit contact wil geen e-mails (${status}). Ga alleen door als het contact weer om e-mails heeft gevraagd.`,
  },
  sorts: {
    creation_date: 'toegevoegd',
    last_modified: 'gewijzigd',
    f_name: 'voornaam',
    l_name: 'achternaam',
    email: 'e-mail',
  },
  fields: {
    email: 'E-mail',
    f_name: 'Voornaam',
    l_name: 'Achternaam',
    contact_no: 'Telefoon',
    country: 'Land',
    state: 'Staat of provincie',
    timezone: 'Tijdzone',
    type: 'Type',
    source: 'Bron',
    points: 'Punten',
    status: 'Status',
    tags: 'Tags',
    lists: 'Lijsten',
  },
  many: {
    tags: 'Tags',
    lists: 'Lijsten',
    status: 'Status',
    field: 'Veld',
    fieldTitle: (n) => plural(n, { one: 'Veld van # contact', other: 'Veld van # contacten' }),
    emptyClears: 'Laat leeg om het veld te wissen.',
    resubscribe: 'Ook afgemelde contacten en klachten',
    resubscribeHint: 'Anders houden contacten die geen e-mails willen hun status.',
    tooMany: (n) =>
      `Je kunt hoogstens ${number(n)} contacten één voor één selecteren. Selecteer anders alle resultaten van een filter.`,
    how: 'Actie',
    hows: { add: 'Toevoegen', remove: 'Verwijderen' },
    statusTitle: (n) => plural(n, { one: 'Status van # contact', other: 'Status van # contacten' }),
    termsTitle: (what, n) =>
      what === 'tags'
        ? plural(n, { one: 'Tags van # contact', other: 'Tags van # contacten' })
        : plural(n, { one: 'Lijsten van # contact', other: 'Lijsten van # contacten' }),
    deleteTitle: (n) => plural(n, { one: '# contact verwijderen?', other: '# contacten verwijderen?' }),
    deleteNote: (n) =>
      n === 1
        ? 'Verwijdert het contact met alle gegevens. Dit kan niet ongedaan worden gemaakt.'
        : 'Verwijdert de contacten met al hun gegevens. Dit kan niet ongedaan worden gemaakt.',
  },
  keys: {
    next: 'Volgende rij',
    before: 'Vorige rij',
    select: 'Rij selecteren',
    edit: 'Status, tags en lijsten van de rij',
    clear: 'Selectie wissen',
  },
};
