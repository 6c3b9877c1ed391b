/**
 * One running Waypost for each LOCAL_DIR, by an abstract socket, which the kernel frees however its owner ends (Linux).
 */
import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';

/** Held until the process ends or the returned function is called. @throws if another process holds it */
export async function lockDirectory(dir: string): Promise<() => void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return hold(
    'waypost',
    dir,
    `another Waypost is already running on ${dir}; stop it, or set LOCAL_DIR to another directory`,
  );
}

/** Locks `what` of a directory in the same way. @throws `refusal` if another process holds it */
export async function hold(what: string, dir: string, refusal: string): Promise<() => void> {
  const name = createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 32);
  const server = createServer();
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(refusal) : error),
    );
    server.listen(`\0${what}-${name}`, resolve);
  });
  return () => void server.close();
}

/** @throws if the port cannot be listened on. `variable` is the setting of the port, `ofHost` that of the address */
export async function needFreePort(host: string, port: number, variable: string, ofHost = 'HOST'): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `port ${port} on ${host} is already in use; stop what listens there, or set ${variable} to another port`
            : `cannot listen on ${host}:${port} (${error.code}); see ${ofHost} and ${variable}`,
        ),
      ),
    );
    server.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
