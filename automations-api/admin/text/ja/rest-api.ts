/** Japanese strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/ja/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'REST API',
    newKey: '新しいキー',
    empty: 'キーはまだありません',
    emptyNote: 'アプリごとに作成すると、個別に取り消せます。',
    name: '説明',
    nameHint: 'キーを使うアプリ。例: ショップ。',
    permissions: { read: '読み取り', write: '読み取りと書き込み', full: 'フルアクセス' },
    permissionHints: {
      read: '読み取りのみ',
      write: '追加と変更が可能、削除は不可',
      full: '追加、変更、削除が可能',
    },
  }),
  about: '連絡先を読み取り、変更するアプリ用の API キー。',
  address: 'API の URL',
  note: 'アプリはこれらのキーを使って連絡先を読み取り、変更します。キーは作成時に一度だけ表示されます。',
  unnamed: (id) => `キー ${id}`,
};
