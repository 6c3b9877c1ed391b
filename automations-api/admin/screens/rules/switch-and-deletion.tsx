/** The switch and the deletion of a rule, for the list and for its screen. */
import { useState } from 'preact/hooks';
import { ActiveSwitch } from '../../core/active-switch.tsx';
import { useDeletion } from '../../core/deletion.tsx';
import { may } from '../../core/session.ts';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { allRuns, openRuns } from './run-status.tsx';
import { TurnOn } from './turn-on.tsx';

const words = text.rules;

export const useRuleDeletion = (onDeleted: () => void) =>
  useDeletion<Rule>({
    kind: 'rule',
    words,
    note: (rule) => words.deleteNote(openRuns(rule), allRuns(rule)),
    lost: allRuns,
    onDeleted,
  });

type RuleSwitchProps = { rule: Rule; hasText?: boolean; onTurned: () => void };

/** Turns a rule off at once, and on after a confirmation. */
export function RuleSwitch({ rule, hasText, onTurned }: RuleSwitchProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActiveSwitch
        kind="rule"
        words={words}
        label={words.turn(rule.name, !rule.active)}
        of={rule}
        isAllowed={may('editor')}
        hasText={hasText}
        ask={() => setAsking(true)}
        onTurned={onTurned}
      />
      {isAsking && <TurnOn rule={rule} onClose={() => setAsking(false)} onTurned={onTurned} />}
    </>
  );
}
