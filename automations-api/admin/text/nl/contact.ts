/** Dutch strings for one contact. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Contact',
  details: 'Gegevens',
  moreFields: 'Meer velden',
  terms: 'Tags en lijsten',
  since: (when) => `toegevoegd: ${when}`,
  statusNotes: {
    unverified: 'Heeft het e-mailadres nog niet bevestigd.',
    subscribed: 'Ontvangt e-mails.',
    bounced: 'Een e-mail was blijvend onbestelbaar: de mailbox accepteert er geen.',
    unsubscribed: 'Afgemeld. Wijzig dit alleen als het contact weer om e-mails vraagt.',
    soft_bounced: 'Verschillende e-mails waren tijdelijk onbestelbaar, bijvoorbeeld door een volle mailbox.',
    complaint: 'Heeft een e-mail als spam gemeld. Wijzig dit alleen als het contact weer om e-mails vraagt.',
  },
  sendConfirmation: 'Bevestiging verzenden',
  confirmationSent: 'De bevestigingsmail is onderweg',
  links: 'URL’s van dit contact',
  showLinks: 'Tonen',
  hideLinks: 'Verbergen',
  linksNote: 'Iedereen met deze URL’s kan namens dit contact handelen. Gebruik ze alleen in e-mails aan het contact.',
  unsubscribeUrl: 'Afmelden',
  preferencesUrl: 'E-mailvoorkeuren',
  copyNamed: (name) => `${name} kopiëren`,
  shortUrl: 'Korte URL',
  shortUrlHint: 'Een korte URL van de verbonden werkruimte. Klikken op de nieuwe link tellen voor dit contact.',
  createLink: 'Persoonlijke link maken',
  ownLink: 'Korte URL van dit contact',
  exportJson: 'Als JSON exporteren',
  exportPage: 'Als pagina exporteren',
  erase: 'Wissen…',
  erasing: {
    title: (email) => `${email} wissen?`,
    action: 'Wissen',
    lost: 'Wist de gegevens, velden, tags, lijsten, notities, tijdlijn, e-mails en webhook-payloads. Dit kan niet ongedaan worden gemaakt.',
    kept: 'Een hash met sleutel van het e-mailadres blijft, zodat het contact niet ongevraagd opnieuw wordt toegevoegd. Het e-mailadres is er niet uit af te lezen. Het auditlog bewaart de ID van het contact.',
    done: (email, rows) => `${email} gewist: ${plural(rows, { one: '# vermelding', other: '# vermeldingen' })}`,
  },
};
