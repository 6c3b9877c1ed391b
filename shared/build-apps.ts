/** Builds the browser applications; a part of `npm run build`. */
import { browserApps, buildApp } from './build-app.ts';

for (const app of browserApps) {
  try {
    await buildApp(app);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
