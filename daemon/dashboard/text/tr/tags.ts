/** Turkish strings for tags. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Etiketler',
  tag: 'Etiket',
  links: 'Bağlantılar',
  search: 'Etiket ara',
  none: 'Henüz etiket yok',
  noneNote: 'Etiketler bağlantıları gruplar. Bağlantı oluştururken veya düzenlerken bir etiket verin.',
  toLinks: 'Bağlantılara git',
  noneFound: 'Eşleşen etiket yok',
  showLinks: 'Bağlantıları göster',
  analytics: 'Analizler',
  rename: 'Yeniden adlandır veya birleştir',
  renameTitle: (tag) => `Yeniden adlandır: ${tag}`,
  renameHint:
    'Başka bir etiketin adını kullanmak ikisini birleştirir. Etiketler birleştirilmedikçe paylaşım sayfasının URL’si değişmez.',
  name: 'Ad',
  renamed: (from, to) => `${from} yeniden adlandırıldı: ${to}`,
  deleteTitle: (tag) => `${tag} silinsin mi?`,
  deleteNote: (links) =>
    `${number(links)} bağlantıdan kaldırılır. Bağlantılar kalır. Etiketin paylaşım sayfası kapanır. Bu işlem geri alınamaz.`,
  deleted: (tag) => `${tag} silindi`,
};
