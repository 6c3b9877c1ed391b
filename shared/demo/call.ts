/** API requests for creating example data. */

/**
 * The function that sends a request with a JSON body, and resolves to the response's JSON. @throws if the service
 * refuses it
 */
export type Call = <Answer = unknown>(method: string, at: string, body?: object) => Promise<Answer>;

/** `base` is the start of all paths; `headers` authenticate the caller. */
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
