/** One request on its own connection, with a time limit. It distinguishes requests that never arrived from those without an answer. */
import { request as httpRequest } from 'node:http';

export type Answer = {
  status: number;
  retryAfter: string | undefined;
  location: string | undefined;
  body: string;
};
/** A refused connection did nothing; any other request without an answer can have been carried out. */
export type Outcome = Answer | 'refused' | 'no answer';

export type Request = { port: number; method?: string; path: string; headers?: Record<string, string>; body?: object };

export function request({ port, method = 'GET', path, headers, body }: Request, withinMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body);
    const sent = httpRequest(
      {
        ...{ host: '127.0.0.1', port, method, path, agent: false, timeout: withinMs },
        headers: {
          ...headers,
          ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
        },
      },
      (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (part) => {
          received += part;
        });
        answer.on('error', () => resolve('no answer'));
        answer.on('end', () =>
          resolve({
            ...{ status: answer.statusCode ?? 0, body: received },
            ...{ retryAfter: answer.headers['retry-after'], location: answer.headers.location },
          }),
        );
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'no answer'),
    );
    sent.on('timeout', () => sent.destroy());
    sent.end(text);
  });
}
