/** Turkish strings for one contact. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Kişi',
  details: 'Ayrıntılar',
  moreFields: 'Diğer alanlar',
  terms: 'Etiketler ve listeler',
  since: (when) => `eklendi: ${when}`,
  statusNotes: {
    unverified: 'E-postasını henüz onaylamadı.',
    subscribed: 'E-posta alır.',
    bounced: 'Bir e-posta kalıcı olarak geri döndü: posta kutusu kabul etmiyor.',
    unsubscribed: 'Abonelikten çıktı. Bunu yalnızca kişi yeniden e-posta isterse değiştirin.',
    soft_bounced: 'Birkaç e-posta geçici olarak geri döndü, örneğin posta kutusu dolu.',
    complaint: 'Bir e-postayı spam olarak bildirdi. Bunu yalnızca kişi yeniden e-posta isterse değiştirin.',
  },
  sendConfirmation: 'Onay e-postası gönder',
  confirmationSent: 'Onay e-postası yolda',
  links: 'Bu kişinin URL’leri',
  showLinks: 'Göster',
  hideLinks: 'Gizle',
  linksNote: 'Bu URL’lere sahip olan herkes bu kişi gibi davranabilir. Yalnızca ona giden e-postalarda kullanın.',
  unsubscribeUrl: 'Abonelikten çıkma',
  preferencesUrl: 'E-posta tercihleri',
  copyNamed: (name) => `Kopyala: ${name}`,
  shortUrl: 'Kısa URL',
  shortUrlHint: 'Bağlı çalışma alanının bir kısa URL’si. Yeni bağlantıya tıklamalar bu kişi için sayılır.',
  createLink: 'Kişisel bağlantı oluştur',
  ownLink: 'Bu kişinin kısa URL’si',
  exportJson: 'JSON olarak dışa aktar',
  exportPage: 'Sayfa olarak dışa aktar',
  erase: 'Kalıcı olarak sil…',
  erasing: {
    title: (email) => `${email} kalıcı olarak silinsin mi?`,
    action: 'Kalıcı olarak sil',
    lost: 'Kaydı, alanları, etiketleri, listeleri, notları, zaman çizelgesini, e-postaları ve webhook verilerini siler. Bu işlem geri alınamaz.',
    kept: 'Kişi sorulmadan yeniden eklenmesin diye e-postanın anahtarlı bir özeti kalır. E-posta bundan okunamaz. Denetim günlüğü kişinin kimliğini saklar.',
    done: (email, rows) => `${email} kalıcı olarak silindi: ${number(rows)} kayıt`,
  },
};
