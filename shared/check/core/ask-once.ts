/** Caches of answers that several checks of a run need. */
import type { Subject } from './finding.ts';

type Question<Answer> = (subject: Subject, about: string) => Promise<Answer>;

export function askedOnce<Answer>(ask: Question<Answer>): (subject: Subject, about?: string) => Promise<Answer> {
  const looks = new WeakMap<Subject, Map<string, Promise<Answer>>>();
  return (subject, about = '') => {
    const answers = looks.get(subject) ?? new Map<string, Promise<Answer>>();
    looks.set(subject, answers);
    const answer = answers.get(about) ?? ask(subject, about);
    answers.set(about, answer);
    return answer;
  };
}
