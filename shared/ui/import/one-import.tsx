/**
 * One import: its columns and check before the start, then its progress, and finally its report with the undo button.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Show } from '../states.tsx';
import type { ImportWords } from '../text/en/import.ts';
import { ActDialog } from './action-dialog.tsx';
import { ChoicesCard } from './choices-card.tsx';
import { DomainsCard } from './domains-card.tsx';
import { KeptCard } from './kept-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import type { Places } from './places.ts';
import { ProgressCard } from './progress-card.tsx';
import { type Act, type Choices, type ImportRecord, type ImportService, isLive, isOver } from './record.ts';
import { Report } from './report.tsx';
import { Steps, stepOf } from './steps.tsx';
import { useImport } from './use-import.ts';

type Props = {
  id: string;
  /** True if the file was just sent. The end of the import is then announced even if it ended before the first load. */
  isNew: boolean;
  service: ImportService;
  words: ImportWords;
  places: Places;
  onAnother: () => void;
};

export function OneImport({ id, isNew, service, words, places, onAnother }: Props) {
  const one = useImport(service, words, id, isNew);
  const [confirming, setConfirming] = useState<Act>();
  const act = (which: Act) => (which === 'cancel' || which === 'undo' ? setConfirming(which) : void one.act(which));
  const record = one.loaded.data;
  const place = useKeptFocus(record && `${record.dryRun} ${isOver(record)}`);
  return (
    <div class="stack import-place" ref={place} tabIndex={-1}>
      <Show of={one.loaded}>
        {(record) => (
          <>
            <Steps words={words} at={stepOf(record)} />
            <Report {...{ record, words, places, onAnother }} busy={one.busy} onAct={act} />
            {(isLive(record) || record.status === 'paused') && (
              <ProgressCard
                record={record}
                words={words}
                busy={one.busy === 'start' || one.busy === 'check' ? undefined : one.busy}
                onAct={act}
              />
            )}
            {record.undo?.status === 'done' && record.undo.kept > 0 && (
              <KeptCard record={record} service={service} words={words} />
            )}
            {isOver(record) && record.error === null && <OutcomeCard record={record} service={service} words={words} />}
            {record.dryRun && (record.columns.length > 0 || record.status === 'failed') && (
              <Preparing key={record.format} record={record} words={words} places={places} one={one} />
            )}
          </>
        )}
      </Show>
      {confirming && record && (
        <ActDialog
          act={confirming}
          record={record}
          words={words}
          onConfirm={() => one.act(confirming)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </div>
  );
}

/** Keeps the keyboard focus in the import: moves it to the container when a stage's button disappears. */
function useKeptFocus(stage: string | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const previous = useRef<string>();
  useLayoutEffect(() => {
    const isLost = previous.current !== undefined && document.activeElement === document.body;
    if (isLost) place.current?.focus({ preventScroll: true });
    previous.current = stage;
  }, [stage]);
  return place;
}

type PreparingProps = Pick<Props, 'words' | 'places'> & { record: ImportRecord; one: ReturnType<typeof useImport> };

/** Shows the import before it starts. Changes after the last check require another check. */
function Preparing({ record, words, places, one }: PreparingProps) {
  const checked: Choices = {
    format: record.format ?? 'auto',
    onTaken: record.onTaken,
    defaultStatus: record.defaultStatus,
    mapping: record.mapping,
    domains: record.domains,
    resubscribe: false,
    refusesFaultyCells: record.refusesFaultyCells ?? false,
    tagNames: record.tagNames,
    listNames: record.listNames,
  };
  const [changed, setChanged] = useState<Choices>();
  const choices = changed ?? checked;
  const isChanged = changed !== undefined && JSON.stringify(changed) !== JSON.stringify(checked);
  const isReady = isOver(record);
  const onChange = isReady && !one.busy ? setChanged : undefined;
  const possible = record.created + record.changed;
  return (
    <>
      <ChoicesCard {...{ record, words, places, choices, onChange }} problems={one.problems} />
      {record.unknownHosts.length > 0 && (
        <DomainsCard
          record={record}
          words={words}
          domains={choices.domains}
          options={places.domains}
          onChange={onChange && ((domains) => setChanged({ ...choices, domains }))}
        />
      )}
      {record.columns.length > 0 && (
        <MappingCard
          record={record}
          words={words}
          mapping={choices.mapping}
          newFields={places.newFields}
          problems={one.problems}
          onChange={onChange && ((mapping) => setChanged({ ...choices, mapping }))}
        />
      )}
      <div class="import-go">
        <p class={isChanged ? 'import-changed' : 'soft'} role="status">
          {isChanged ? words.changed : record.status === 'done' ? words.ready(possible, record.total ?? 0) : ''}
        </p>
        <div class="bar">
          <Button
            {...(isChanged && { kind: 'main' })}
            isBusy={one.busy === 'check'}
            disabled={!isReady}
            onClick={() => void one.start(choices, true)}
          >
            {words.check}
          </Button>
          {record.status !== 'failed' && (
            <Button
              {...(!isChanged && { kind: 'main' })}
              isBusy={one.busy === 'start'}
              disabled={!isReady || isChanged || possible === 0}
              onClick={() => void one.start(choices, false)}
            >
              {words.start(possible)}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
