/** Turkish strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'İzin',
  about: 'Çift onay ve kişiler için sayfalar.',
  saved: 'Kaydedildi',
  optIn: {
    title: 'Çift onay',
    enabled: 'Yeni kişilerden e-postalarını onaylamalarını iste',
    enabledHint: 'Onaylanmamış her yeni kişi bu e-postayı alır ve onaylayınca abone olur.',
    subject: 'Konu',
    text: 'Metin',
    textHint: (tags) =>
      `Yer tutucular: ${tags}. {{f_name|müşterimiz}}, ad yoksa “müşterimiz” gösterir. Değiştirilmezse e-posta kişinin dilinde gönderilir.`,
    preview: 'E-posta önizlemesi',
    asHtml: 'HTML olarak aç',
    from: 'Gönderen',
    subjectOf: 'Konu',
  },
  pages: {
    title: 'Sayfalar',
    note: 'Her sayfanın metni, isterseniz {{sender}} ile. Ziyaretçilerin kendi dillerinde gördüğü varsayılan metin için boş bırakın.',
    preview: 'Önizleme',
    previewOf: (page) => `Önizleme: ${page}, yeni sekmede`,
    names: {
      unsubscribe: 'Abonelikten çıkın',
      unsubscribed: 'Abonelikten çıktınız',
      preferences: 'E-posta tercihleri',
      confirm: 'Lütfen onaylayın',
      confirmed: 'Teşekkür ederiz',
    },
  },
};
