/** Turkish strings for plugins. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Eklentiler',
  about: 'Hizmetin bölümlerini etkinleştirin ve devre dışı bırakın.',
  note: 'Değişiklikler birkaç saniye içinde geçerli olur.',
  plugin: 'Eklenti',
  state: 'Durum',
  version: 'Sürüm',
  tables: 'Tablolar',
  jobs: 'Zamanlanmış işler',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null ? `${name}, saat ${at} UTC` : `${name}, ${number(seconds)} saniyede bir`,
  active: 'Etkin',
  inactive: 'Devre dışı',
  broken: 'Çalışmıyor',
  faultOf: (name) => `${name} çalışamıyor`,
  needed: 'Gerekli',
  activate: 'Etkinleştir',
  deactivate: 'Devre dışı bırak',
  neededNote: 'Bu uygulamaya gerekli. Komut satırından devre dışı bırakın.',
  activated: (name) => `${name} etkinleştirildi`,
  deactivated: (name) => `${name} devre dışı bırakıldı`,
  deactivateTitle: (name) => `${name} devre dışı bırakılsın mı?`,
  stops: 'Yolları ve arka plan işleri birkaç saniye içinde durur. Verileri kalır.',
  keeps: (n) => `${number(n)} tablo kalır`,
  automationsStops:
    'Bu, kişi otomasyonunu durdurur. Siz yeniden etkinleştirene kadar REST API yanıt vermez, kişiler e-postalardaki bağlantılarla abonelikten çıkamaz; kurallar, webhook’lar, e-postalar ve işler duraklar.',
  reloadTitle: (name) => `${name} değişti`,
  reloadNote: 'Tüm ekranları güncellemek için bu sayfayı birkaç saniye sonra yenileyin.',
  reload: 'Yenile',
};
