/** Turkish strings for mail and its outbox. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'Posta',
  about: 'Posta sunucusu, giden kutusu ve test e-postası.',
  way: 'Gönderim',
  server: 'Posta sunucusu',
  folder: 'Klasör',
  noServer: 'Posta sunucusu yok',
  noServerNote: 'E-postalar gönderilmez, dosyalara kaydedilir. Sunucuda SMTP_URL değerini ayarlayın.',
  sender: 'Gönderen',
  setWhere: 'SMTP_URL ve MAIL_FROM değerlerini sunucuda operatör ayarlar.',
  outbox: 'Giden kutusu',
  waiting: 'Bekleyen',
  failed: 'Başarısız',
  lastSent: 'Son gönderim',
  more: (n) => `${n}+`,
  failedNow: (when, tries) => `E-posta (${when}): ${number(tries)} kez başarısız oldu`,
  nextTry: (when) => `Sonraki deneme: ${when}.`,
  givenUp: 'Başka deneme yok.',
  retry: 'Başarısız e-postaları yeniden dene',
  retried: (n) => (n === 0 ? 'Başarısız e-posta yok' : `${number(n)} e-posta yeniden deneniyor`),
  test: 'Test e-postası',
  testNote: 'Hemen gönderilir. Posta sunucusunun yanıtı gösterilir.',
  to: 'E-posta',
  send: 'Test e-postası gönder',
  sent: (to) => `Gönderildi: ${to}`,
  answered: 'Posta sunucusunun yanıtı',
  written: 'Dosyaya kaydedildi',
};
