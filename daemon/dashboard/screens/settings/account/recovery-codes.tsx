/** New recovery codes, shown once. The dialog stays open until the user copies them or confirms that they are saved. */
import { useState } from 'preact/hooks';
import { Button, CopyButton } from '../../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog.tsx';
import { Check } from '../../../../../shared/ui/field.tsx';
import { text } from '../../../text/text.ts';

const words = text.secondFactor;

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      title={words.codes}
      onClose={onClose}
      isHeld={!isKept}
      footer={
        <>
          <CopyButton text={codes.join('\n')} onCopied={() => setKept(true)} />
          <Button kind="main" disabled={!isKept} onClick={onClose}>
            {words.finish}
          </Button>
        </>
      }
    >
      <div class="form">
        <p class="notice warn">{words.codesOnce}</p>
        <p>{words.codesNote}</p>
        <ul class="codes" aria-label={words.codes} onCopy={() => setKept(true)}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Check label={words.kept} isOn={isKept} onChange={setKept} />
      </div>
    </Dialog>
  );
}
