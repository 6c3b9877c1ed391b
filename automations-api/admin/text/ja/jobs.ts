/** Japanese strings for jobs. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

const actions: { [action: string]: string } = {
  add_tags: 'タグを追加',
  remove_tags: 'タグを外す',
  add_lists: 'リストに追加',
  remove_lists: 'リストから外す',
  set_status: 'ステータスを設定',
  set_field: 'フィールドを設定',
  add_points: 'ポイントを追加',
  delete: '削除',
};

export const jobs: Text['jobs'] = {
  title: 'ジョブ',
  note: '多数の連絡先への一括変更です。ジョブは90日間保存されます。',
  job: 'ジョブ',
  status: 'ステータス',
  progress: '連絡先',
  created: '作成日時',
  statuses: {
    queued: '待機中',
    running: '実行中',
    done: '完了',
    cancelled: '中止',
    failed: '失敗',
  },
  actions,
  failures: (n) => `${number(n)}件失敗`,
  doneOf: (done, all) => `${done} / ${all}`,
  none: 'ジョブはまだありません',
  noneNote: '一覧で複数の連絡先を選択すると、一括で変更できます。',
  cancel: 'ジョブを中止',
  cancelJob: (id) => `ジョブ ${id} を中止`,
  cancelTitle: 'このジョブを中止しますか？',
  cancelNote: 'すでに変更された連絡先は元に戻りません。',
  doing: (action) => `${actions[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled') return `連絡先${number(done)}件を処理した後に中止しました`;
    const failures = failed > 0 ? `（${number(failed)}件は失敗）` : '';
    return `連絡先${number(done)}件を${action === 'delete' ? '削除' : '更新'}しました${failures}`;
  },
};
