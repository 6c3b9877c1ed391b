/** A pasted list that is not wholly sent: kept in this browser by workspace, as what is typed into a single link's form. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { workspaceId } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { Common } from './send-rows.ts';

const words = text.linkForm;

export type Draft = { pasted: string; common: Common };

export const emptyDraft = (): Draft => ({ pasted: '', common: { domain: '', tags: [] } });

const keyOf = () => `draft:${workspaceId.value}:many`;

function readDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf()) ?? 'null') as Partial<Draft> | null;
    return kept ? { ...emptyDraft(), ...kept } : undefined;
  } catch {
    return undefined;
  }
}

function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(draft));
  } catch {
    // Nothing can be kept here.
  }
}

function dropDraft(): void {
  try {
    localStorage.removeItem(keyOf());
  } catch {
    // Nothing was kept.
  }
}

/**
 * `left`: what is not sent; kept at each change, also where the page or the session ends, until nothing is left.
 *
 * @returns what was kept before, until something else is, or it is used or dropped.
 */
export function useDraft(left: Draft) {
  const [kept, setKept] = useState(readDraft);
  useEffect(() => {
    if (left.pasted.trim() !== '') {
      keepDraft(left);
      setKept(undefined);
    } else if (!kept) dropDraft();
  }, [left.pasted, left.common]);
  return {
    kept,
    drop: () => {
      dropDraft();
      setKept(undefined);
    },
  };
}

type NoticeProps = { onUse: () => void; onDrop: () => void };

export const DraftNotice = ({ onUse, onDrop }: NoticeProps) => (
  <div class="notice">
    <div>{words.draft(text.createMany.draft)}</div>
    <Button onClick={onUse}>{words.draftUse}</Button>
    <Button kind="bare" onClick={onDrop}>
      {words.draftDrop}
    </Button>
  </div>
);
