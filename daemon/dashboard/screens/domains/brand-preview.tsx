/** A small preview of a visitor page. A placeholder replaces the logo, because the dashboard loads nothing external. */
import { Logo } from '../../../../shared/ui/icon.tsx';
import { text } from '../../text/later.ts';

const words = text.domains;

/** Returns RGB or RRGGBB input as `#rrggbb`, and `undefined` for anything else. */
export function hexOf(typed: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** Returns black or white, whichever reads better on the colour, by the same measure as the page itself. */
function inkOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

type BrandPreviewProps = { name: string; logoUrl: string; color: string };

export function BrandPreview({ name, logoUrl, color }: BrandPreviewProps) {
  const fill = hexOf(color);
  return (
    <figure class="preview" aria-label={words.preview}>
      <div class="visitor" style={fill ? { '--fill': fill, '--ink': inkOn(fill) } : {}}>
        <Mark name={name.trim()} hasLogo={logoUrl.trim() !== ''} hasColor={fill !== undefined} />
        <strong>{words.previewTitle}</strong>
        <p>{words.previewText}</p>
        <span class="label">{words.previewField}</span>
        <span class="box" />
        <span class="go">{words.previewButton}</span>
      </div>
    </figure>
  );
}

type MarkProps = { name: string; hasLogo: boolean; hasColor: boolean };

function Mark({ name, hasLogo, hasColor }: MarkProps) {
  if (hasLogo) return <span class="mark logo">{words.logoNote}</span>;
  return (
    <span class="mark">
      {name === '' ? <Logo size={20} /> : hasColor && <i />}
      <span class="cut" dir="auto">
        {name || text.name}
      </span>
    </span>
  );
}
