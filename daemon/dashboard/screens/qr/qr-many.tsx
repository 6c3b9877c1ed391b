/** QR codes of many links with the same look, as archives of images or as sheets of paper. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { qr } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { Check, Select, TextField } from '../../../../shared/ui/field.tsx';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { text } from '../../text/later.ts';
import { LookFields } from './look-fields.tsx';
import { fetchArchive, fetchSheets, mostLinks } from './qr-image.ts';
import type { LookGate } from './qr-look.ts';
import { firstLook, keepLook, lastLook, type QrLink, type QrLook, toInput } from './qr-look.ts';
import { firstSheet, type SheetLook, toSheet } from './sheet-look.ts';

const words = text.qr;

type QrManyProps = { links: readonly QrLink[]; gate: LookGate; onClose: () => void };
type ManyLook = QrLook & SheetLook;

export function QrMany({ links, gate, onClose }: QrManyProps) {
  const [drawn, setDrawn] = useState(0);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const form = useForm<ManyLook>({ ...firstSheet, ...lastLook() }, async (look) => {
    const { signal } = ending.current;
    for (let from = 0; from < links.length; from += mostLinks) {
      const ids = links.slice(from, from + mostLinks).map(({ id }) => id);
      const onFile = (count: number) => setDrawn(from + Math.min(count, ids.length));
      const part = links.length > mostLinks ? `-${from / mostLinks + 1}` : '';
      const input = toInput(look, gate.canColour);
      const { format: _, size: __, ...vectors } = input;
      const file =
        look.output === 'pdf'
          ? await fetchSheets(ids, { ...vectors, ...toSheet(look) }, signal)
          : await fetchArchive(ids, input, { onFile, signal });
      saveFile(file, `qr-codes${part}.${look.output}`);
    }
    keepLook(look);
    toast(words.drawnMany(links.length));
    onClose();
  });
  const isSheet = form.values.output === 'pdf';
  return (
    <Dialog
      title={words.many(links.length)}
      onClose={onClose}
      isWide
      footer={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button kind="main" icon="download" isBusy={form.isBusy} onClick={form.submit}>
            {isSheet ? words.downloadPdf : words.downloadZip}
          </Button>
        </>
      }
    >
      <form class="qr" onSubmit={form.submit}>
        <Preview links={links} look={form.values} canColour={gate.canColour} />
        <div class="form">
          <Problem of={form} />
          {form.isBusy && !isSheet && (
            <div class="field">
              <progress max={links.length} value={drawn} aria-label={words.drawing(drawn, links.length)} />
              <span class="small soft">{words.drawing(drawn, links.length)}</span>
            </div>
          )}
          <Select
            label={words.output}
            options={words.outputs}
            {...form.field('output')}
            onValue={(output) => form.set('output', output as SheetLook['output'])}
          />
          {isSheet && <SheetFields form={form} />}
          <LookFields form={form} isSheet={isSheet} {...gate} />
        </div>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}

function SheetFields({ form }: { form: Form<ManyLook> }) {
  const { side, gap, columns } = qr.sheet;
  return (
    <>
      <div class="pair">
        <Select
          label={words.paper}
          options={words.papers}
          {...form.field('paper')}
          onValue={(paper) => form.set('paper', paper as SheetLook['paper'])}
        />
        <TextField
          label={words.columns}
          hint={words.columnsHint}
          type="number"
          min={1}
          max={columns}
          isOptional
          {...form.field('columns')}
        />
      </div>
      <div class="pair">
        <TextField
          label={words.side}
          hint={words.sideHint}
          type="number"
          min={side.least}
          max={side.most}
          required
          {...form.field('side')}
        />
        <TextField label={words.gap} type="number" min={gap.least} max={gap.most} required {...form.field('gap')} />
      </div>
      <Check label={words.labels} isOn={form.values.labels} onChange={(isOn) => form.set('labels', isOn)} />
    </>
  );
}

/** Shows the first sheet, or the first code of an archive. */
function Preview({ links, look, canColour }: { links: readonly QrLink[]; look: ManyLook; canColour: boolean }) {
  const { data: drawing } = useLoad(() => import('./qr-sheet-preview.tsx'), []);
  const Drawing = look.output === 'pdf' ? drawing?.QrSheetPreview : drawing?.FirstCode;
  const shown = canColour ? look : { ...look, fg: firstLook.fg, bg: firstLook.bg };
  return <figure>{Drawing && <Drawing links={links} look={shown} />}</figure>;
}
