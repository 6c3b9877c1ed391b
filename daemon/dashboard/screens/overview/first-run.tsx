/** Three steps to a first click: create a link, open it, see the click arrive. */
import { useState } from 'preact/hooks';
import { Button, CopyButton } from '../../../../shared/ui/button.tsx';
import { FirstStep } from '../../../../shared/ui/first-steps.tsx';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useEvery } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { nameOfValue } from '../analytics/dimensions.ts';
import { type LiveClick, useLiveClicks } from '../analytics/live-clicks.ts';

const words = text.overview.first;
const reloadEveryMs = 5_000;

type FirstRunProps = { links: Link[]; onLinks: () => void; onLeave: () => void };

export function FirstRun({ links, onLinks, onLeave }: FirstRunProps) {
  const link = links[0];
  const [click, setClick] = useState<LiveClick>();
  const state = useLiveClicks((one) => one.isBot || setClick((before) => before ?? one));
  // Another user or an API client can create the first link.
  useEvery(reloadEveryMs, () => link || onLinks());
  if (!link && !may('member')) {
    return (
      <Screen title={text.overview.title}>
        <section class="card">
          <Empty icon="link" title={words.empty}>
            {words.emptyNote}
          </Empty>
        </section>
      </Screen>
    );
  }
  return (
    <Screen title={text.overview.title} note={words.note}>
      <ol class="card first-steps">
        <FirstStep n={1} title={words.create} isDone={link !== undefined} isNow={!link}>
          {link ? (
            <span class="cut">{withoutScheme(link.url)}</span>
          ) : (
            <>
              <p>{words.createNote}</p>
              <a class="btn main" href={pathTo('links', {}, { new: '1' })}>
                {text.overview.newLink}
              </a>
            </>
          )}
        </FirstStep>
        <FirstStep n={2} title={words.open} isDone={click !== undefined} isNow={link !== undefined && !click}>
          {link ? (
            <div class="bar">
              <a class="btn" href={link.shortUrl} target="_blank" rel="noreferrer">
                <Icon name="out" />
                {withoutScheme(link.shortUrl)}
              </a>
              <CopyButton text={link.shortUrl} />
            </div>
          ) : (
            <p>{words.openNote}</p>
          )}
        </FirstStep>
        <FirstStep n={3} title={words.arrive} isDone={click !== undefined} isNow={link !== undefined}>
          <div role="status">
            {click ? (
              <Arrived click={click} onLeave={onLeave} />
            ) : (
              <p>{link ? words.listening[state] : words.arriveNote}</p>
            )}
          </div>
        </FirstStep>
      </ol>
    </Screen>
  );
}

function Arrived({ click, onLeave }: { click: LiveClick; onLeave: () => void }) {
  const known = (['country', 'device', 'browser'] as const).filter((dimension) => !/^unknown$/i.test(click[dimension]));
  return (
    <div class="arrived">
      <p>{words.arrived(known.map((dimension) => nameOfValue(dimension, click[dimension])).join(', '))}</p>
      <Button kind="main" onClick={onLeave}>
        {words.leave}
      </Button>
    </div>
  );
}
