/** Turkish strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/tr/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Bağlantıları içe aktar',
    {
      one: 'bağlantı',
      many: 'Bağlantılar',
      them: 'bağlantıları',
      note: 'Başka bir sistemdeki veya elektronik tablodaki bağlantıları slug, başlık, etiket ve tarihleriyle aktarın.',
      left: 'etiketler',
      files: 'CSV, JSON, JSON Lines veya YOURLS SQL dökümü, sıkıştırılmış da olabilir',
      formats: {
        waypost: 'Waypost',
        bitly: 'Bitly',
        dub: 'Dub',
        kutt: 'Kutt',
        shlink: 'Shlink',
        shortio: 'Short.io',
        yourls: 'YOURLS',
      },
    },
    {
      label: 'Slug kullanılıyorsa',
      options: {
        skip: 'Satırı atla',
        change: 'Mevcut bağlantıyı değiştir',
        suffix: 'Slug’a sayı ekle',
      },
    },
  ),
  who: 'Bağlantıları üyeler ve yöneticiler içe aktarabilir. Birinden isteyin.',
};
