/** The upload of a file as the body of a request. It reports progress, which `fetch` does not support. */
import { ApiError, isSignedOut, type openService, type Params } from '../service.ts';
import { uiText } from '../text.ts';

type Way = Pick<ReturnType<typeof openService>, 'urlOf' | 'errorOf' | 'headers'>;

type Sending = {
  path: string;
  query: Params;
  file: File;
  /** Called with the number of bytes sent so far. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
};

/** Sends the file. @throws {ApiError} for an error response or an unreachable service; an `AbortError` after an abort */
export async function sendFile<T>(way: Way, { path, query, file, onSent, signal }: Sending): Promise<T> {
  const { status, text } = await send(way, way.urlOf(path, query), { file, onSent, signal });
  if (status >= 200 && status < 300) return JSON.parse(text) as T;
  if (status === 401) isSignedOut.value = true;
  throw await way.errorOf(new Response(text, { status }));
}

const send = (way: Way, address: string, { file, onSent, signal }: Pick<Sending, 'file' | 'onSent' | 'signal'>) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    const headers = { accept: 'application/json', 'content-type': 'application/octet-stream', ...way.headers() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError(0, { code: 'unreachable', message: uiText.trouble.unreachable }));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
