/** API requests for creating example data. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The function that sends a request with a JSON body, and resolves to the response's JSON. @throws if the service
 * refuses it
 */
export type Call = <Answer = unknown>(method: string, at: string, body?: object) => Promise<Answer>;

/** Returns the function that calls the API. `base` is the start of all paths; `headers` authenticate the caller. */
export const caller =
  (base: string, headers: Record<string, string> = {}): Call =>
  async (method, at, body) => {
    const answer = await fetch(base + at, {
      method,
      headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };

const withinMs = 60_000;

/** Waits for background work. @throws if it does not end in time */
export async function until(work: string, hasEnded: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await hasEnded()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`${work} did not end within ${withinMs / 1_000} seconds`);
  }
}
