/** Builds the browser applications; a part of `npm run build`. */
import { type BrowserApp, buildApp } from './build-app.ts';

export const browserApps: BrowserApp[] = [
  { source: 'daemon/dashboard', output: '.build/dashboard', base: '/dashboard' },
];

for (const app of browserApps) {
  try {
    await buildApp(app);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
