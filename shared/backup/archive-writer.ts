/**
 * The writer of backup files. A backup is a tar archive whose last two files are checksums. SHA256SUMS covers each file
 * before it, in the format of `sha256sum -c`; CHECKSUM covers all bytes before it. Files are kept in memory until they
 * are written, so they must be small.
 */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { tarBlock, tarEnd, tarHead, tarPadding } from './tar.ts';

const sumsFile = 'SHA256SUMS';
const checksumFile = 'CHECKSUM';
/** The size in bytes of the file CHECKSUM and of the end of the archive. */
export const trailerBytes = 2 * tarBlock + tarEnd.length;

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Returns an archive's last bytes. They depend only on the checksum, so any altered byte is noticed. */
export function trailerOf(checksum: string): Buffer {
  const content = Buffer.from(`${checksum}\n`);
  const padding = Buffer.alloc(tarPadding(content.length));
  return Buffer.concat([tarHead(checksumFile, content.length, new Date(0)), content, padding, tarEnd]);
}

export class ArchiveWriter {
  /** Bytes written so far. */
  bytes = 0;
  readonly #out: Writable;
  readonly #at: Date;
  readonly #hash = createHash('sha256');
  readonly #sums: string[] = [];
  #fault: Error | undefined;

  /** `at` is the modification time of every file in the archive. */
  constructor(out: Writable, at: Date) {
    this.#out = out;
    this.#at = at;
    out.on('error', (error) => {
      this.#fault ??= error;
    });
  }

  /** Adds a file; resolves when more can be added. @throws the error of `out` */
  async add(file: string, content: Buffer): Promise<void> {
    this.#sums.push(`${sha256(content)}  ${file}\n`);
    await this.#addFile(file, content);
  }

  /** Adds the checksums and ends `out`. Resolves to the checksum of all bytes once they are written. */
  async finish(): Promise<string> {
    await this.#addFile(sumsFile, Buffer.from(this.#sums.join('')));
    const checksum = this.#hash.copy().digest('hex');
    await this.#write(trailerOf(checksum));
    await new Promise<void>((resolve, reject) => {
      this.#out.once('error', reject);
      this.#out.end(resolve);
    });
    return checksum;
  }

  async #addFile(file: string, content: Buffer): Promise<void> {
    await this.#write(tarHead(file, content.length, this.#at));
    await this.#write(content);
    await this.#write(Buffer.alloc(tarPadding(content.length)));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.bytes += bytes.length;
    if (this.#fault) throw this.#fault;
    await new Promise<void>((resolve, reject) => {
      this.#out.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}
