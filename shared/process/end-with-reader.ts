/** Ends a command quietly if the program that reads its output ends first, such as `head`. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A command with its own handler, such as a backup to standard output, fails instead.
    if (process.stdout.listenerCount('error') > 1) return;
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}
