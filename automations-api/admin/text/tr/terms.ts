/** Turkish strings for tags and lists. */
import { anyOf, number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['terms'];

const contactsWords = (n: number | undefined) => (n === undefined ? 'tüm kişiler' : `${number(n)} kişi`);
const addedWords = (added: string, existing: number) =>
  `${added} eklendi${existing > 0 ? `, ${number(existing)} tanesi zaten vardı` : ''}`;

const deleteUsed = 'Bunu kullananlar daha az kişiyle eşleşir veya daha az iş yapar:';

const tagLost = (contacts: number, tags: number) => {
  if (contacts === 0) return tags === 1 ? 'Bu etikete sahip kişi yok.' : 'Bu etiketlere sahip kişi yok.';
  return `${number(contacts)} kişi ${tags === 1 ? 'bu etiketi' : 'bu etiketleri'} kaybeder.`;
};
const listLost = (contacts: number, lists: number) => {
  if (contacts === 0) return lists === 1 ? 'Bu listede kişi yok.' : 'Bu listelerde kişi yok.';
  return `${number(contacts)} kişi ${lists === 1 ? 'bu listeden' : 'bu listelerden'} çıkarılır.`;
};

const tag: Words['tag'] = {
  title: 'Etiketler',
  one: 'Etiket',
  search: 'Etiket ara',
  add: 'Etiket ekle',
  added: (name) => `${name} etiketi eklendi`,
  addedMany: (added, existing) => addedWords(`${number(added)} etiket`, existing),
  none: 'Henüz etiket yok',
  noneNote: 'Etiketler kişileri tanımlar: müşteriler, etkinlik konukları, deneme istekleri.',
  noneFound: 'Eşleşen etiket yok',
  mergeTitle: (n) => `${number(n)} etiketi birleştir`,
  mergeNote: (kept, merged, contacts) =>
    `${anyOf(merged)} etiketli ${contactsWords(contacts)} bunun yerine ${kept} etiketini alır. ${merged.length === 1 ? 'Birleştirilen etiket silinir.' : 'Birleştirilen etiketler silinir.'}`,
  merged: (n, kept) => `${number(n)} etiket birleştirildi: ${kept}`,
  deleteTitle: (name) => `${name} etiketi silinsin mi?`,
  deleteMany: (n) => `${number(n)} etiket silinsin mi?`,
  deleteNote: (contacts, tags) => `${tagLost(contacts, tags)} Bu işlem geri alınamaz.`,
  deleteUsed,
  deleted: (name) => `${name} etiketi silindi`,
  deletedMany: (n) => `${number(n)} etiket silindi`,
};

const list: Words['list'] = {
  title: 'Listeler',
  one: 'Liste',
  search: 'Liste ara',
  add: 'Liste ekle',
  added: (name) => `${name} listesi eklendi`,
  addedMany: (added, existing) => addedWords(`${number(added)} liste`, existing),
  none: 'Henüz liste yok',
  noneNote: 'Liste, kişilerin almak istediği bir şeydir, örneğin bir bülten.',
  noneFound: 'Eşleşen liste yok',
  mergeTitle: (n) => `${number(n)} listeyi birleştir`,
  mergeNote: (kept, merged, contacts) =>
    `${anyOf(merged)} listesindeki ${contactsWords(contacts)} ${kept} listesine geçer. ${merged.length === 1 ? 'Birleştirilen liste silinir.' : 'Birleştirilen listeler silinir.'}`,
  merged: (n, kept) => `${number(n)} liste birleştirildi: ${kept}`,
  deleteTitle: (name) => `${name} listesi silinsin mi?`,
  deleteMany: (n) => `${number(n)} liste silinsin mi?`,
  deleteNote: (contacts, lists) => `${listLost(contacts, lists)} Bu işlem geri alınamaz.`,
  deleteUsed,
  deletePublic: 'E-posta tercihleri sayfasından da kalkar.',
  deleted: (name) => `${name} listesi silindi`,
  deletedMany: (n) => `${number(n)} liste silindi`,
};

export const terms: Words = {
  name: 'Ad',
  nameHint: 'Birden çok eklemek için her satıra bir tane yazın (Shift+Enter).',
  contacts: 'Kişiler',
  created: 'Oluşturulma',
  open: 'Kişileri göster',
  select: 'Satırı seç',
  renamed: (name) => `Yeni ad: ${name}`,
  renameTitle: (name) => `Yeniden adlandır: ${name}`,
  merge: 'Birleştir',
  keep: 'Koru',
  withContacts: (name, contacts) => `${name} (${number(contacts)} kişi)`,
  mergeRest: 'Bunlardan birini kullanan segmentler ve kurallar korunanı kullanır. Bu işlem geri alınamaz.',
  tag,
  list,
};
