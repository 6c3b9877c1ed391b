/** Turkish strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Bağlantılar',
  about: 'Kişilerin kısa bağlantılara tıklamaları.',
  note: 'Bağlı bir çalışma alanı, kısa bağlantılarına hangi kişilerin tıkladığını bildirir.',
  connected: 'Çalışma alanı bağlı',
  lastClick: (at) => `Bir kişinin son tıklaması: ${at}.`,
  noClick: 'Henüz hiçbir kişi tıklamadı.',
  unknown: 'Bağlantı panelinde ayrıldı',
  works: 'Tıklamaları alıyor',
  workspace: 'Çalışma alanı',
  state: 'Durum',
  unknownNote: 'Bağlantı panelinde bu eşleşme artık yok. Yeni bir anahtarla bağlayın.',
  none: 'Bağlı çalışma alanı yok',
  noneNote: 'Kısa bağlantılara tıklamalar kişiler için kaydedilmiyor.',
  how: 'Operatör için komut',
  howRotate: 'Bağlı bir çalışma alanının yeni anahtarı için:',
  copy: 'Komutu kopyala',
  connect: 'Çalışma alanı bağla',
  connectOther: 'Başka çalışma alanı bağla',
  connectNote:
    'Bağlantı panelinde çalışma alanının ayarlarında “Bağla” düğmesini seçin. Yalnızca bir çalışma alanı bağlanabilir.',
  openInLinks: 'Bağlantı panelinde aç',
  connectWithKey: 'Anahtarla bağla',
  replaceKey: 'Başka anahtarla bağla',
  replaceNote: 'Şimdiki eşleşmenin yerine geçer. Kaydedilen tıklamalar kalır.',
  key: 'Anahtar',
  keyHint: 'wps_ ile başlar. Şifrelenerek saklanır ve bir daha gösterilmez.',
  done: (workspace) => `${workspace} bağlandı`,
  disconnect: 'Ayır',
  disconnectTitle: (workspace) => `${workspace} ayrılsın mı?`,
  disconnectNote:
    'Yeni tıklamalar artık kaydedilmez. Kaydedilen tıklamalar kalır ve kişisel bağlantılar çalışmayı sürdürür.',
  disconnected: 'Çalışma alanı ayrıldı',
};
