/** Japanese strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: '概要',
  newLink: '新しいリンク',
  newLinks: '新しいリンク',
  thisMonth: '今月',
  now: '現在',
  nowNote: '過去5分間',
  recent: '最近のリンク',
  allLinks: 'すべてのリンク',
  noLinks: 'リンクはまだありません',
  link: 'リンク',
  month: '過去30日間',
  created: '作成日時',
  first: {
    note: '最初のクリックまで3ステップです。',
    create: 'リンクを作成する',
    createNote: '長い URL を貼り付けて、共有用の短縮リンクを作成します。',
    open: '開いてみる',
    openNote: 'このブラウザーまたはスマートフォンで開きます。',
    arrive: 'クリックを確認する',
    arriveNote: '記録されるとすぐここに表示されます。',
    listening: {
      connecting: '接続中…',
      open: '待機中です。リンクを開くと、クリックがここに表示されます。',
      paused: 'このページが非表示の間は一時停止します。',
    },
    arrived: (visitor) => `成功です。最初のクリック: ${visitor || '訪問者'}。`,
    leave: '概要を表示',
    empty: 'リンクはまだありません',
    emptyNote: 'このワークスペースのメンバーがリンクを作成すると、クリックがここに表示されます。',
  },
};
