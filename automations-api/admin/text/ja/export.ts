/** Japanese strings for the export. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'エクスポート',
  note: '表計算ソフトや他のアプリ、保管用に、連絡先をファイルとしてダウンロードします。',
  download: 'ダウンロード',
  started: (contacts, format) =>
    `ダウンロードを開始しました: ${contacts}（contacts.${format}）。進行状況はブラウザーに表示されます。このまま作業を続けられます。`,
  all: (contacts) => `すべて（${contacts}）`,
  noMatch: '絞り込みに該当する連絡先がないため、ダウンロードするものはありません。',
  none: 'エクスポートするものはまだありません',
  noneNote: '連絡先がありません。',
  formatTitle: '形式',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: '表計算ソフト用。数式のような値の先頭にはアポストロフィが付きます。',
    jsonl: 'アプリ用。1行に1件の JSON レコード。',
  },
  columnsTitle: '列',
  chosen: (n, all) => `${number(n)} / ${number(all)}`,
  allColumns: 'すべての列',
  usualColumns: '標準の列',
  leftOut: '含まない列',
  noColumn: '列を1つ以上選択してください。',
  up: (name) => `${name}を上へ移動`,
  down: (name) => `${name}を下へ移動`,
};
