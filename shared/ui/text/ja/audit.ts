/** Japanese strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { number } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: '監査ログ',
  all: 'すべて',
  by: '実行者',
  everybody: '全員',
  from: '開始',
  to: '終了',
  clear: 'フィルターをクリア',
  none: '記録はまだありません',
  noneFound: '該当する記録はありません',
  noneYet: 'まだ見つかっていません',
  noneYetNote: '古い記録はまだ検索していません。「さらに表示」を選ぶと続きを検索します。',
  shown: (n) => `記録${number(n)}件`,
  byKey: 'API キー経由',
  when: '日時',
  action: '操作',
  object: '対象',
};
