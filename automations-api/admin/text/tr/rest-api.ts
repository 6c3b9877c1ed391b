/** Turkish strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/tr/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'REST API',
    newKey: 'Yeni anahtar',
    empty: 'Henüz anahtar yok',
    emptyNote: 'Ayrı ayrı iptal edebilmek için her uygulamaya bir tane oluşturun.',
    name: 'Açıklama',
    nameHint: 'Anahtarı kullanacak uygulama, örneğin bir mağaza.',
    permissions: { read: 'Okuma', write: 'Okuma ve yazma', full: 'Tam erişim' },
    permissionHints: {
      read: 'Salt okunur',
      write: 'Ekler ve değiştirir, silemez',
      full: 'Ekler, değiştirir ve siler',
    },
  }),
  about: 'Kişileri okuyan ve değiştiren uygulamalar için API anahtarları.',
  address: 'API URL’si',
  note: 'Uygulamalar kişileri okumak ve değiştirmek için bu anahtarları kullanır. Anahtar yalnızca oluşturulunca, bir kez gösterilir.',
  unnamed: (id) => `Anahtar ${id}`,
};
