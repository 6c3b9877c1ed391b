/** What somebody typed and has not sent, kept in this browser by workspace until it is sent or discarded. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { toast } from '../../../shared/ui/toast.tsx';
import { text } from '../text/text.ts';
import { workspaceId } from './api.ts';

const words = text.linkForm;

/**
 * `name`: of the form within its workspace. `empty`: a form in which nothing is typed, which fills what a draft lacks. `kept`
 * is what was there when the form opened, until it is replaced, used or dropped.
 */
export function useDraft<T extends object>(name: string, empty: () => T) {
  const key = `draft:${workspaceId.value}:${name}`;
  const [kept, setKept] = useState(() => read(key, empty));
  return {
    kept,
    keep: (typed: Partial<T>) => write(key, typed),
    /** It stands in the form now, or something else was typed in its place. */
    forget: () => setKept(undefined),
    drop: () => {
      remove(key);
      setKept(undefined);
    },
  };
}

/** Says that what was typed is kept, which can be taken back. */
export const tellKept = ({ drop }: { drop: () => void }): void =>
  toast(words.draftKept, { label: words.draftDrop, act: drop });

/** Keeps what was typed last as the page is left or put aside: no timer is waited for then. */
export function useKeptOnLeave(keep: () => void): void {
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('pagehide', () => latest.current(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && latest.current(), { signal });
    return () => ended.abort();
  }, []);
}

function read<T>(key: string, empty: () => T): T | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<T> | null;
    return kept ? { ...empty(), ...kept } : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, typed: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Nothing can be kept here.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

type NoticeProps = {
  /** What is kept, in words. */
  what: string;
  onUse: () => void;
  onDrop: () => void;
};

export const DraftNotice = ({ what, onUse, onDrop }: NoticeProps) => (
  <div class="notice">
    <div>{words.draft(what)}</div>
    <Button onClick={onUse}>{words.draftUse}</Button>
    <Button kind="bare" onClick={onDrop}>
      {words.draftDrop}
    </Button>
  </div>
);
