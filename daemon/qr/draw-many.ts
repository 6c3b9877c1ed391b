/** The drawing of many links' QR codes. Each code is drawn after the previous one was consumed. */
import type { Config } from '../../shared/config/config.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import { isApiError } from '../api/errors.ts';
import { domainOf } from '../links/core/link.ts';
import type { LinkRow } from '../links/core/queries.ts';
import { drawQr } from './draw.ts';
import type { Look } from './look.ts';
import type { ZipFile } from './zip.ts';

export type DrawFor = { workspaceId: number; signal: AbortSignal };

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain'>;

/** Returns the content of a link's code. Its query distinguishes scans from other clicks. */
export const textOf = (config: Settings, link: LinkRow) =>
  `${shortUrlOf(config, domainOf(config, link), link.slug)}?qr=1`;

/**
 * Resolves to the files when the first and largest code is drawn. Failures of other codes are listed in a separate
 * file. @throws like `drawQr` for the first
 */
export async function drawMany(
  config: Settings,
  links: LinkRow[],
  look: Look,
  caller: DrawFor,
): Promise<AsyncGenerator<ZipFile>> {
  const lengthOf = (link: LinkRow) => textOf(config, link).length;
  const [hardest, ...others] = links.toSorted((a, b) => lengthOf(b) - lengthOf(a)) as [LinkRow, ...LinkRow[]];
  const nameOf = createNames(config, look);
  const draw = (link: LinkRow) => drawQr(textOf(config, link), look, caller);
  const first: ZipFile = { name: nameOf(hardest), content: await draw(hardest) };
  return drawRest(first, others);

  async function* drawRest(drawn: ZipFile, rest: LinkRow[]): AsyncGenerator<ZipFile> {
    yield drawn;
    const faults: string[] = [];
    for (const link of rest) {
      const name = nameOf(link);
      try {
        yield { name, content: await draw(link) };
      } catch (error) {
        if (!isApiError(error) || error.code !== 'validation_failed') throw error;
        faults.push(`${name}: ${error.message}`);
      }
    }
    if (faults.length > 0) yield { name: 'errors.txt', content: `${faults.join('\n')}\n` };
  }
}

/** Creates a function that returns unique file names, even for slugs that differ only in case. */
function createNames(config: Settings, { format }: Look): (link: LinkRow) => string {
  const taken = new Set<string>();
  return (link) => {
    const base = `${domainOf(config, link).replace(/[^\w.-]/g, '_')}_${link.slug}`;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}-${n}`;
    taken.add(name.toLowerCase());
    return `${name}.${format}`;
  };
}
