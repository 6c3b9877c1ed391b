/** Operators' actions with their confirmations. */
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { planText } from '../../core/code-texts.ts';
import { pathTo } from '../../core/routes.ts';
import type { SafetyReview, SafetyWorkspace } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import type { PendingAction } from './reason-dialog.tsx';

const words = text.safety;
type Named = { linkId: string; shortUrl: string };

const announce = (message: string, onDone: () => void) => () => {
  toast(message);
  onDone();
};

export const banLink = ({ linkId, shortUrl }: Named, onDone: () => void): PendingAction => ({
  title: words.banTitle(shortUrl),
  action: words.ban,
  note: words.banNote,
  isBad: true,
  send: (reason) =>
    api.post(`/safety/links/${linkId}/ban`, { reason }).then(announce(words.isBanned(shortUrl), onDone)),
});

export const unbanLink = ({ linkId, shortUrl }: Named, onDone: () => void): PendingAction => ({
  title: words.unbanTitle(shortUrl),
  action: words.unban,
  note: words.unbanNote,
  send: (reason) =>
    api.post(`/safety/links/${linkId}/unban`, { reason }).then(announce(words.isFree(shortUrl), onDone)),
});

/** Describes the decision of a review. For an appeal, `ban` keeps the ban and `clear` ends it. */
export function decide(review: SafetyReview, decision: 'ban' | 'clear', onDone: () => void): PendingAction {
  const texts = words.decisions[review.source === 'owner' ? 'appeal' : 'report'][decision];
  return {
    title: texts.title(review.shortUrl),
    action: texts.action,
    note: texts.note,
    isBad: decision === 'ban',
    send: (reason) =>
      api.post(`/safety/reviews/${review.id}/decide`, { decision, reason }).then(announce(words.decided, onDone)),
  };
}

export const changeWorkspace = (
  { id, name }: SafetyWorkspace,
  action: 'suspend' | 'restore' | 'unflag',
  onDone: () => void,
): PendingAction => ({
  title: words.workspaceActions[action].title(name),
  action: words.workspaceActions[action].action,
  note: words.workspaceActions[action].note,
  isBad: action === 'suspend',
  send: (reason) =>
    api
      .post(`/safety/workspaces/${id}/${action}`, { reason })
      .then(announce(words.workspaceActions[action].done(name), onDone)),
});

const plans = ['free', 'pro', 'team', 'scale', 'unlimited'] as const;

export const setPlan = ({ id, name, plan }: SafetyWorkspace, onDone: () => void): PendingAction => ({
  title: words.setPlan.title(name),
  action: words.setPlan.action,
  note: words.setPlan.note,
  reasonHint: words.setPlan.reasonHint,
  choice: { label: words.plan, first: plan, options: plans.map((value) => ({ value, label: planText(value) })) },
  send: (reason, chosen) =>
    api
      .post(`/safety/workspaces/${id}/plan`, { plan: chosen, reason })
      .then(announce(words.setPlan.done(name, planText(chosen)), onDone)),
});

/** Returns the URL of the list of a workspace's links. */
export const linksOfWorkspace = (id: string): string => pathTo('safety', {}, { tab: 'links', by: 'workspace', q: id });
