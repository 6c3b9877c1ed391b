/** Japanese strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/ja/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'API キー',
    newKey: '新しい API キー',
    empty: 'API キーはまだありません',
    emptyNote: 'キーを使うと、アプリからリンクを作成し、クリックを取得できます。アプリごとに別のキーを使ってください。',
    name: '名前',
    nameHint: 'キーを使うアプリ。例: 「ウェブサイト」「レポート」。',
    permissions: { read: '読み取り', write: '読み取りと書き込み', admin: 'フルアクセス' },
    permissionHints: {
      read: 'リンク、タグ、アナリティクスの読み取り。',
      write: 'リンクの作成、変更、削除も可能。',
      admin: 'ドメイン、メンバー、API キー、Webhook、請求の管理も可能。',
    },
  }),
  about: 'アプリが API を呼び出すためのキー。',
  note: 'アプリからリンクを作成、取得できます。キーを持つ人は誰でもその権限を使えます。',
  noteOwn: '自分が作成したキーです。管理者はすべてのキーを確認できます。',
  notYours: '閲覧者は API キーを使えません',
  notYoursNote: 'このワークスペースの管理者に、メンバーへの変更を依頼してください。',
  you: '自分',
  previousMember: '外されたメンバー',
};
