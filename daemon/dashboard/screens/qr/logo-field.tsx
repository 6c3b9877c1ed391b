/** The logo in the middle of a QR code: a small uploaded file as a data URI, or the domain's logo. */
import { useState } from 'preact/hooks';
import { qr } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { FileButton } from '../../../../shared/ui/file-button.tsx';
import { text } from '../../text/later.ts';
import { brandLogo } from './qr-look.ts';

const words = text.qr;
const types = ['image/png', 'image/jpeg', 'image/svg+xml'];
const mostBytes = qr.logo;

const toDataUri = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

type LogoFieldProps = { value: string; onValue: (value: string) => void; error?: string; hasBrandLogo: boolean };

export function LogoField({ value, onValue, error, hasBrandLogo }: LogoFieldProps) {
  const [fault, setFault] = useState<string>();
  const take = async (file: File) => {
    const isFit = types.includes(file.type) && file.size <= mostBytes;
    setFault(isFit ? undefined : words.logoUnfit);
    if (isFit) onValue(await toDataUri(file).catch(() => ''));
  };
  return (
    <Field label={words.logo} hint={words.logoHint} error={fault ?? error} isOptional>
      {(control) => (
        <div class="bar qr-logo">
          {value === brandLogo && <span class="tag">{words.brandLogo}</span>}
          {value && value !== brandLogo && <img src={value} alt="" />}
          <FileButton
            id={control.id}
            aria-describedby={control['aria-describedby']}
            label={words.chooseLogo}
            accept={types.join(',')}
            onFile={(file) => void take(file)}
          />
          {!value && hasBrandLogo && (
            <Button kind="bare" icon="globe" onClick={() => onValue(brandLogo)}>
              {words.useBrandLogo}
            </Button>
          )}
          {value && (
            <Button kind="bare" icon="trash" onClick={() => onValue('')}>
              {words.removeLogo}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
