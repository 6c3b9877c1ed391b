/**
 * Many clicks of one workspace and day as bytes, some 12 a click, by link and within a link by time.
 *
 *   0 u8 version    1 u32 CRC-32 of what follows    5 u8 1 if the columns are deflated
 *   6 varints: number of clicks, bytes of the columns
 *     the columns, in varints: of each link the distance from the former, how many clicks it has, their times, each as the
 *     distance from the former; then for all clicks countries, devices, systems, browsers, referrers, flags
 *     visitors, 7 bytes each, big-endian; they are hashes, which nothing makes smaller
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { fromFlags, type StoredClick, toFlags } from './click.ts';
import { readVarints, toVarints } from './varints.ts';

/** A block holds no more, so that reading one holds nobody up. */
export const clicksABlock = 8_192;

const version = 1;
const headBytes = 6;
const visitorBytes = 7;
/** Setting up to deflate less costs more than it saves. */
const deflatedFrom = 512;
const largestColumns = clicksABlock * 64;

/** `clicks` are at most `clicksABlock`, by link and time. */
export function encodeBlock(clicks: readonly StoredClick[]): Buffer {
  const plain = toVarints(toColumns(clicks));
  const isDeflated = plain.length >= deflatedFrom;
  const columns = isDeflated ? deflateRawSync(plain, { level: 1 }) : plain;
  const visitors = Buffer.allocUnsafe(clicks.length * visitorBytes);
  for (const [index, { visitor }] of clicks.entries()) writeVisitor(visitors, index * visitorBytes, visitor);
  const block = Buffer.concat([Buffer.alloc(headBytes), toVarints([clicks.length, columns.length]), columns, visitors]);
  block[0] = version;
  block[headBytes - 1] = isDeflated ? 1 : 0;
  block.writeUInt32BE(crc32(block.subarray(headBytes - 1)), 1);
  return block;
}

function toColumns(clicks: readonly StoredClick[]): number[] {
  const numbers: number[] = [];
  let formerLink = 0;
  for (let start = 0; start < clicks.length; ) {
    const { linkId } = clicks[start] as StoredClick;
    let end = start + 1;
    while (clicks[end]?.linkId === linkId) end++;
    numbers.push(linkId - formerLink, end - start);
    for (let former = 0; start < end; start++) {
      const { ms } = clicks[start] as StoredClick;
      numbers.push(ms - former);
      former = ms;
    }
    formerLink = linkId;
  }
  for (const { country } of clicks) numbers.push(country);
  for (const { device } of clicks) numbers.push(device);
  for (const { os } of clicks) numbers.push(os);
  for (const { browser } of clicks) numbers.push(browser);
  for (const { referrer } of clicks) numbers.push(referrer);
  for (const click of clicks) numbers.push(toFlags(click));
  return numbers;
}

/** @throws RangeError when the bytes are no block of this version, or not a whole one. */
export function decodeBlock(block: Buffer): StoredClick[] {
  const { columns, visitors, count } = openBlock(block);
  const { next, more } = readVarints(columns);
  const clicks: StoredClick[] = [];
  for (let linkId = 0; clicks.length < count; ) {
    linkId += next();
    let ms = 0;
    for (let left = next(); left > 0; left--) {
      ms += next();
      const visitor = readVisitor(visitors, clicks.length * visitorBytes);
      clicks.push({
        linkId,
        ms,
        visitor,
        country: 0,
        device: 0,
        os: 0,
        browser: 0,
        referrer: 0,
        qr: false,
        choice: 0,
        bot: false,
      });
    }
  }
  for (const click of clicks) click.country = next();
  for (const click of clicks) click.device = next();
  for (const click of clicks) click.os = next();
  for (const click of clicks) click.browser = next();
  for (const click of clicks) click.referrer = next();
  for (const click of clicks) Object.assign(click, fromFlags(next()));
  if (more() || clicks.length !== count) throw new RangeError('the columns of a block do not add up');
  return clicks;
}

function openBlock(block: Buffer): { columns: Buffer; visitors: Buffer; count: number } {
  if (block.length < headBytes + 2 || block[0] !== version) throw new RangeError('this is no block of clicks');
  if (crc32(block.subarray(headBytes - 1)) !== block.readUInt32BE(1)) throw new RangeError('a block is damaged');
  const { next, at } = readVarints(block.subarray(headBytes));
  const [count, bytes] = [next(), next()];
  const start = headBytes + at();
  const visitors = block.subarray(start + bytes);
  if (visitors.length !== count * visitorBytes) throw new RangeError('the length of a block does not add up');
  const stored = block.subarray(start, start + bytes);
  const isDeflated = block[headBytes - 1] === 1;
  return { columns: isDeflated ? inflate(stored) : stored, visitors, count };
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: largestColumns });
  } catch (cause) {
    throw new RangeError('the columns of a block cannot be read', { cause });
  }
}

function writeVisitor(into: Buffer, at: number, visitor: number): void {
  const low = visitor % 2 ** 32;
  into.writeUIntBE((visitor - low) / 2 ** 32, at, 3);
  into.writeUInt32BE(low, at + 3);
}

const readVisitor = (from: Buffer, at: number) => from.readUIntBE(at, 3) * 2 ** 32 + from.readUInt32BE(at + 3);
