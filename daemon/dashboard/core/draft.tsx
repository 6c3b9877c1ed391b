/** Unsent input, stored in this browser per workspace until it is sent or discarded. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { toast } from '../../../shared/ui/toast.tsx';
import { text } from '../text/later.ts';
import { workspaceId } from './api.ts';

const words = text.linkForm;

/**
 * Stores a form's draft. `name` identifies the form within its workspace. `empty` returns an untouched form, which
 * fills gaps in a draft. `kept` is the draft that existed when the form opened, until it is replaced, used or
 * dropped.
 */
export function useDraft<T extends object>(name: string, empty: () => T) {
  const key = `draft:${workspaceId.value}:${name}`;
  const [kept, setKept] = useState(() => read(key, empty));
  return {
    kept,
    keep: (typed: Partial<T>) => write(key, typed),
    /**
     * Stops offering the draft. Call this when the draft is in the form, or when other input has replaced the draft.
     */
    forget: () => setKept(undefined),
    drop: () => {
      remove(key);
      setKept(undefined);
    },
  };
}

/** Shows a toast that the input was kept, with a button to discard it. */
export const announceDraft = ({ drop }: { drop: () => void }): void =>
  toast(words.draftKept, { label: words.draftDrop, act: drop });

/** Calls `keep` when the user leaves the page, without waiting for a timer. */
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
    // Storage is not available.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

type NoticeProps = {
  /** A description of the draft's content. */
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
