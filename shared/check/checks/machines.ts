import { findDifferences, inWords } from '../../config/shared-settings.ts';
import { counted } from '../../plural.ts';
import { evaluate, type Finding, need, type Subject, warning } from '../core/finding.ts';
import { listMachines } from './links-queries.ts';

/** The maximum age of a machine's row, which the machine renews every minute. */
const seenWithinMs = 180_000;

export const seenSince = (now: Date) => new Date(now.getTime() - seenWithinMs);

export async function checkMachines({ links, now }: Subject): Promise<Finding | Finding[]> {
  const machines = await listMachines(need(links, 'MySQL'), seenSince(now));
  if (machines.length < 2) return [];
  return evaluate(
    findDifferences(machines).map((one) => [
      true,
      warning(inWords(one), 'set the same value on all machines, and restart the changed ones'),
    ]),
    `${counted(machines.length, 'machine')} with the same settings`,
  );
}
