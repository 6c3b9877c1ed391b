/** The steps of `waypost setup`, in order. */

import type { Work } from './context.ts';
import type { Step } from './plan.ts';
import { answerStep, caddyStep, servicesStep, timerStep, unitsStep } from './steps-of-serving.ts';
import { accountStep, databaseStep, serversStep, tablesStep } from './steps-of-stores.ts';
import {
  authorityStep,
  foldersStep,
  kernelStep,
  passphraseStep,
  releaseStep,
  settingsStep,
  userStep,
} from './steps-of-system.ts';

export const listSteps = (work: Work): Step[] =>
  [
    userStep(),
    // These two steps read files that root kept in the data folder. After that, foldersStep gives the folder to the
    // services.
    settingsStep(work),
    passphraseStep(),
    foldersStep(work),
    releaseStep(),
    authorityStep(work),
    serversStep(work),
    databaseStep(work),
    tablesStep(work),
    accountStep(work),
    caddyStep(work),
    unitsStep(work),
    timerStep(work),
    kernelStep(work),
    servicesStep(work),
    answerStep(work),
  ].filter((step) => step !== undefined);
