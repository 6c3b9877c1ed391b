/** The first sheet of many QR codes, or the first code, drawn by the service's own code. Loaded on demand. */
import { labelHeight, labelOf, layoutOf } from '../../../../shared/drawing/qr-sheet.ts';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { text } from '../../text/later.ts';
import type { QrLink, QrLook } from './qr-look.ts';
import { QrPreview } from './qr-preview.tsx';
import { type SheetLook, toSheet } from './sheet-look.ts';

const words = text.qr;

type ManyProps = { links: readonly QrLink[]; look: QrLook & SheetLook };

export function FirstCode({ links: [link], look }: ManyProps) {
  return (
    link && (
      <>
        <div class="picture">
          <QrPreview link={link} look={look} />
        </div>
        <figcaption class="cut small">{link.shortUrl}</figcaption>
      </>
    )
  );
}

export function QrSheetPreview({ links, look }: ManyProps) {
  const sheet = toSheet(look);
  const layout = sheet.side > 0 && sheet.gap >= 0 ? layoutOf(sheet) : undefined;
  if (!layout) return <p class="small down">{words.tooLarge}</p>;
  const { width, height, codesAPage, placeOf } = layout;
  const pages = Math.ceil(links.length / codesAPage);
  return (
    <>
      <svg class="sheet" role="img" aria-label={words.sheet} viewBox={`0 0 ${width} ${height}`}>
        {links.slice(0, codesAPage).map((link, n) => {
          const { x, y } = placeOf(n);
          const label = withoutScheme(link.shortUrl);
          const { size, indent } = labelOf(label, sheet);
          return (
            <g key={link.id} transform={`translate(${x} ${y})`}>
              <QrPreview link={link} look={look} side={sheet.side} />
              {sheet.labels && (
                <text x={indent} y={sheet.side + labelHeight - 1.5} font-size={size} font-family="monospace">
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption class="small soft">{words.sheets(pages, codesAPage)}</figcaption>
    </>
  );
}
