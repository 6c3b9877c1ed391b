/** German strings for one contact. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Kontakt',
  details: 'Details',
  moreFields: 'Weitere Felder',
  terms: 'Schlagwörter und Listen',
  since: (when) => `hinzugefügt: ${when}`,
  statusNotes: {
    unverified: 'Hat die E-Mail-Adresse noch nicht bestätigt.',
    subscribed: 'Erhält E-Mails.',
    bounced: 'Eine E-Mail war dauerhaft unzustellbar: Das Postfach nimmt keine an.',
    unsubscribed: 'Abgemeldet. Ändern Sie dies nur, wenn der Kontakt wieder E-Mails wünscht.',
    soft_bounced: 'Mehrere E-Mails waren vorübergehend unzustellbar, etwa wegen eines vollen Postfachs.',
    complaint: 'Hat eine E-Mail als Spam gemeldet. Ändern Sie dies nur, wenn der Kontakt wieder E-Mails wünscht.',
  },
  sendConfirmation: 'Bestätigung senden',
  confirmationSent: 'Die Bestätigungs-E-Mail ist unterwegs',
  links: 'URLs dieses Kontakts',
  showLinks: 'Anzeigen',
  hideLinks: 'Ausblenden',
  linksNote:
    'Wer diese URLs kennt, kann im Namen dieses Kontakts handeln. Verwenden Sie sie nur in E-Mails an den Kontakt.',
  unsubscribeUrl: 'Abmelden',
  preferencesUrl: 'E-Mail-Einstellungen',
  copyNamed: (name) => `${name} kopieren`,
  shortUrl: 'Kurz-URL',
  shortUrlHint: 'Eine Kurz-URL des verbundenen Arbeitsbereichs. Klicks auf den neuen Link zählen für diesen Kontakt.',
  createLink: 'Persönlichen Link erstellen',
  ownLink: 'Kurz-URL dieses Kontakts',
  exportJson: 'Als JSON exportieren',
  exportPage: 'Als Seite exportieren',
  erase: 'Vollständig löschen\u00a0…',
  erasing: {
    title: (email) => `${email} vollständig löschen?`,
    action: 'Vollständig löschen',
    lost: 'Löscht Datensatz, Felder, Schlagwörter, Listen, Notizen, Verlauf, E-Mails und Webhook-Payloads. Das lässt sich nicht rückgängig machen.',
    kept: 'Ein mit einem Schlüssel gebildeter Hash der E-Mail-Adresse bleibt, damit der Kontakt nicht ungefragt wieder hinzugefügt wird. Die E-Mail-Adresse lässt sich daraus nicht ablesen. Das Audit-Log behält die ID des Kontakts.',
    done: (email, rows) => `${email} vollständig gelöscht: ${plural(rows, { one: '# Eintrag', other: '# Einträge' })}`,
  },
};
