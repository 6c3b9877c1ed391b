import type { Texts } from './en.ts';

export const tr = {
  unsubscribeTitle: 'Abonelikten çıkın',
  unsubscribe: '{sender} tarafından {address} adresine gönderilen tüm e-postaların durdurulmasını istiyor musunuz?',
  unsubscribeButton: 'Abonelikten çık',
  chooseInstead: 'Bunun yerine alacağınız e-postaları seçin',
  unsubscribedTitle: 'Abonelikten çıktınız',
  unsubscribed: '{sender} tarafından {address} adresine artık e-posta gönderilmeyecek.',
  resubscribe: 'Yeniden abone ol',
  confirm: '{sender} tarafından {address} adresine e-posta gönderilmesini istiyor musunuz?',
  confirmed: '{sender} tarafından {address} adresine e-posta gönderilecek.',
  choose: 'Alacağınız e-postaları seçin',
  preferencesTitle: 'E-posta tercihleri',
  preferences: '{sender} tarafından {address} adresine gönderilen e-postalar.',
  received: 'Aldığınız e-postalar',
  save: 'Kaydet',
  saved: 'Seçiminiz kaydedildi.',
  unsubscribeAll: 'Tüm aboneliklerden çık',

  settledTitle: 'Bağlantı artık geçerli değil',
  settled: 'Bağlantı gönderildikten sonra bu adresin aboneliği sonlandırıldı veya bu adrese ulaşılamadı.',
  preview: 'Bu bir önizlemedir: düğmeler hiçbir şeyi değiştirmez.',

  mailGreeting: 'Sayın {name},',
  mailRequest: '{sender} tarafından gönderilen e-postaları almak istediğinizi lütfen onaylayın:',
} satisfies Texts;
