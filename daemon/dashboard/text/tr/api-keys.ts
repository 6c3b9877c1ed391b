/** Turkish strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/tr/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'API anahtarları',
    newKey: 'Yeni API anahtarı',
    empty: 'Henüz API anahtarı yok',
    emptyNote:
      'Anahtar, bir uygulamanın bağlantı oluşturmasını ve tıklamalarını okumasını sağlar. Her uygulamaya ayrı bir tane verin.',
    name: 'Ad',
    nameHint: 'Anahtarı kullanacak uygulama, örneğin “Web sitesi” veya “Raporlar”.',
    permissions: { read: 'Okuma', write: 'Okuma ve yazma', admin: 'Tam erişim' },
    permissionHints: {
      read: 'Bağlantıları, etiketleri ve analizleri okur.',
      write: 'Ayrıca bağlantı oluşturur, değiştirir ve siler.',
      admin: 'Ayrıca alan adlarını, üyeleri, API anahtarlarını, webhook’ları ve faturalamayı yönetir.',
    },
  }),
  about: 'Uygulamaların API’yi çağırmak için kullandığı anahtarlar.',
  note: 'Uygulamaların bağlantı oluşturmasını ve okumasını sağlar. Anahtara sahip olan herkes yetkilerini kullanabilir.',
  noteOwn: 'Sizin oluşturduğunuz anahtarlar. Yöneticiler tüm anahtarları görür.',
  notYours: 'Görüntüleyicilerin API anahtarı olmaz',
  notYoursNote: 'Bu çalışma alanının bir yöneticisinden sizi üye yapmasını isteyin.',
  you: 'Siz',
  previousMember: 'Kaldırılmış üye',
};
