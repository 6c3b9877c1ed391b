/** Japanese strings for tags. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'タグ',
  tag: 'タグ',
  links: 'リンク',
  search: 'タグを検索',
  none: 'タグはまだありません',
  noneNote: 'タグでリンクを分類できます。リンクの作成時または編集時に追加してください。',
  toLinks: 'リンクへ移動',
  noneFound: '該当するタグはありません',
  showLinks: 'リンクを表示',
  analytics: 'アナリティクス',
  rename: '名前の変更・統合',
  renameTitle: (tag) => `「${tag}」の名前を変更`,
  renameHint: '別のタグの名前にすると、2つのタグが統合されます。統合しない限り、共有ページの URL は変わりません。',
  name: '名前',
  renamed: (from, to) => `「${from}」の名前を「${to}」に変更しました`,
  deleteTitle: (tag) => `「${tag}」を削除しますか？`,
  deleteNote: (links) =>
    `リンク${number(links)}件から外されます。リンクは残ります。タグの共有ページは使えなくなります。この操作は元に戻せません。`,
  deleted: (tag) => `「${tag}」を削除しました`,
};
