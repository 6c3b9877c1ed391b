/** Operators' actions with their confirmations. */
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { SafetyReview, SafetyWorkspace } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { Asked } from './reason-dialog.tsx';

const words = text.safety;
type Named = { linkId: string; shortUrl: string };

const then = (told: string, onDone: () => void) => () => {
  toast(told);
  onDone();
};

export const banLink = ({ linkId, shortUrl }: Named, onDone: () => void): Asked => ({
  title: words.banTitle(shortUrl),
  action: words.ban,
  note: words.banNote,
  isBad: true,
  send: (reason) => api.post(`/safety/links/${linkId}/ban`, { reason }).then(then(words.isBanned(shortUrl), onDone)),
});

export const unbanLink = ({ linkId, shortUrl }: Named, onDone: () => void): Asked => ({
  title: words.unbanTitle(shortUrl),
  action: words.unban,
  note: words.unbanNote,
  send: (reason) => api.post(`/safety/links/${linkId}/unban`, { reason }).then(then(words.isFree(shortUrl), onDone)),
});

/** For an appeal, `ban` keeps the ban and `clear` ends it. */
export function decide(review: SafetyReview, decision: 'ban' | 'clear', onDone: () => void): Asked {
  const said = words.decisions[review.source === 'owner' ? 'appeal' : 'report'][decision];
  return {
    title: said.title(review.shortUrl),
    action: said.action,
    note: said.note,
    isBad: decision === 'ban',
    send: (reason) =>
      api.post(`/safety/reviews/${review.id}/decide`, { decision, reason }).then(then(words.decided, onDone)),
  };
}

export const changeWorkspace = (
  { id, name }: SafetyWorkspace,
  act: 'suspend' | 'restore' | 'unflag',
  onDone: () => void,
): Asked => ({
  title: words.workspaceActs[act].title(name),
  action: words.workspaceActs[act].action,
  note: words.workspaceActs[act].note,
  isBad: act === 'suspend',
  send: (reason) =>
    api.post(`/safety/workspaces/${id}/${act}`, { reason }).then(then(words.workspaceActs[act].done(name), onDone)),
});
