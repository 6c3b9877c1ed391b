/** The records of a domain, checked repeatedly while the page is visible, until all are found. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { relative } from '../../../../shared/ui/format.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may, refreshWorkspace } from '../../core/session.ts';
import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { DnsRecords } from './dns-records.tsx';
import { isLocalHost, LocalNotice } from './local.tsx';

const words = text.domains;

type ConnectionProps = { domain: Domain; onChange: (domain: Domain) => void };

export function Connection({ domain, onChange }: ConnectionProps) {
  const { isChecking, problem, check } = useChecks(domain, onChange);
  const local = domain.dns.records.find(({ type, value }) => type !== 'TXT' && isLocalHost(value));
  const isOdd = domain.status === 'verified' && domain.dns.status === 'mismatch';
  return (
    <section class="card">
      <header>
        <h2>{words.connection}</h2>
        <span aria-live="polite">
          {domain.lastCheckedAt ? words.checkedAt(relative(domain.lastCheckedAt)) : words.neverChecked}
        </span>
      </header>
      <div class="body">
        {local && domain.status !== 'verified' ? (
          <LocalNotice host={local.value} />
        ) : (
          <>
            <p>{words.intro[domain.status]}</p>
            {isOdd && <p class="notice warn">{words.mismatch}</p>}
            <DnsRecords domain={domain} />
            {domain.status !== 'verified' && <p class="soft small">{words.nameHint(shortNameOf(domain))}</p>}
          </>
        )}
        {problem && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
      </div>
      {may('admin') && (
        <footer>
          <span role="status">{isChecking ? words.checking : ''}</span>
          <Button icon="refresh" isBusy={isChecking} onClick={() => void check(true)}>
            {words.checkNow}
          </Button>
        </footer>
      )}
    </section>
  );
}

/** Returns the proof's name without the domain that providers append. A domain of two labels has only the prefix. */
const shortNameOf = ({ hostname }: Domain): string => ['_fks', ...hostname.split('.').slice(0, -2)].join('.');

const firstWaitMs = 6_000;
const longestWaitMs = 60_000;

/** Starts a check of a domain. For users who cannot start one, reads the result of the service's own checks. */
const requestCheck = async ({ id }: Domain): Promise<Domain | undefined> =>
  may('admin')
    ? api.post<Domain>(`/domains/${id}/verify`)
    : (await api.get<{ domains: Domain[] }>('/domains')).domains.find((domain) => domain.id === id);

const isSettled = ({ status, certificate }: Domain) => status === 'verified' && certificate.status !== 'pending';

function useChecks(domain: Domain, onChange: (domain: Domain) => void) {
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const latest = useRef(domain);
  latest.current = domain;

  const check = async (isManual: boolean) => {
    setChecking(true);
    setProblem(undefined);
    try {
      const found = await requestCheck(latest.current);
      if (found) announce(latest.current, found, isManual);
      if (found) onChange(found);
    } catch (error) {
      // Automatic checks are repeated anyway.
      if (isManual) setProblem(sentenceOf((error as Error).message));
    } finally {
      setChecking(false);
      setRound((n) => (isManual ? 0 : n + 1));
    }
  };

  useEffect(() => {
    if (isSettled(domain)) return;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 1.5 ** round);
    const timer = setInterval(() => {
      if (!document.hidden) void check(false);
    }, waitMs);
    return () => clearInterval(timer);
  }, [domain.id, isSettled(domain), round]);

  return { isChecking, problem, check };
}

function announce(before: Domain, { status, unicodeHostname }: Domain, isManual: boolean): void {
  if (status === 'verified' && before.status !== 'verified') {
    toast(words.nowVerified(unicodeHostname));
    void refreshWorkspace();
  } else if (isManual && status !== 'verified') toast(words.stillWaiting);
}
