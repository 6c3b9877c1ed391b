/**
 * The scripts of forms, which browsers load. The form's script does the proof of work, and reports the page's height to
 * the page that shows it in a frame. It uses only old features, because browsers can be old. Without it, visitors get
 * one more step.
 */

/** The minimum time that a person needs to fill in a form. */
export const leastMs = 3_000;

/**
 * Starts the work when the visitor starts to fill in the form, in short pieces that do not block the page. It computes
 * SHA-256 itself: WebCrypto is missing on HTTP and in frames of HTTP pages, and waits for each hash. The constants of
 * SHA-256 are the fractions of the roots of primes. `zeros` counts the first zero bits of a text's hash.
 */
export const formScript = `(() => {
const form = document.querySelector('form[data-bits]');
const opened = performance.now();
if (window.parent !== window) {
  const main = document.querySelector('main');
  const sendHeight = () => parent.postMessage({ waypostForm: main.offsetHeight }, '*');
  new ResizeObserver(sendHeight).observe(main);
  addEventListener('message', sendHeight);
}
if (!form) return;
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const constants = primes.map((prime) => fraction(prime ** (1 / 3)));
const initial = primes.slice(0, 8).map((prime) => fraction(prime ** 0.5));
const turn = (word, by) => (word >>> by) | (word << (32 - by));
const schedule = new Int32Array(64);
function zeros(text) {
  const words = new Int32Array(((text.length + 72) >> 6) * 16);
  for (let i = 0; i <= text.length; i++) {
    words[i >> 2] |= (i < text.length ? text.charCodeAt(i) : 128) << (24 - 8 * (i & 3));
  }
  words[words.length - 1] = text.length * 8;
  let state = initial;
  for (let at = 0; at < words.length; at += 16) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      if (i < 16) schedule[i] = words[at + i];
      else {
        const x = schedule[i - 15], y = schedule[i - 2];
        schedule[i] = schedule[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
          schedule[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + schedule[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g, g = f, f = e, e = (d + one) | 0, d = c, c = b, b = a, a = (one + two) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    state = state.map((word, i) => (word + added[i]) | 0);
  }
  return Math.clz32(state[0]);
}
const { port1, port2 } = new MessageChannel();
const otherTasks = () => new Promise((done) => {
  port1.onmessage = done;
  port2.postMessage(0);
});
const field = (name) => form.querySelector('[name=' + name + ']');
const bits = Number(form.dataset.bits);
const token = field('token').value;
async function search() {
  for (let n = 0; ; n++) {
    if (zeros(token + '.' + n) >= bits) return n;
    if (n % 2000 === 1999) await otherTasks();
  }
}
let work;
const start = () => (work = work || search());
const pause = () => new Promise((done) => setTimeout(done, Math.max(0, ${leastMs + 200} - (performance.now() - opened))));
async function send() {
  const note = form.querySelector('[role=status]');
  note.textContent = note.dataset.text;
  const [proof] = await Promise.all([start(), pause()]);
  field('proof').value = proof;
  HTMLFormElement.prototype.submit.call(form);
}
let isSending = false;
form.addEventListener('focusin', start);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  send();
});
addEventListener('pageshow', () => {
  isSending = false;
  form.querySelector('[role=status]').textContent = '';
});
if (form.dataset.sends) form.requestSubmit();
})();
`;

/**
 * The script beside the frame of an embedded form, which makes the frame as high as the form. It asks forms for their
 * height, in case they reported it before this script was loaded.
 */
export const embedScript = `(() => {
const { origin } = new URL(document.currentScript.src);
const frames = () => [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(origin + '/forms/'));
addEventListener('message', ({ source, data }) => {
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  const height = Number(data && data.waypostForm);
  if (frame && height > 0 && height < 20000) frame.style.height = height + 'px';
});
for (const { contentWindow } of frames()) contentWindow.postMessage('waypostForm', '*');
})();
`;
