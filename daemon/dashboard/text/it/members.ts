/** Italian strings for members and invitations. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const members: Text['members'] = {
  title: 'Membri',
  name: 'Nome',
  role: 'Ruolo',
  joined: 'Membro dal',
  invite: 'Invita',
  inviteTitle: 'Invita un membro',
  email: 'Email',
  send: 'Invia invito',
  roleNotes: {
    admin: 'Accesso completo, inclusi membri, domini, fatturazione e impostazioni',
    member: 'Crea, modifica ed elimina link',
    viewer: 'Accesso in sola lettura a link e statistiche',
  },
  you: 'tu',
  owner: 'Proprietario',
  invited: 'Invitato',
  invitedAt: (when) => `Invito: ${when}`,
  seats: (used, limit) =>
    plural(used, { one: `# posto di ${limit} utilizzato`, other: `# posti di ${limit} utilizzati` }),
  seatsOpen: (used) => plural(used, { one: '# membro', other: '# membri' }),
  changeRole: (role) => `Rendi ${role.toLowerCase()}`,
  changed: (who, role) => `Nuovo ruolo di ${who}: ${role.toLowerCase()}`,
  remove: 'Rimuovi',
  removeTitle: (who) => `Rimuovere ${who}?`,
  removeNote:
    'Questa persona perde subito l’accesso e le chiavi API che ha creato qui smettono di funzionare. I suoi link restano.',
  removed: (who) => `Membro rimosso: ${who}`,
  resend: 'Invia di nuovo l’invito',
  cancel: 'Revoca invito',
  cancelTitle: (email) => `Revocare l’invito per ${email}?`,
  cancelNote: 'Il link di invito smette di funzionare e il posto si libera.',
  cancelled: (email) => `Invito per ${email} revocato`,
  linkTitle: (email) => `Invito creato per ${email}`,
  linkByMail: 'Un’email con questo link è in arrivo. Puoi anche condividere tu il link.',
  linkByHand: 'Nessun server di posta è configurato. Condividi tu questo link.',
  linkWithContacts:
    'Un nuovo account ottiene il suo ruolo nei contatti solo con il link nell’email. Questo link è per un account verificato.',
  linkNote: (days) =>
    plural(days, {
      one: 'Mostrato una sola volta. Scade tra # giorno; solo per questa email.',
      other: 'Mostrato una sola volta. Scade tra # giorni; solo per questa email.',
    }),
  link: 'Link di invito',
  done: 'Fatto',
  alone: 'Ancora nessun altro membro',
  aloneNote: 'Invita il tuo team. I visualizzatori hanno accesso in sola lettura; i membri creano link.',
  transfer: 'Rendi proprietario',
  contacts: {
    in: (role) => `${role} nei contatti`,
    role: 'Ruolo nei contatti',
    none: 'Nessun accesso',
    roles: { administrator: 'Amministratore', editor: 'Editor', viewer: 'Visualizzatore' },
    change: 'Ruolo nei contatti…',
    title: (who) => `Ruolo di ${who} nei contatti`,
    changed: (who) => `Ruolo di ${who} nei contatti cambiato`,
    removeToo: 'Rimuovi anche il suo ruolo nei contatti',
  },
};
