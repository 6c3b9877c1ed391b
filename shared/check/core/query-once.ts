/** Caches of answers that several checks of a run need. */
import type { Subject } from './finding.ts';

type Question<Answer> = (subject: Subject, about: string) => Promise<Answer>;

export function queriedOnce<Answer>(query: Question<Answer>): (subject: Subject, about?: string) => Promise<Answer> {
  const answersBySubject = new WeakMap<Subject, Map<string, Promise<Answer>>>();
  return (subject, about = '') => {
    const answers = answersBySubject.get(subject) ?? new Map<string, Promise<Answer>>();
    answersBySubject.set(subject, answers);
    const answer = answers.get(about) ?? query(subject, about);
    answers.set(about, answer);
    return answer;
  };
}
