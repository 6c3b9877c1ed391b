/** The QR code for an authenticator app. Loaded on demand. */
import { pathsOf } from '../../../../../shared/drawing/qr-paths.ts';
import { toPattern } from '../../../../../shared/drawing/qr-pattern.ts';
import { text } from '../../../text/text.ts';

const quietZone = 4;

export function TotpCode({ uri }: { uri: string }) {
  const pattern = toPattern(uri, 'M', quietZone, false);
  return (
    <svg
      class="totp"
      role="img"
      aria-label={text.secondFactor.qrCode}
      viewBox={`0 0 ${pattern.side} ${pattern.side}`}
      shape-rendering="crispEdges"
    >
      <rect width={pattern.side} height={pattern.side} fill="#fff" />
      {pathsOf(pattern, 'squares').map((path, n) => (
        <path key={n} d={path} fill="#000" />
      ))}
    </svg>
  );
}
