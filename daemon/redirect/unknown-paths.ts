/**
 * Counts of requests for unknown paths on custom domains, in typed arrays of a fixed size: sets of a few places, in
 * which a new path replaces a rare one. So any number of paths changes neither memory nor the time that counting
 * takes. Nothing about visitors is kept.
 */
const setBits = 9;
const sets = 1 << setBits;
const placesASet = 8;
const places = sets * placesASet;
/** Maximum length of a path. Longer paths are truncated. */
const longestPath = 100;

export type UnknownPath = { domainId: number; path: string; requests: number; bots: number; lastAt: number };

export class UnknownPaths {
  readonly #hashes = new Uint32Array(places);
  readonly #domainIds = new Float64Array(places);
  readonly #lengths = new Uint8Array(places);
  readonly #paths = new Uint8Array(places * longestPath);
  readonly #requests = new Uint32Array(places);
  readonly #bots = new Uint32Array(places);
  /** The weight of each place. It decreases whenever another path competes for the place. */
  readonly #weights = new Uint32Array(places);
  readonly #lastAt = new Float64Array(places);
  readonly #isBot: (userAgent: string) => boolean;

  constructor(isBot: (userAgent: string) => boolean) {
    this.#isBot = isBot;
  }

  /**
   * Counts a request for a path, without its last slash. Characters that no valid path has are replaced by question
   * marks.
   */
  count(domainId: number, url: string, userAgent: string, now: number): void {
    const end = url.charCodeAt(url.length - 1) === slash ? url.length - 1 : url.length;
    const length = Math.min(end, longestPath);
    if (length === 0) return;
    let hash = 0x811c9dc5 ^ domainId;
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ asShown(url.charCodeAt(at)), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const first = (hash & (sets - 1)) * placesASet;
    let rarest = first;
    for (let place = first; place < first + placesASet; place++) {
      if (this.#isAt(place, hash, domainId, url, length)) return this.#add(place, userAgent, now);
      if ((this.#weights[place] as number) < (this.#weights[rarest] as number)) rarest = place;
    }
    const weight = this.#weights[rarest] as number;
    if (weight > 1) {
      this.#weights[rarest] = weight - 1;
      return;
    }
    this.#hashes[rarest] = hash;
    this.#domainIds[rarest] = domainId;
    this.#lengths[rarest] = length;
    for (let at = 0; at < length; at++) this.#paths[rarest * longestPath + at] = asShown(url.charCodeAt(at));
    this.#requests[rarest] = this.#bots[rarest] = this.#weights[rarest] = 0;
    this.#add(rarest, userAgent, now);
  }

  #isAt(place: number, hash: number, domainId: number, url: string, length: number): boolean {
    if (this.#requests[place] === 0 || this.#hashes[place] !== hash || this.#domainIds[place] !== domainId)
      return false;
    if (this.#lengths[place] !== length) return false;
    for (let at = 0; at < length; at++) {
      if (this.#paths[place * longestPath + at] !== asShown(url.charCodeAt(at))) return false;
    }
    return true;
  }

  #add(place: number, userAgent: string, now: number): void {
    this.#requests[place] = (this.#requests[place] as number) + 1;
    this.#weights[place] = (this.#weights[place] as number) + 1;
    if (this.#isBot(userAgent)) this.#bots[place] = (this.#bots[place] as number) + 1;
    this.#lastAt[place] = now;
  }

  /** Returns the counted paths, the most requested first, and starts again. */
  take(): UnknownPath[] {
    const taken: UnknownPath[] = [];
    for (let place = 0; place < places; place++) {
      const requests = this.#requests[place] as number;
      if (requests === 0) continue;
      const start = place * longestPath;
      taken.push({
        domainId: this.#domainIds[place] as number,
        path: Buffer.from(this.#paths.subarray(start, start + (this.#lengths[place] as number))).toString('latin1'),
        requests,
        bots: this.#bots[place] as number,
        lastAt: this.#lastAt[place] as number,
      });
    }
    this.#requests.fill(0);
    this.#weights.fill(0);
    return taken.sort((one, other) => other.requests - one.requests);
  }
}

const slash = 47;
const questionMark = 63;
const asShown = (code: number) => (code > 32 && code < 127 ? code : questionMark);
