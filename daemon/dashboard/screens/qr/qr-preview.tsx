/** A live preview of a QR code, drawn by the service's own code. Loaded on demand. */
import { pathsOf } from '../../../../shared/drawing/qr-paths.ts';
import { toPattern } from '../../../../shared/drawing/qr-pattern.ts';
import { text } from '../../text/later.ts';
import { brandLogo, contentOf, eccOf, firstLook, hexOf, type QrLink, type QrLook } from './qr-look.ts';

/** `side`: the width and height, in the units of a surrounding drawing. */
export function QrPreview({ link, look, side: shownSide }: { link: QrLink; look: QrLook; side?: number }) {
  const { style, margin, logo } = look;
  const pattern = toPattern(contentOf(link), eccOf(look), Number(margin), logo !== '');
  const { side, logo: place } = pattern;
  return (
    <svg
      role="img"
      aria-label={text.qr.preview(link.shortUrl)}
      width={shownSide}
      height={shownSide}
      viewBox={`0 0 ${side} ${side}`}
      shape-rendering={style === 'squares' ? 'crispEdges' : undefined}
    >
      <rect width={side} height={side} fill={hexOf(look.bg, firstLook.bg)} />
      {pathsOf(pattern, style).map((path, n) => (
        <path key={n} fill={hexOf(look.fg, firstLook.fg)} d={path} />
      ))}
      {place && logo !== brandLogo && (
        <image href={logo} x={place.at} y={place.at} width={place.side} height={place.side} />
      )}
      {/* A placeholder: the logo is on another host, and the dashboard loads nothing external. */}
      {place && logo === brandLogo && (
        <rect x={place.at} y={place.at} width={place.side} height={place.side} rx="1" fill="#8884" />
      )}
    </svg>
  );
}
