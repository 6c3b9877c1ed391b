/** One sign-in with the link service: says where contacts are, joins accounts of one address, and knows whom that service lets in. */
import { noteAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { tellOfJoining } from '../mail/mail-texts.ts';
import { findFirstVisit } from '../people/first-visit-queries.ts';
import { followLinks } from '../people/follow-links.ts';
import { registerInstallation } from '../people/installation.ts';
import { joinAll } from '../people/join-accounts.ts';

const bySystem = { type: 'system', id: 0, name: '' };

/** Each conflict is told once by a process. */
const told = new Set<string>();

/** Done at the start and every minute; where the link service is not there, nothing happens. */
export async function followLinkService(context: Context): Promise<void> {
  const { log, wordPress } = context;
  const awaitsFirst = async (trx: Parameters<typeof findFirstVisit>[0]) =>
    !(await wordPress.isThere()) && (await findFirstVisit(trx)) !== undefined;
  if (!(await registerInstallation(context, awaitsFirst))) return;
  await joinAll(context, {
    async joined({ id, email, name }) {
      context.sessions.forget();
      log.info({ admin: id }, "joined an account of contacts with the link service's account of the same email");
      await noteAct(context, bySystem, 'admin.joined', id);
      await tellOfJoining(context, { email, name });
    },
    kept({ id, emailKey }) {
      if (told.has(emailKey)) return;
      told.add(emailKey);
      log.warn(
        { admin: id },
        'an account of contacts has the same email as an unverified one of the link service: they stay separate',
      );
    },
  });
  await followLinks(context);
}
