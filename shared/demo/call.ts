/** How example data is made: by the API of a service that listens for this process alone. */

/** A request with a JSON body; resolves to the answer's. @throws when the service refuses it */
export type Call = <Answer = unknown>(method: string, at: string, body?: object) => Promise<Answer>;

/** `base` is what all paths begin with; `headers` say who calls. */
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
