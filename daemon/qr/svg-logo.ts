/**
 * The check of SVG logos, which allows only plain shapes. librsvg draws an accepted SVG to pixels here, so no part of
 * it reaches a browser. But drawing a hostile SVG could exhaust the process (multiplying references, filters, endless
 * dashes). It could also be drawn differently than it was checked (entities, encodings, escapes). Pure.
 */
const shapes = new Set(
  'svg g defs title desc metadata style path rect circle ellipse line polyline polygon lineargradient radialgradient stop clippath'.split(
    ' ',
  ),
);
const mostElements = 2_000;
const deepest = 16;

/** Returns the SVG to draw, or its fault. */
export function checkSvg(bytes: Buffer): { svg: Buffer } | { fault: string } {
  const text = decode(bytes);
  if (text === undefined) return { fault: 'must be in UTF-8 if it is an SVG' };
  // Without a declaration, librsvg reads the file as UTF-8, as this check does.
  const svg = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '').replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const fault = faultOf(svg.trim());
  return fault === undefined ? { svg: Buffer.from(svg.trim()) } : { fault };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function faultOf(svg: string): string | undefined {
  if (!/^<svg[\s>]/i.test(svg)) return 'is not an SVG';
  if (/<[!?]|[&\\@]/.test(svg)) return 'must be an SVG without entities, escapes, imports and declarations';
  if (/dash/i.test(svg)) return 'must be an SVG without dashed lines';
  if (/\b(?:xlink:)?href\s*=\s*["'](?!#)|url\(\s*["']?(?!#)/i.test(svg)) return 'must be an SVG that loads nothing';
  return faultOfElements(svg);
}

/** A tag, up to the next `<`. The pattern has only one way to match, so it fails fast. */
const tag = /<(\/?)([^\s/<>"']+)(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/y;

function faultOfElements(svg: string): string | undefined {
  let depth = 0;
  let elements = 0;
  for (let at = svg.indexOf('<'); at >= 0; at = svg.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = at;
    const [whole, closing, name = '', attributes = ''] = tag.exec(svg) ?? [];
    if (whole === undefined) return 'must be a well-formed SVG';
    if (closing) depth--;
    else {
      if (name.includes(':') ? !/^(sodipodi|inkscape|rdf|cc|dc):/.test(name) : !shapes.has(name.toLowerCase())) {
        return `must be an SVG of plain shapes, without ${name.slice(0, 40)}`;
      }
      elements++;
      if (!attributes.endsWith('/')) depth++;
    }
    if (depth > deepest || elements > mostElements) return 'must be a simpler SVG';
  }
  return undefined;
}
