/**
 * A limit on concurrent expensive work. Waiting tenants alternate, so a tenant with much work delays others by only one
 * piece. The queue is bounded; more work is refused immediately.
 */

export type FairQueueOptions = {
  /** Maximum running weight, in the unit of `weight`. */
  capacity: number;
  /** Maximum number of waiting pieces for one tenant. */
  waitingEach: number;
  /**
   * Maximum number of waiting pieces in total. When full, a new piece replaces a piece of the tenant with the most
   * waiting pieces, if that tenant has more of them than the new piece's tenant.
   */
  waitingAtMost: number;
  /** The longest wait; without it a piece waits indefinitely. */
  waitMs?: number;
  /** Creates the error for a piece that waited too long (`isLate`) or found the queue full. */
  refusal: (isLate: boolean) => Error;
};

export type PieceOptions = {
  /** The part of the capacity that the piece uses while it runs; default 1. If nothing else runs, any piece can run. */
  weight?: number | undefined;
  /** Removes the piece from the queue; a started piece runs to its end. */
  signal?: AbortSignal | undefined;
};

type Piece = { weight: number; begin: () => Promise<void>; refuse: (reason: unknown) => void };

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Tenants in the order of their turns: a served tenant goes to the end. */
  readonly #waiting = new Map<string, Piece[]>();
  #count = 0;
  #running = 0;
  #begun = 0;
  #refused = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Counts of started, refused and waiting pieces, and the running weight. */
  get numbers() {
    return { begun: this.#begun, refused: this.#refused, waiting: this.#count, running: this.#running };
  }

  /** Runs `work` when it is the tenant's turn. @throws the refusal, or the signal's reason on abort */
  async run<T>(tenant: string, work: () => Promise<T>, { weight = 1, signal }: PieceOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    this.#makeRoom(tenant);
    return new Promise<T>((resolve, reject) => {
      const { waitMs, refusal } = this.#options;
      let timer: NodeJS.Timeout | undefined;
      const leave = () => this.#drop(tenant, piece, signal?.reason);
      const waitNoMore = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const piece: Piece = {
        weight,
        begin: () => {
          waitNoMore();
          return work().then(resolve, reject);
        },
        refuse: (reason) => {
          waitNoMore();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const own = this.#waiting.get(tenant);
      if (own) own.push(piece);
      else this.#waiting.set(tenant, [piece]);
      this.#count++;
      this.#beginNext();
      if (waitMs === undefined || this.#waiting.get(tenant)?.at(-1) !== piece) return;
      timer = setTimeout(() => this.#drop(tenant, piece, refusal(true)), waitMs);
    });
  }

  /** Ensures a free place in the queue. @throws the refusal */
  #makeRoom(tenant: string): void {
    const { waitingEach, waitingAtMost, refusal } = this.#options;
    const own = this.#waiting.get(tenant)?.length ?? 0;
    if (own < waitingEach && this.#count < waitingAtMost) return;
    const [fullest, pieces] = this.#fullest();
    this.#refused++;
    if (own >= waitingEach || pieces.length <= own + 1) throw refusal(false);
    this.#drop(fullest, pieces.at(-1) as Piece, refusal(false));
  }

  #fullest(): [string, Piece[]] {
    let found: [string, Piece[]] = ['', []];
    for (const entry of this.#waiting) if (entry[1].length > found[1].length) found = entry;
    return found;
  }

  #drop(tenant: string, piece: Piece, reason: unknown): void {
    const own = this.#waiting.get(tenant) ?? [];
    const at = own.indexOf(piece);
    if (at < 0) return;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(tenant);
    this.#count--;
    piece.refuse(reason);
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [tenant, own] of this.#waiting) {
      const piece = own[0] as Piece;
      if (this.#running > 0 && this.#running + piece.weight > this.#options.capacity) return;
      own.shift();
      this.#waiting.delete(tenant);
      if (own.length > 0) this.#waiting.set(tenant, own);
      this.#count--;
      this.#running += piece.weight;
      this.#begun++;
      void piece.begin().finally(() => {
        this.#running -= piece.weight;
        this.#beginNext();
      });
    }
  }
}
