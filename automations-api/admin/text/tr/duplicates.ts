/** Turkish strings for duplicates and for merging two contacts. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Yinelenenler',
  note: 'Aynı kişi olabilecek kayıtlar. Siz incelemeden hiçbir şey birleştirilmez.',
  by: 'Karşılaştırma',
  kinds: { email: 'E-postaya göre', phone: 'Telefona göre' },
  none: { email: 'Aynı posta kutusunu paylaşan iki kişi yok', phone: 'Aynı telefonu paylaşan iki kişi yok' },
  noneNote: 'E-postalar + işaretinden sonraki bölüm olmadan, telefonlar rakamlarına göre karşılaştırılır.',
  noneYet: 'Şimdilik yinelenen yok',
  noneYetNote: 'Karşılaştırılacak kişiler kaldı.',
  count: (n) => `${number(n)} kişi`,
  review: 'İncele',
  reviewNamed: (email) => `İncele: ${email}`,
  notShown: (n) => `${n} tane daha gösterilmiyor.`,
  more: 'Daha fazla bul',
};

export const merge: Text['merge'] = {
  title: (email) => `Birleştir: ${email}`,
  find: 'Diğer kişiyi bulun',
  findNote: 'Seçtiğiniz kişi bununla birleştirilir ve sonra silinir.',
  note: 'Korunacak değerleri seçin.',
  swap: 'Diğer kişiyi koru',
  skip: 'Sonraki çifte geç',
  values: 'İki kişinin değerleri',
  value: 'Değer',
  stays: (email) => `Korunan: ${email}`,
  goes: (email) => `Birleştirilen: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Biri e-posta istemiyorsa birleşen kişi de istemiyor sayılır.',
  joined: 'Bir araya gelenler',
  joinedNote: 'İkisinin zaman çizelgeleri, notları, e-postaları, tıklamaları ve kural çalıştırmaları.',
  lost: 'Silinenler',
  lostNote: (email) =>
    `${email} ve seçmediğiniz değerler. Zaman çizelgesi birleştirmeyi kaydeder. Bu işlem geri alınamaz.`,
  action: 'Birleştir',
  done: (email) => `${email} bu kişiyle birleştirildi`,
};
