/** A small preview of a visitor page. A placeholder replaces the logo, because the dashboard loads nothing external. */
import { inkOn, isColour, toHex } from '../../../../shared/drawing/colour.ts';
import { Logo } from '../../../../shared/ui/icon.tsx';
import { text } from '../../text/later.ts';

const words = text.domains;

/** Returns RGB or RRGGBB input as `#rrggbb`, and `undefined` for anything else. */
export const hexOf = (typed: string): string | undefined => (isColour(typed.trim()) ? toHex(typed.trim()) : undefined);

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
