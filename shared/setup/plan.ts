/** A plan: a list of steps. Each step finds its own differences, so an interrupted plan continues where it stopped. */
import { explain } from '../process/entry.ts';

export type Step = {
  name: string;
  /**
   * Describes the necessary change. Returns `undefined` if nothing differs. Can run before earlier steps are applied.
   */
  check: () => Promise<string | undefined> | string | undefined;
  apply: () => Promise<unknown>;
};

export type Change = { step: string; change: string };

/** Lists the changes that the plan would make, without making them. */
export async function listChanges(steps: Step[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { name, check } of steps) {
    const change = await check();
    if (change !== undefined) changes.push({ step: name, change });
  }
  return changes;
}

/** Makes the changes in order. Calls `say` before each change. @throws naming the step that failed */
export async function carryOut(steps: Step[], say: (change: Change) => void): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { name, check, apply } of steps) {
    try {
      const change = await check();
      if (change === undefined) continue;
      say({ step: name, change });
      await apply();
      changes.push({ step: name, change });
    } catch (error) {
      throw new Error(
        `${name}: ${explain(error)}\nCorrect this and run the command again: it continues with this step.`,
      );
    }
  }
  return changes;
}
