/** The steps of `waypost setup`, in order. */
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
import type { Work } from './work.ts';

export const listSteps = (work: Work): Step[] =>
  [
    userStep(),
    foldersStep(work),
    releaseStep(),
    authorityStep(work),
    settingsStep(work),
    passphraseStep(),
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
