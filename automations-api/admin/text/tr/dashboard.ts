/** Turkish strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'Başlangıç',
  utc: 'Günler UTC’ye göredir.',
  overTime: 'Zaman içinde kişiler',
  shown: 'Metrik',
  metrics: { created: 'Yeni', all: 'Tümü' },
  contacts: 'Kişiler',
  created: 'Yeni kişiler',
  createdSubscribed: 'Yeni aboneler',
  subscribed: 'Aboneler',
  lost: 'Çıkan veya geri dönen',
  ofAll: (share) => `Tümü içinde ${share}`,
  units: { created: 'yeni kişi', all: 'kişi' },
  chart: (metric, interval) =>
    `${metric === 'created' ? 'Yeni kişiler' : 'Kişiler'} (${interval === 'day' ? 'günlük' : 'aylık'})`,
  byStatus: 'Duruma göre',
  terms: {
    tag: { title: 'Etikete göre', all: 'Tüm etiketler', none: 'Henüz etiketli kişi yok.' },
    list: { title: 'Listeye göre', all: 'Tüm listeler', none: 'Henüz listede kişi yok.' },
  },
  events: { title: 'Son olaylar', all: 'Son değişen kişiler' },
  jobs: { title: 'Süren işler', all: 'Tüm işler', none: 'Süren iş yok.' },
  webhooks: {
    title: 'Webhook sorunları',
    all: 'Tüm webhook’lar',
    none: 'Webhook sorunu yok',
    dead: (n) => `${n} başarısız`,
    pending: (n) => `${n} bekliyor`,
  },
  first: {
    note: 'Üç adımda başlayın',
    contact: 'Kişilerinizi içe aktarın',
    contactNote:
      'Başka bir sistemden veya elektronik tablodan; alanları, etiketleri ve listeleriyle. Ya da birini elle ekleyin.',
    key: 'API anahtarı oluşturun',
    keyNote: 'Mağazanız ve formlarınız kişi eklemek için kullanır.',
    createKey: 'Anahtar oluştur',
    sender: 'Gönderen adını ayarlayın',
    senderNote: 'Kişiler bu adı onay e-postalarında ve sayfalarında görür.',
    setSender: 'Göndereni ayarla',
    hide: 'Bu adımları gizle',
    wait: 'Bir editör ekleyince kişiler burada görünür.',
  },
};
