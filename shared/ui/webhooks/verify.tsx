/** Example code that verifies a signature, in the most common languages of receivers. */
import { useState } from 'preact/hooks';
import { OneOf } from '../choice-buttons.tsx';
import { Sample } from '../sample.tsx';
import type { WebhookWords } from '../text/en/webhooks.ts';

const php = `<?php
// $secret is the signing secret. $body must be the unchanged request body.
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$key = base64_decode(substr($secret, strlen('whsec_')));
$wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));

$given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
$holds = array_filter($given, fn ($one) => hash_equals($wanted, $one));
if (!$holds || abs(time() - (int) $time) > 300) {
    http_response_code(401);
    exit;
}
$message = json_decode($body, true);`;

const node = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody is the unchanged request body.
function verify(secret, headers, rawBody) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${rawBody}\`;
  const wanted = createHmac('sha256', key).update(signed).digest();
  const isFresh = Math.abs(Date.now() / 1000 - headers['webhook-timestamp']) < 300;
  const given = headers['webhook-signature'].split(' ').map((one) => Buffer.from(one.split(',')[1], 'base64'));
  return isFresh && given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
}`;

const python = `import base64, hashlib, hmac, time

# body is the unchanged bytes of the body.
def verify(secret, headers, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return fresh and any(hmac.compare_digest(one, wanted) for one in headers["webhook-signature"].split())`;

const samples = { PHP: php, 'Node.js': node, Python: python };
type Language = keyof typeof samples;
const names = { PHP: 'PHP', 'Node.js': 'Node.js', Python: 'Python' };

export function Verify({ words }: { words: WebhookWords }) {
  const [language, setLanguage] = useState<Language>('PHP');
  return (
    <section class="card verify">
      <header>
        <h2>{words.verify}</h2>
        <OneOf label={words.language} value={language} options={names} onChoose={setLanguage} />
      </header>
      <div class="body">
        <p class="soft">{words.verifyNote}</p>
        <Sample label={language} copyLabel={words.copyCode(language)} text={samples[language]} />
      </div>
    </section>
  );
}
