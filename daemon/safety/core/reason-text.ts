/** Texts for reasons. Each continues "The destination". */
import type { Reason } from './check.ts';

const texts: Record<Reason, string> = {
  invalid_url: 'is not a URL',
  scheme: 'has a scheme that is not allowed there; use http or https',
  userinfo: 'hides its host behind a user name',
  private_address: 'is in a private network',
  local_name: 'is not on the public internet',
  own_domain: 'redirects back to a short domain',
  listed: 'is on a list of unsafe URLs',
  look_alike: 'imitates the name of a brand',
  malware: 'spreads malware',
  phishing: 'was reported for phishing',
  unwanted_software: 'spreads unwanted software',
  spam: 'was reported for spam',
  reported: 'was reported by visitors',
};

export const reasonText = (reason: Reason) => texts[reason];
