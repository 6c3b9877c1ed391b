/** Japanese strings for tags and lists. */
import { anyOf, number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

const contactsWords = (n: number | undefined) => (n === undefined ? 'すべての連絡先' : `連絡先${number(n)}件`);
const addedWords = (noun: string, added: number, existing: number) =>
  `${noun}${number(added)}件を追加しました${existing > 0 ? `（${number(existing)}件は既存）` : ''}`;

const deleteUsed = '次のものが使用中で、該当する連絡先や処理が減ります:';

export const terms: Text['terms'] = {
  name: '名前',
  nameHint: '複数追加するには、Shift+Enter で1行に1つ入力してください。',
  contacts: '連絡先',
  created: '作成日時',
  open: '連絡先を表示',
  select: '行を選択',
  renamed: (name) => `名前を「${name}」に変更しました`,
  renameTitle: (name) => `「${name}」の名前を変更`,
  merge: '統合',
  keep: '残すもの',
  withContacts: (name, contacts) => `${name}（連絡先${number(contacts)}件）`,
  mergeRest: 'いずれかを使用しているセグメントとルールは、残すものを使用するようになります。この操作は元に戻せません。',
  tag: {
    title: 'タグ',
    one: 'タグ',
    search: 'タグを検索',
    add: 'タグを追加',
    added: (name) => `タグ「${name}」を追加しました`,
    addedMany: (added, existing) => addedWords('タグ', added, existing),
    none: 'タグはまだありません',
    noneNote: 'タグは連絡先の特徴を表します。例: 顧客、イベント参加者、トライアル希望。',
    noneFound: '該当するタグはありません',
    mergeTitle: (n) => `タグ${number(n)}件を統合`,
    mergeNote: (kept, merged, contacts) =>
      `${anyOf(merged)} の付いた${contactsWords(contacts)}のタグが ${kept} に置き換わり、元のタグは削除されます。`,
    merged: (n, kept) => `タグ${number(n)}件を「${kept}」に統合しました`,
    deleteTitle: (name) => `タグ「${name}」を削除しますか？`,
    deleteMany: (n) => `タグ${number(n)}件を削除しますか？`,
    deleteNote: (contacts) =>
      contacts === 0
        ? 'このタグの付いた連絡先はありません。この操作は元に戻せません。'
        : `連絡先${number(contacts)}件からタグが外れます。この操作は元に戻せません。`,
    deleteUsed,
    deleted: (name) => `タグ「${name}」を削除しました`,
    deletedMany: (n) => `タグ${number(n)}件を削除しました`,
  },
  list: {
    title: 'リスト',
    one: 'リスト',
    search: 'リストを検索',
    add: 'リストを追加',
    added: (name) => `リスト「${name}」を追加しました`,
    addedMany: (added, existing) => addedWords('リスト', added, existing),
    none: 'リストはまだありません',
    noneNote: 'リストは、ニュースレターなど連絡先が受信を希望したものです。',
    noneFound: '該当するリストはありません',
    mergeTitle: (n) => `リスト${number(n)}件を統合`,
    mergeNote: (kept, merged, contacts) =>
      `${anyOf(merged)} の${contactsWords(contacts)}が ${kept} に移動し、元のリストは削除されます。`,
    merged: (n, kept) => `リスト${number(n)}件を「${kept}」に統合しました`,
    deleteTitle: (name) => `リスト「${name}」を削除しますか？`,
    deleteMany: (n) => `リスト${number(n)}件を削除しますか？`,
    deleteNote: (contacts) =>
      contacts === 0
        ? 'このリストに連絡先はありません。この操作は元に戻せません。'
        : `連絡先${number(contacts)}件がリストから外れます。この操作は元に戻せません。`,
    deleteUsed,
    deletePublic: 'メール配信設定のページからも消えます。',
    deleted: (name) => `リスト「${name}」を削除しました`,
    deletedMany: (n) => `リスト${number(n)}件を削除しました`,
  },
};
