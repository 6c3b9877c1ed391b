/** Japanese strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/ja/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'リンクのインポート',
    {
      noun: 'リンク',
      note: '他のシステムや表計算ファイルから、スラッグ、タイトル、タグ、日付とともにリンクを取り込みます。',
      left: 'タグ',
      files: 'CSV、JSON、JSON Lines、または YOURLS の SQL ダンプ（圧縮ファイルも可）',
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
      label: 'スラッグが使用中の場合',
      options: {
        skip: '行をスキップ',
        change: '既存のリンクを変更',
        suffix: 'スラッグに数字を追加',
      },
    },
  ),
  who: 'リンクをインポートできるのはメンバーと管理者です。いずれかに依頼してください。',
};
