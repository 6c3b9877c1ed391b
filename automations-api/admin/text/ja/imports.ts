/** Japanese strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/ja/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'インポート',
    {
      noun: '連絡先',
      note: '他のシステムや表計算ファイルから、フィールド、タグ、リストとともに連絡先を取り込みます。',
      left: 'タグ、リスト、カスタムフィールド',
      files: 'CSV、JSON、JSON Lines（圧縮ファイルも可）、または複数ファイルの ZIP',
      formats: {
        waypost: 'Waypost',
        fluentcrm: 'FluentCRM',
        funnelkit: 'FunnelKit',
        hubspot: 'HubSpot',
        listmonk: 'listmonk',
        mailchimp: 'Mailchimp',
      },
    },
    {
      label: '連絡先が存在する場合',
      options: {
        fill: '空のフィールドのみ埋め、タグとリストを追加',
        change: '連絡先を変更',
        skip: '行をスキップ',
      },
      defaultStatus: {
        label: 'ステータスのない連絡先',
        hint: '「配信中」は、メールの受信に同意した人にのみ選択してください。',
        options: { unverified: '未確認', subscribed: '配信中' },
      },
      refusesFaultyCells: {
        label: '誤りのあるセルを含む行を拒否する',
        hint: '拒否しない場合、読み取れない日付、数値、選択肢は注記とともに除外され、連絡先はインポートされます。',
      },
      resubscribe: {
        label: '配信停止とバウンスの連絡先を含める',
        hint: 'ファイルの内容に従って配信を再開します。本人の同意がある場合にのみ使用してください。',
      },
    },
  ),
  from: {
    title: 'この WordPress から',
    note: '連絡先を一度だけ読み取り、元のデータは変更しません。先にインポートの内容を確認できます。',
    action: (plugin, contacts) => `${plugin} から: ${contacts}`,
  },
  forAllRows: { tag: 'すべての行のタグ', list: 'すべての行のリスト' },
  newFields: {
    text: '新しいフィールド: テキスト',
    number: '新しいフィールド: 数値',
    date: '新しいフィールド: 日付',
    textarea: '新しいフィールド: 長文テキスト',
  },
  who: '連絡先をインポートできるのは編集者と管理者です。いずれかに依頼してください。',
};
