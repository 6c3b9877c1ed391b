/** The QR code of one link: look, preview, scanner test, copy and download. */

import { useEffect, useState } from 'preact/hooks';
import { Button, copyText } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { text } from '../../text/later.ts';
import { LookFields } from './look-fields.tsx';
import { copyImage, copySvg, fetchQr } from './qr-image.ts';
import type { LookGate } from './qr-look.ts';
import { contentOf, firstLook, keepLook, lastLook, type QrLink, type QrLook, toInput } from './qr-look.ts';

const words = text.qr;

type QrOneProps = { link: QrLink; gate: LookGate; onClose: () => void };

export function QrOne({ link, gate, onClose }: QrOneProps) {
  const take = (look: QrLook, format = look.format) => fetchQr(link, toInput({ ...look, format }, gate.canColour));
  const form = useForm<QrLook>(lastLook(), async (look) => {
    saveFile(await take(look), `${link.slug}.${look.format}`);
    keepLook(look);
  });
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      isWide
      footer={
        <>
          <Button kind="bare" onClick={() => form.reset(firstLook)}>
            {words.reset}
          </Button>
          <CopyMenu link={link} form={form} take={take} />
          <Button kind="main" icon="download" isBusy={form.isBusy} onClick={form.submit}>
            {words.download}
          </Button>
        </>
      }
    >
      <form class="qr" onSubmit={form.submit}>
        <Shown link={link} look={form.values} canColour={gate.canColour} take={() => take(form.values)} />
        <div class="form">
          <Problem of={form} />
          <LookFields form={form} {...gate} />
        </div>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}

type CopyMenuProps = {
  link: QrLink;
  form: Form<QrLook>;
  take: (look: QrLook, format: QrLook['format']) => Promise<Blob>;
};

function CopyMenu({ link, form, take }: CopyMenuProps) {
  const copy = (copying: Promise<unknown>) => {
    copying
      .then(() => {
        keepLook(form.values);
        toast(words.copied);
      })
      .catch((error: Error) => toast(words.notCopied(faultOf(error))));
  };
  return (
    <Menu
      items={[
        { label: words.copyImage, icon: 'qr', onSelect: () => copy(copyImage(take(form.values, 'png'))) },
        { label: words.copySvg, icon: 'copy', onSelect: () => copy(copySvg(take(form.values, 'svg'))) },
        { label: words.copyAddress, icon: 'link', onSelect: () => copy(copyText(contentOf(link))) },
      ]}
    >
      {text.ui.copy}
    </Menu>
  );
}

const { fg, bg, logo, style, margin, format, size, ecc } = words;
const labels: Record<string, string> = { fg, bg, logo, style, margin, format, size, ecc };

/** Returns why the service refused to draw a look, with the label of the field that must change. */
function faultOf(error: Error): string {
  const [name = ''] = error instanceof ApiError ? Object.keys(error.fields) : [];
  return sentenceOf(error.message, labels[name]);
}

type Tried = { look: QrLook; address: string } | { look: QrLook; fault: string };

type ShownProps = { link: QrLink; look: QrLook; canColour: boolean; take: () => Promise<Blob> };

/** Shows the preview or, after a test, the service's image until something changes. */
function Shown({ link, look, canColour, take }: ShownProps) {
  const drawing = useLoad(() => import('./qr-preview.tsx'), []);
  const [tried, setTried] = useState<Tried>();
  const [isBusy, setBusy] = useState(false);
  const current = tried?.look === look ? tried : undefined;
  const address = tried && 'address' in tried ? tried.address : undefined;
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);
  const attempt = async () => {
    setBusy(true);
    try {
      setTried({ look, address: URL.createObjectURL(await take()) });
    } catch (error) {
      setTried({ look, fault: faultOf(error as Error) });
    }
    setBusy(false);
  };
  const QrPreview = drawing.data?.QrPreview;
  const shown = canColour ? look : { ...look, fg: firstLook.fg, bg: firstLook.bg };
  return (
    <figure>
      <div class="picture">
        {current && 'address' in current ? (
          <img src={current.address} alt={words.drawn(link.shortUrl)} />
        ) : (
          QrPreview && <QrPreview link={link} look={shown} />
        )}
      </div>
      <figcaption class="cut small">{link.shortUrl}</figcaption>
      <Button icon="check" isBusy={isBusy} onClick={() => void attempt()}>
        {words.attempt}
      </Button>
      <p class={current && 'fault' in current ? 'small down' : 'small soft'} role="status">
        {current ? ('fault' in current ? current.fault : words.reads) : words.attemptHint}
      </p>
    </figure>
  );
}
