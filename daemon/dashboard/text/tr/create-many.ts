/** Turkish strings for creating many links. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Çok sayıda bağlantı oluştur',
  paste: 'URL’ler',
  pasteHint:
    'Her satıra bir URL ya da sütunlar (sekme veya virgül): URL, slug, başlık, etiketler. Başlık satırı sıralarını değiştirebilir. Etiketleri ; veya | ile ayırın.',
  domain: 'Alan adı',
  tags: 'Tüm bağlantılar için etiketler',
  utm: 'Tüm bağlantılar için UTM',
  expiry: 'Tüm bağlantılar için süre sonu',
  rows: (n) => `${number(n)} satır`,
  ready: (n) => `${number(n)} hazır`,
  faulty: (n, lines) => `${number(n)} sorunlu (satır ${lines.join(', ')}${n > lines.length ? ', …' : ''})`,
  file: 'Dosya seç',
  fileHint: 'Ya da buraya bırakın: CSV veya her satırda bir URL olan metin, en çok 1\u00a0MB.',
  fileTooLarge: (name) => `${name} 1\u00a0MB’tan büyük. Birkaç dosyaya bölün.`,
  fileNoText: (name) => `${name} UTF-8 metni değil. UTF-8 CSV olarak kaydedip yeniden seçin.`,
  fileEmpty: (name) => `${name} URL içermiyor.`,
  tooMany: (most) => `Yalnızca ilk ${number(most)} tanesi kullanılır. Kalanını sonra yapıştırın.`,
  allowance: (left) => `Bu ay ${number(left)} bağlantı daha oluşturabilirsiniz.`,
  create: (n) => `${number(n)} bağlantı oluştur`,
  columns: { row: 'Satır', url: 'Hedef', slug: 'Slug', title: 'Başlık', tags: 'Etiketler', state: 'Sonuç' },
  state: { ready: 'Hazır', sending: 'Oluşturuluyor…' },
  faults: {
    noUrl: 'URL eksik.',
    badUrl: 'http veya https URL’si değil.',
    longUrl: 'URL 2.048 karakterden uzun.',
    badSlug: 'Yalnızca harf, rakam, - ve _; başta harf veya rakam; en çok 64 karakter.',
    slugTwice: (row) => `Satır ${row} aynı slug’a sahip.`,
    longTitle: 'Başlık 200 karakterden uzun.',
    manyTags: 'En çok 20 etiket.',
    longTag: 'Bir etiket en çok 40 karakter olabilir.',
  },
  draft: 'bağlantı listesi',
  back: 'Listeyi düzenle',
  retry: (n) => `${number(n)} başarısız satırı yeniden dene`,
  done: (made, failed) =>
    failed === 0
      ? `${number(made)} bağlantı oluşturuldu`
      : `${number(made)} bağlantı oluşturuldu, ${number(failed)} başarısız`,
  creating: (done, all) => `${done} / ${all}`,
  creatingLabel: 'Bağlantılar oluşturuluyor',
  copyAll: 'Kısa URL’leri kopyala',
  downloadCsv: 'CSV indir',
  stopped: 'Durduruldu',
  empty: 'Her bağlantıyı burada önizlemek için URL yapıştırın.',
  more: (n) => `ve ${number(n)} satır daha`,
};
