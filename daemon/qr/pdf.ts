/** A writer of PDF files that consist of shapes, images and text in Courier. Lengths are in millimetres. */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const compress = promisify(deflate);
const pointsAMillimetre = 72 / 25.4;

/** An image as pixels of 4 bytes: red, green, blue and opacity. */
export type PdfImage = { width: number; height: number; pixels: Buffer };

/** Returns a number as PDF has it, without an exponent. */
export const pdfNumber = (value: number) => String(Number(value.toFixed(4)));

/** Returns a text as PDF has it. It must be in ASCII. */
export const pdfText = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;

/** The name of the image and of the font in pages' content. */
export const pdfNames = { image: '/I', font: '/F' };

export type PdfPage = { width: number; height: number; content: string };

/**
 * Builds a file. A page's content has its origin in the top left corner of the page, and y grows towards the bottom. All pages
 * can use the image.
 */
export async function pdfOf(pages: PdfPage[], image?: PdfImage): Promise<Buffer> {
  const objects: Buffer[] = [];
  const add = (...parts: (string | Buffer)[]) => objects.push(Buffer.concat(parts.map((part) => Buffer.from(part))));
  const addStream = async (entries: string, content: string | Buffer) => {
    const bytes = await compress(content);
    const head = `<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`;
    return add(head, bytes, '\nendstream');
  };
  // Objects are numbered from 1. The catalogue and the list of pages are the first two.
  add('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(Buffer.alloc(0));
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>');
  const drawn = image && (await addImage(image, addStream));
  const resources = `<< /Font << ${pdfNames.font} ${font} 0 R >>${drawn ? ` /XObject << ${pdfNames.image} ${drawn} 0 R >>` : ''} >>`;
  const kids: string[] = [];
  for (const { width, height, content } of pages) {
    const scale = pdfNumber(pointsAMillimetre);
    const [right, top] = [width, height].map((length) => pdfNumber(length * pointsAMillimetre));
    const stream = await addStream('', `${scale} 0 0 -${scale} 0 ${top} cm\n${content}`);
    const page = add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${right} ${top}] /Resources ${resources} /Contents ${stream} 0 R >>`,
    );
    kids.push(`${page} 0 R`);
  }
  objects[1] = Buffer.from(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`);
  return assemble(objects);
}

type AddStream = (entries: string, content: Buffer) => Promise<number>;

async function addImage({ width, height, pixels }: PdfImage, addStream: AddStream): Promise<number> {
  const isColour = (_: number, at: number) => at % 4 < 3;
  const common = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  const opacity = await addStream(
    `${common} /ColorSpace /DeviceGray`,
    pixels.filter((_, at) => at % 4 === 3) as Buffer,
  );
  const colours = pixels.filter((value, at) => isColour(value, at)) as Buffer;
  return addStream(`${common} /ColorSpace /DeviceRGB /SMask ${opacity} 0 R`, colours);
}

/** Joins the objects and appends the table of their positions. */
function assemble(objects: Buffer[]): Buffer {
  // The second line shows transfer programs that the file is binary.
  const parts = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  let length = (parts[0] as Buffer).length;
  const positions = objects.map((object, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
    return length - part.length;
  });
  const entries = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
