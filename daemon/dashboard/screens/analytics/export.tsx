/**
 * The export of raw clicks. Small exports show progress and can be cancelled; the browser downloads large ones
 * itself.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { bytes } from '../../../../shared/ui/format.ts';
import { saveFile, saveFrom } from '../../../../shared/ui/save-file.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api, apiUrl } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, workspace } from '../../core/session.ts';
import { text } from '../../text/text.ts';

const words = text.analytics.export;
/** Maximum number of clicks in an export that the page keeps in memory. A click takes about 200 bytes. */
const clicksHeld = 250_000;
const file = 'clicks.csv';

type ExportProps = { params: () => Params; linkId?: string; clicks: number | undefined };

/** Shows a button to users who can export. Names the required plan if the workspace's plan is lower. */
export function ExportButton({ params, linkId, clicks }: ExportProps) {
  const [isOpen, setOpen] = useState(false);
  if (!may('member')) return null;
  const url = () => {
    const { from, to, timezone } = params();
    return apiUrl('/stats/export', { from, to, timezone, linkId, columns: 'all', bom: '1' });
  };
  const start = () => {
    const isHere = (clicks ?? Number.POSITIVE_INFINITY) <= clicksHeld || !hasExport();
    if (isHere) setOpen(true);
    else saveFrom(url(), file);
  };
  return (
    <>
      <Button icon="download" onClick={start}>
        {words.button}
      </Button>
      {isOpen &&
        (hasExport() ? (
          <Reading url={url()} onClose={() => setOpen(false)} />
        ) : (
          <Gate onClose={() => setOpen(false)} />
        ))}
    </>
  );
}

const hasExport = () => workspace.value?.plan === 'team' || workspace.value?.plan === 'scale';

function Gate({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={words.button}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.close}</Button>
          {may('admin') && (
            <a class="btn main" href={pathTo('billing')}>
              {words.plans}
            </a>
          )}
        </>
      }
    >
      <p>{words.gate}</p>
    </Dialog>
  );
}

function Reading({ url, onClose }: { url: string; onClose: () => void }) {
  const [read, setRead] = useState(0);
  const [problem, setProblem] = useState<string>();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const ending = new AbortController();
    download(url, setRead, ending.signal).then(
      (blob) => {
        saveFile(blob, file);
        toast(words.done(bytes(blob.size)));
        close.current();
      },
      (error: Error) => ending.signal.aborted || setProblem(sentenceOf(error.message)),
    );
    return () => ending.abort();
  }, [url]);
  return (
    <Dialog title={words.button} onClose={onClose} footer={<Button onClick={onClose}>{text.ui.cancel}</Button>}>
      {problem ? (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      ) : (
        <p role="status">{words.reading(bytes(read))}</p>
      )}
    </Dialog>
  );
}

/** Downloads a file. @throws {ApiError} if the service refuses */
async function download(url: string, onRead: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok || !response.body) throw await api.errorOf(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  let size = 0;
  let shownAt = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: 'text/csv' });
    parts.push(value as Uint8Array<ArrayBuffer>);
    size += value.length;
    if (Date.now() - shownAt < 200) continue;
    shownAt = Date.now();
    onRead(size);
  }
}
