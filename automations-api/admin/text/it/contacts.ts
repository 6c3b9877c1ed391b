/** Italian strings for the list of contacts. */
import { number, plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const contacts: Text['contacts'] = {
  title: 'Contatti',
  search: 'Cerca contatti',
  add: 'Aggiungi contatto',
  customFields: 'Campi personalizzati',
  added: (email) => `${email} aggiunto`,
  saved: (email) => `${email} salvato`,
  export: 'Esporta',
  exportThese: 'Esporta questi',
  open: 'Apri',
  edit: 'Stato, tag e liste',
  editTitle: (email) => `Stato, tag e liste di ${email}`,
  deleteTitle: (name) => `Eliminare ${name}?`,
  deleteNote: 'Elimina il contatto con tutti i suoi dati. L’operazione è irreversibile.',
  deleted: (email) => `${email} eliminato`,
  none: 'Nessun contatto corrisponde',
  clearFilters: 'Cancella ricerca e filtri',
  empty: 'Ancora nessun contatto',
  emptyNote: 'Importali, aggiungine uno qui, o falli aggiungere dal tuo negozio e dai tuoi moduli con l’API REST.',
  columns: {
    contact: 'Contatto',
    place: 'Luogo',
    changed: 'Modifica',
    added: 'Aggiunta',
  },
  types: { lead: 'Lead', customer: 'Cliente' },
  rowsAPage: (n) => plural(n, { one: '# riga per pagina', other: '# righe per pagina' }),
  addFirst: 'Aggiungi un contatto',
  importFirst: 'Importa contatti',
  merge: 'Unisci con…',
  editTags: (email) => `Modifica i tag di ${email}`,
  tagsOf: (email) => `Tag di ${email}`,
  status: {
    menu: (email, status) => `Stato di ${email}: ${status}`,
    changed: (email, status) => `Nuovo stato di ${email}: ${status.toLowerCase()}`,
    resubscribe: 'Iscrivi di nuovo',
    resubscribeTitle: (email) => `Iscrivere di nuovo ${email}?`,
    resubscribeNote: (status) =>
      `Questo contatto non vuole più email (${status.toLowerCase()}). Continua solo se le ha chieste di nuovo.`,
  },
  sorts: {
    creation_date: 'aggiunta',
    last_modified: 'modifica',
    f_name: 'nome',
    l_name: 'cognome',
    email: 'email',
  },
  fields: {
    email: 'Email',
    f_name: 'Nome',
    l_name: 'Cognome',
    contact_no: 'Telefono',
    country: 'Paese',
    state: 'Stato o provincia',
    timezone: 'Fuso orario',
    type: 'Tipo',
    source: 'Origine',
    points: 'Punti',
    status: 'Stato',
    tags: 'Tag',
    lists: 'Liste',
  },
  many: {
    tags: 'Tag',
    lists: 'Liste',
    status: 'Stato',
    field: 'Campo',
    fieldTitle: (n) => plural(n, { one: 'Campo di # contatto', other: 'Campo di # contatti' }),
    emptyClears: 'Lascia vuoto per svuotare il campo.',
    resubscribe: 'Includi contatti disiscritti e reclami',
    resubscribeHint: 'Altrimenti i contatti che non vogliono più email mantengono il loro stato.',
    tooMany: (n) =>
      `Puoi selezionare al massimo ${number(n)} contatti uno per uno. Seleziona invece tutti quelli che corrispondono a un filtro.`,
    how: 'Azione',
    hows: { add: 'Aggiungi', remove: 'Rimuovi' },
    statusTitle: (n) => plural(n, { one: 'Stato di # contatto', other: 'Stato di # contatti' }),
    termsTitle: (what, n) =>
      what === 'tags'
        ? plural(n, { one: 'Tag di # contatto', other: 'Tag di # contatti' })
        : plural(n, { one: 'Liste di # contatto', other: 'Liste di # contatti' }),
    deleteTitle: (n) => plural(n, { one: 'Eliminare # contatto?', other: 'Eliminare # contatti?' }),
    deleteNote: (n) =>
      plural(n, {
        one: 'Elimina il contatto con tutti i suoi dati. L’operazione è irreversibile.',
        other: 'Elimina i contatti con tutti i loro dati. L’operazione è irreversibile.',
      }),
  },
  keys: {
    next: 'Riga successiva',
    before: 'Riga precedente',
    select: 'Seleziona la riga',
    edit: 'Stato, tag e liste della riga',
    clear: 'Annulla la selezione',
  },
};
