/** Japanese strings for API keys. Each application adds the texts of its own permissions. */
import type { KeyWords } from '../en/keys.ts';
import type { AnyText } from '../shape.ts';

type Own = {
  title: string;
  newKey: string;
  empty: string;
  emptyNote: string;
  name: string;
  nameHint: string;
  permissions: Record<string, string>;
  permissionHints: Record<string, string>;
};

export const keyWords = (own: Own): AnyText<KeyWords> => ({
  ...own,
  created: (when) => `作成: ${when}`,
  permission: '権限',
  creator: '作成者',
  lastUsed: '最終使用',
  expires: '有効期限',
  lives: { '': 'なし', 30: '30日後', 90: '90日後', 365: '1年後', on: '日付を指定' },
  lastDay: '最終日（UTC）',
  expired: '期限切れ',
  revoke: '取り消す',
  revokeName: (name) => `${name} を取り消す`,
  revokeTitle: (name) => `${name} を取り消しますか？`,
  revokeUsed: (when) =>
    `最終使用: ${when}。このキーを使うアプリは1秒以内にアクセスできなくなります。この操作は元に戻せません。`,
  revokeUnused: '一度も使用されていません。この操作は元に戻せません。',
  revokeCreated: (names) => (names.length > 0 ? `このキーで作成されたキーも取り消されます: ${names.join('、')}。` : ''),
  revoked: (name) => `${name} を取り消しました`,
  createdTitle: (name) => `${name} を作成しました`,
  label: 'API キー',
  once: '今すぐこのキーをコピーしてください。再表示はできません。',
  done: '完了',
  example: '試してみる',
  copyExample: '例をコピー',
});
