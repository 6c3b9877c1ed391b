/** The stream of clicks as they are recorded. It reopens when it ends, and is closed while the page is hidden. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { apiUrl } from '../../core/api.ts';
import type { Dimension } from '../../core/types.ts';

export type LiveClick = Record<Dimension, string> & {
  clickedAt: string;
  linkId: string | null;
  slug: string | null;
  isBot: boolean;
};

export type LiveState = 'connecting' | 'open' | 'paused';

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Calls `onClick` with each click in the workspace, and `onSkipped` with the number of clicks left out. */
export function useLiveClicks(onClick: (click: LiveClick) => void, onSkipped?: (count: number) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const latest = useRef({ onClick, onSkipped });
  latest.current = { onClick, onSkipped };
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = firstWaitMs;
    const close = () => {
      source?.close();
      source = undefined;
      clearTimeout(timer);
    };
    const open = () => {
      close();
      if (document.hidden) return setState('paused');
      setState('connecting');
      source = new EventSource(apiUrl('/stats/live'));
      source.onopen = () => {
        waitMs = firstWaitMs;
        setState('open');
      };
      source.onerror = () => {
        close();
        setState('connecting');
        timer = setTimeout(open, waitMs);
        waitMs = Math.min(longestWaitMs, waitMs * 2);
      };
      source.addEventListener('click', ({ data }) => latest.current.onClick(JSON.parse(data) as LiveClick));
      source.addEventListener('skipped', ({ data }) => {
        latest.current.onSkipped?.((JSON.parse(data) as { clicks: number }).clicks);
      });
    };
    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      close();
    };
  }, []);
  return state;
}
