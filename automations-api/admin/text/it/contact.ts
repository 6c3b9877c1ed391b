/** Italian strings for one contact. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Contatto',
  details: 'Dettagli',
  moreFields: 'Altri campi',
  terms: 'Tag e liste',
  since: (when) => `aggiunta: ${when}`,
  statusNotes: {
    unverified: 'Non ha ancora confermato l’email.',
    subscribed: 'Riceve email.',
    bounced: 'Un’email è stata respinta in modo permanente: la casella non ne accetta.',
    unsubscribed: 'Iscrizione annullata. Cambia lo stato solo se il contatto chiede di nuovo email.',
    soft_bounced: 'Diverse email sono state respinte temporaneamente, per esempio da una casella piena.',
    complaint: 'Ha segnalato un’email come spam. Cambia lo stato solo se il contatto chiede di nuovo email.',
  },
  sendConfirmation: 'Invia conferma',
  confirmationSent: 'L’email di conferma è in arrivo',
  links: 'URL di questo contatto',
  showLinks: 'Mostra',
  hideLinks: 'Nascondi',
  linksNote: 'Chiunque abbia questi URL può agire come questo contatto. Usali solo nelle email inviate a lui.',
  unsubscribeUrl: 'Annullamento iscrizione',
  preferencesUrl: 'Preferenze email',
  copyNamed: (name) => `Copia ${name}`,
  shortUrl: 'URL breve',
  shortUrlHint: 'Un URL breve dello spazio di lavoro collegato. I clic sul nuovo link contano per questo contatto.',
  createLink: 'Crea link personale',
  ownLink: 'URL breve di questo contatto',
  exportJson: 'Esporta come JSON',
  exportPage: 'Esporta come pagina',
  erase: 'Cancella…',
  erasing: {
    title: (email) => `Cancellare ${email}?`,
    action: 'Cancella',
    lost: 'Cancella scheda, campi, tag, liste, note, cronologia, email e payload dei webhook. L’operazione è irreversibile.',
    kept: 'Resta un hash con chiave dell’email, per non aggiungere di nuovo il contatto senza chiedere. Da questo non si può ricavare l’email. Il registro di controllo conserva l’ID del contatto.',
    done: (email, rows) => plural(rows, { one: `${email} cancellato: # voce`, other: `${email} cancellato: # voci` }),
  },
};
