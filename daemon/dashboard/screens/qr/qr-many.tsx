/** QR codes of many links with the same look, as archives. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { text } from '../../text/later.ts';
import { LookFields } from './look-fields.tsx';
import { fetchArchive, mostLinks } from './qr-image.ts';
import type { LookGate } from './qr-look.ts';
import { keepLook, lastLook, type QrLink, type QrLook, toInput } from './qr-look.ts';

const words = text.qr;

type QrManyProps = { links: readonly QrLink[]; gate: LookGate; onClose: () => void };

export function QrMany({ links, gate, onClose }: QrManyProps) {
  const [drawn, setDrawn] = useState(0);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const form = useForm<QrLook>(lastLook(), async (look) => {
    const { signal } = ending.current;
    for (let from = 0; from < links.length; from += mostLinks) {
      const ids = links.slice(from, from + mostLinks).map(({ id }) => id);
      const onFile = (count: number) => setDrawn(from + Math.min(count, ids.length));
      const part = links.length > mostLinks ? `-${from / mostLinks + 1}` : '';
      saveFile(await fetchArchive(ids, toInput(look, gate.canColour), { onFile, signal }), `qr-codes${part}.zip`);
    }
    keepLook(look);
    toast(words.drawnMany(links.length));
    onClose();
  });
  return (
    <Dialog
      title={words.many(links.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button kind="main" icon="download" isBusy={form.isBusy} onClick={form.submit}>
            {words.downloadZip}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={form.submit}>
        <Problem of={form} />
        {form.isBusy && (
          <div class="field">
            <progress max={links.length} value={drawn} aria-label={words.drawing(drawn, links.length)} />
            <span class="small soft">{words.drawing(drawn, links.length)}</span>
          </div>
        )}
        <LookFields form={form} {...gate} />
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
