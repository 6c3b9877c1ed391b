/** Turkish strings for the export. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Dışa aktar',
  note: 'Kişileri elektronik tablo, başka bir uygulama veya arşiviniz için dosya olarak indirin.',
  download: 'İndir',
  started: (contacts, format) =>
    `İndirme başladı: ${contacts}, contacts.${format}. Tarayıcınız ilerlemesini gösterir; burada çalışmayı sürdürebilirsiniz.`,
  all: (contacts) => `Tümü: ${contacts}`,
  noMatch: 'Filtreyle eşleşen kişi yok. İndirilecek bir şey yok.',
  none: 'Henüz dışa aktarılacak bir şey yok',
  noneNote: 'Kişi yok.',
  formatTitle: 'Biçim',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Elektronik tablolar için. Formüle benzeyen değerlerin başına kesme işareti eklenir.',
    jsonl: 'Uygulamalar için. Her satırda bir JSON kaydı.',
  },
  columnsTitle: 'Sütunlar',
  chosen: (n, all) => `${number(n)} / ${number(all)}`,
  allColumns: 'Tüm sütunlar',
  usualColumns: 'Olağan sütunlar',
  leftOut: 'Hariç tutulanlar',
  noColumn: 'En az bir sütun seçin.',
  up: (name) => `Yukarı taşı: ${name}`,
  down: (name) => `Aşağı taşı: ${name}`,
};
