/** Turkish strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/tr/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Kişi olaylarını gerçekleştikçe sunucularınıza gönderin.',
    noneNote:
      'Webhook, bir kişi eklenince, değiştirilince, etiketlenince veya bir bağlantıya tıklayınca sunucunuza imzalı veri gönderir.',
    urlHint: 'Sunucunuz 15 saniye içinde 2xx durumuyla yanıt vermeli.',
    failingNote: (since) => `${since} tarihinden beri teslimat yok. Waypost artan aralıklarla yeniden dener.`,
    failedNote: (n) => `Tüm denemelerden sonra başarısız: ${n}. 90 gün boyunca yeniden deneyebilirsiniz.`,
    noDeliveriesNote:
      'Sunucunuzun yanıtını görmek için bir test gönderin. Teslimatlar 7, başarısız olanlar 90 gün saklanır.',
    groups: { contact: 'Kişiler', tag: 'Etiketler', list: 'Listeler', link: 'Bağlantılar' },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Kural adımı' },
  }),
  ofRuleNote: 'Bir kural adımı kullanıyor. Kuralda düzenleyin veya silin.',
};
