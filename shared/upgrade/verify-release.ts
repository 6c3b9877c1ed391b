/**
 * The integrity check for a release in a folder: every listed file exists and matches its checksum, and there are no
 * other files.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { versionForm } from './versions.ts';

const sumsFile = 'SHA256SUMS';
const mostFiles = 200_000;

/** Checks a release and resolves to its version. @throws naming the first wrong file */
export async function checkRelease(folder: string): Promise<string> {
  const version = await versionOf(folder);
  const sums = await readSums(folder);
  const files = await listFiles(folder);
  const missing = [...sums.keys()].find((file) => !files.has(file));
  if (missing) throw new Error(`it is incomplete: ${missing} is missing`);
  const more = [...files].find((file) => !sums.has(file));
  if (more) throw new Error(`it was altered: ${more} is not part of the release`);
  for (const [file, sum] of sums) {
    if (sumOf(path.join(folder, file)) !== sum) throw new Error(`it was altered: ${file} does not match its checksum`);
  }
  await refuseOtherMachine(path.join(folder, 'node/bin/node'));
  return version;
}

const piece = Buffer.allocUnsafe(1 << 20);

/** Reads the file synchronously, because creating a stream for each of thousands of files takes ten times as long. */
function sumOf(file: string): string {
  const hash = createHash('sha256');
  const fd = openSync(file, 'r');
  try {
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece)) hash.update(piece.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

/** Resolves to the text of the checksums, which differs between two builds of the same version. */
export const sumsOf = (folder: string) => readFile(path.join(folder, sumsFile), 'utf8').catch(() => '');

async function versionOf(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name, version } = parse(text);
  if (name !== 'waypost' || typeof version !== 'string' || !versionForm.test(version)) {
    throw new Error('it is not a Waypost release, by its package.json');
  }
  return version;
}

function parse(text: string): { name?: unknown; version?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Reads checksums in the format of `sha256sum`. */
async function readSums(folder: string): Promise<Map<string, string>> {
  const lines = (await sumsOf(folder)).split('\n').filter(Boolean);
  if (lines.length === 0) throw new Error(`it is not a Waypost release: it has no ${sumsFile}`);
  if (lines.length > mostFiles) throw new Error(`its ${sumsFile} lists more than ${mostFiles} files`);
  return new Map(
    lines.map((line) => {
      const [, sum, file] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      const isInside = file !== undefined && !path.isAbsolute(file) && !file.split('/').includes('..');
      if (!sum || !isInside) throw new Error(`its ${sumsFile} has an invalid line`);
      return [file.replace(/^\.\//, ''), sum];
    }),
  );
}

async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set<string>();
  for (const entry of entries) {
    const file = path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name));
    if (!entry.isFile() && !entry.isDirectory())
      throw new Error(`it was altered: ${file} is neither a file nor a folder`);
    if (entry.isFile() && file !== sumsFile) files.add(file);
  }
  return files;
}

/** Processor architectures, keyed by their number in an ELF header. */
const machines: Record<number, string> = { 62: 'x64', 183: 'arm64' };

async function refuseOtherMachine(program: string): Promise<void> {
  const head = Buffer.alloc(20);
  const file = await open(program).catch(() => {
    throw new Error('it is not a Waypost release: it has no Node.js');
  });
  await file.read(head, 0, head.length, 0);
  await file.close();
  if (head.subarray(0, 4).toString('latin1') !== '\x7fELF') return;
  const machine = machines[head.readUInt16LE(18)] ?? 'another processor';
  if (machine !== process.arch) throw new Error(`it is for ${machine}, but this machine is ${process.arch}`);
}
