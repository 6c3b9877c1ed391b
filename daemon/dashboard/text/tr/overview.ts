/** Turkish strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Genel bakış',
  newLink: 'Yeni bağlantı',
  newLinks: 'Yeni bağlantılar',
  thisMonth: 'bu ay',
  now: 'Şu anda',
  nowNote: 'son 5 dakikada',
  recent: 'Son bağlantılar',
  allLinks: 'Tüm bağlantılar',
  noLinks: 'Henüz bağlantı yok',
  link: 'Bağlantı',
  month: 'Son 30 gün',
  created: 'Oluşturulma',
  first: {
    note: 'İlk tıklamanıza üç adım.',
    create: 'Bağlantı oluşturun',
    createNote: 'Uzun bir URL yapıştırın, paylaşmak için kısasını alın.',
    open: 'Açın',
    openNote: 'Bu tarayıcıda veya telefonunuzda.',
    arrive: 'Tıklamanın gelişini görün',
    arriveNote: 'Kaydedildiği anda burada görünür.',
    listening: {
      connecting: 'Bağlanıyor…',
      open: 'Dinleniyor. Bağlantıyı açın, tıklamanız burada görünür.',
      paused: 'Bu sayfa gizliyken duraklatılır.',
    },
    arrived: (visitor) => `Çalışıyor. İlk tıklamanız: ${visitor || 'bir ziyaretçi'}.`,
    leave: 'Genel bakışı göster',
    empty: 'Henüz bağlantı yok',
    emptyNote: 'Bu çalışma alanının bir üyesi bağlantı oluşturunca tıklamaları burada görünür.',
  },
};
