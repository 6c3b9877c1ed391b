/** Open appeals, visitor reports and scan results. Appeals come first. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { dateTime, number, relative } from '../../../../shared/ui/format.ts';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { refreshSession } from '../../core/session.ts';
import type { SafetyReview } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { decide, linksOfWorkspace } from './actions.ts';
import { LinkHistory } from './link-history.tsx';
import { type PendingAction, ReasonDialog } from './reason-dialog.tsx';
import { reasonText } from './words.ts';

const words = text.safety;

export function Reviews() {
  const reviews = usePages<SafetyReview>(async (cursor, signal) => {
    const page = await api.get<{ reviews: SafetyReview[]; nextCursor: string | null }>(
      '/safety/reviews',
      { cursor },
      signal,
    );
    return { items: page.reviews, nextCursor: page.nextCursor };
  }, []);
  const [pending, setPending] = useState<PendingAction>();
  const [shown, setShown] = useState<string>();
  const afterDecision = () => {
    reviews.reload();
    void refreshSession();
  };
  return (
    <section class="card" aria-label={words.tabs.reviews}>
      <Show of={reviews}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="check" title={words.noReviews}>
              {words.noReviewsNote}
            </Empty>
          ) : (
            <>
              <ul class="reviews">
                {items.map((review) => (
                  <li key={review.id}>
                    <Review
                      review={review}
                      onDecide={(decision) => setPending(decide(review, decision, afterDecision))}
                      onHistory={() => setShown(review.linkId)}
                    />
                  </li>
                ))}
              </ul>
              <Pager pages={reviews} shown={words.countReviews} moreLabel={text.actions.more} />
            </>
          )
        }
      </Show>
      {pending && <ReasonDialog pending={pending} onClose={() => setPending(undefined)} />}
      {shown && <LinkHistory id={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

type ReviewProps = {
  review: SafetyReview;
  onDecide: (decision: 'ban' | 'clear') => void;
  onHistory: () => void;
};

function Review({ review, onDecide, onHistory }: ReviewProps) {
  const { source, shortUrl, url, banned, reason, detail, times, createdAt } = review;
  const { workspaceId, workspaceName, linkCreatedAt, clicks } = review;
  const texts = words.decisions[source === 'owner' ? 'appeal' : 'report'];
  return (
    <article class="review" aria-label={shortUrl}>
      <div>
        <p class="bar">
          <span class={source === 'owner' ? 'tag warn' : 'tag'}>{words.sources[source]}</span>
          {banned && <span class="tag bad">{words.banned}</span>}
          <b class="wrap">{shortUrl}</b>
          <time class="soft small" dateTime={createdAt} title={dateTime(createdAt)}>
            {relative(createdAt)}
          </time>
        </p>
        <p class="soft small wrap">{words.redirectsTo(url)}</p>
        <p class="soft small wrap">
          <a class="text" dir="auto" href={pathTo('safety', {}, { tab: 'workspaces', q: workspaceId })}>
            {workspaceName}
          </a>{' '}
          · {words.age(relative(linkCreatedAt))} · {words.clicked(clicks)} ·{' '}
          <a class="text" href={linksOfWorkspace(workspaceId)}>
            {words.otherLinks}
          </a>
        </p>
        <p class="wrap">
          {reasonText(reason)}
          {detail && `: ${detail}`} {times > 1 && <span class="soft">{words.times(number(times))}</span>}
        </p>
      </div>
      <div class="bar">
        <Button kind="bare" onClick={onHistory}>
          {words.history}
        </Button>
        <Button onClick={() => onDecide('clear')}>{texts.clear.action}</Button>
        <Button isBad onClick={() => onDecide('ban')}>
          {texts.ban.action}
        </Button>
      </div>
    </article>
  );
}
