/** Turkish strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/tr/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Olayları gerçekleştikçe sunucularınıza gönderin.',
    noneNote: 'Webhook, bir bağlantı oluşturulunca, değiştirilince veya tıklanınca sunucunuza imzalı veri gönderir.',
    urlHint: 'Sunucunuz 2xx durumuyla yanıt vermeli.',
    failingNote: (since) => `${since} tarihinden beri teslimat yok. Waypost, webhook’u 5 gün sonra kapatır.`,
    failedNote: (n) => `Tüm denemelerden sonra başarısız: ${n}.`,
    noDeliveriesNote:
      'Sunucunuzun yanıtını görmek için bir test gönderin. Teslimatlar 3, başarısız olanlar 30 gün saklanır.',
    groups: { link: 'Bağlantılar', domain: 'Alan adları' },
    otherEvents: { 'webhook.test': 'Test' },
  }),
  about: 'Sunucularınız için imzalı olay verileri.',
  adminsOnly: 'Webhook’ları yalnızca yöneticiler yönetebilir',
  adminsOnlyNote: 'Bu çalışma alanının bir yöneticisinden kurmasını isteyin.',
  eventTitles: {
    'link.created': 'Bağlantı oluşturuldu',
    'link.updated': 'Bağlantı değiştirildi',
    'link.deleted': 'Bağlantı silindi',
    'link.banned': 'Bağlantı engellendi',
    'link.broken': 'Hedef bozuldu',
    'link.mended': 'Hedef yeniden çalışıyor',
    'link.clicked': 'Bağlantı tıklandı',
    'domain.verified': 'Alan adı doğrulandı',
    'domain.misconfigured': 'Alan adı hatalı yapılandırılmış',
  },
};
