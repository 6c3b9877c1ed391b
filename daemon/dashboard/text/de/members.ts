/** German strings for members and invitations. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const members: Text['members'] = {
  title: 'Mitglieder',
  name: 'Name',
  role: 'Rolle',
  joined: 'Beigetreten',
  invite: 'Einladen',
  inviteTitle: 'Mitglied einladen',
  email: 'E-Mail',
  send: 'Einladung senden',
  roleNotes: {
    admin: 'Voller Zugriff, auch auf Mitglieder, Domains, Abrechnung und Einstellungen',
    member: 'Erstellt, ändert und löscht Links',
    viewer: 'Nur Lesezugriff auf Links und Statistik',
  },
  you: 'Sie',
  owner: 'Inhaber',
  invited: 'Eingeladen',
  invitedAt: (when) => `Eingeladen: ${when}`,
  seats: (used, limit) => `${number(used)} von ${limit} Plätzen belegt`,
  seatsOpen: (used) => plural(used, { one: '# Mitglied', other: '# Mitglieder' }),
  changeRole: (role) => `Rolle ändern: ${role}`,
  changed: (who, role) => `${who} hat jetzt die Rolle ${role}`,
  remove: 'Entfernen',
  removeTitle: (who) => `${who} entfernen?`,
  removeNote:
    'Der Zugriff endet sofort, und hier von dieser Person erstellte API-Schlüssel funktionieren nicht mehr. Die Links bleiben.',
  removed: (who) => `${who} entfernt`,
  resend: 'Einladung erneut senden',
  cancel: 'Einladung widerrufen',
  cancelTitle: (email) => `Einladung für ${email} widerrufen?`,
  cancelNote: 'Der Einladungslink funktioniert nicht mehr, und der Platz wird frei.',
  cancelled: (email) => `Einladung für ${email} widerrufen`,
  linkTitle: (email) => `${email} eingeladen`,
  linkByMail: 'Eine E-Mail mit diesem Link ist unterwegs. Sie können den Link auch selbst weitergeben.',
  linkByHand: 'Kein Mailserver eingerichtet. Geben Sie diesen Link selbst weiter.',
  linkWithContacts:
    'Ein neues Konto erhält seine Rolle bei den Kontakten nur über den Link in der E-Mail. Dieser Link ist für ein bestätigtes Konto.',
  linkNote: (days) =>
    plural(days, {
      one: 'Wird nur einmal angezeigt. Läuft in # Tag ab; nur für diese E-Mail-Adresse.',
      other: 'Wird nur einmal angezeigt. Läuft in # Tagen ab; nur für diese E-Mail-Adresse.',
    }),
  link: 'Einladungslink',
  done: 'Fertig',
  alone: 'Noch keine anderen Mitglieder',
  aloneNote: 'Laden Sie Ihr Team ein. Betrachter haben nur Lesezugriff; Mitglieder erstellen Links.',
  transfer: 'Zum Inhaber machen',
  contacts: {
    in: (role) => `${role} bei den Kontakten`,
    role: 'Rolle bei den Kontakten',
    none: 'Kein Zugriff',
    roles: { administrator: 'Administrator', editor: 'Redakteur', viewer: 'Betrachter' },
    change: 'Rolle bei den Kontakten\u00a0…',
    title: (who) => `Rolle von ${who} bei den Kontakten`,
    changed: (who) => `Rolle von ${who} bei den Kontakten geändert`,
    removeToo: 'Auch die Rolle bei den Kontakten entfernen',
  },
};
