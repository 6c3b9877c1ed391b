/** The figures of the overview, with current activity. */
import { useState } from 'preact/hooks';
import { type Figure, Figures } from '../../../../shared/ui/figures.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { workspace } from '../../core/session.ts';
import type { RecentClicks } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.overview;
const everyMs = 10_000;

export function Summary({ figures }: { figures: Figure[] }) {
  const [round, setRound] = useState(0);
  const recent = useLoad((signal) => api.get<RecentClicks>('/stats/recent', {}, signal), [round]);
  useEvery(everyMs, () => setRound((n) => n + 1));
  const { usage } = workspace.value ?? {};
  const more: Figure[] = [
    { label: words.newLinks, value: usage && number(usage.links), note: words.thisMonth },
    {
      label: words.now,
      value: recent.data ? number(recent.data.clicks) : recent.error && '–',
      note: words.nowNote,
      isLive: recent.data !== undefined && !recent.error,
    },
  ];
  return <Figures items={[...figures, ...more]} />;
}
