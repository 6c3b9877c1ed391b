/** Recovery codes that were just made, which are shown once: held until they were copied, or somebody says that they have kept them. */
import { useState } from 'preact/hooks';
import { Button, CopyButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Check } from '../field.tsx';
import { uiText } from '../text.ts';

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const words = uiText.secondFactor;
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
        <Check label={uiText.kept} isOn={isKept} onChange={setKept} />
      </div>
    </Dialog>
  );
}
