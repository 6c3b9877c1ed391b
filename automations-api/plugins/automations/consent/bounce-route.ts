/**
 * The route that receives bounces as JSON: from Amazon SES (through SNS or directly), from Postmark, or in Waypost's
 * own format.
 */
import Type, { type TSchema } from 'typebox';
import { readJson } from '../../../../shared/http/body.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { BouncesAnswer } from './answers.ts';
import { type Json, objectOf, type ReadNotices } from './bounces/notice.ts';
import { readPlain } from './bounces/plain.ts';
import { readPostmark } from './bounces/postmark.ts';
import { readSes } from './bounces/ses.ts';
import { createSnsReader, isSnsMessage } from './bounces/sns.ts';
import type { Consent } from './consent.ts';
import { saveBounces } from './save-bounces.ts';

const any = (description: string) => Type.Optional(Type.Unknown({ description }));
const named = (names: string[], description: string): Record<string, TSchema> =>
  Object.fromEntries(names.map((name) => [name, any(description)]));

const mostBounces = 500;
const BounceArgs = Type.Object({
  email: any('The email address.'),
  type: any('hard, soft or complaint.'),
  id: any("The provider's id of the notice; a repeated one is ignored."),
  message_id: any('The Message-ID of the email, which counts as bounced; by default the last one.'),
  bounces: Type.Optional(
    Type.Array(Type.Unknown(), { maxItems: mostBounces, description: 'Several of { email, type, id, message_id }.' }),
  ),
  ...named(['RecordType', 'Email', 'ID', 'Metadata'], 'Of Postmark.'),
  ...named(['notificationType', 'eventType', 'bounce', 'complaint', 'mail'], 'Of Amazon SES.'),
  ...named(['Type', 'MessageID'], 'Body of Postmark or Amazon SNS.'),
  ...named(
    [
      ...['MessageId', 'TopicArn', 'Subject', 'Message', 'Timestamp', 'Token', 'SubscribeURL', 'UnsubscribeURL'],
      ...['SignatureVersion', 'Signature', 'SigningCertURL'],
    ],
    'Of Amazon SNS.',
  ),
});

export function bounceRoute(consent: Consent): RestRoute {
  const sns = createSnsReader();
  return route({
    methods: ['POST'],
    path: '/bounces',
    description: 'Receives bounces and complaints from SES through SNS, from Postmark, or as email and type.',
    args: BounceArgs,
    example: { email: 'ada@example.com', type: 'hard', id: 'notice-1' },
    answer: BouncesAnswer,
    async callback({ params, caller }) {
      const body = params as Json;
      const message = isSnsMessage(body) ? await sns.read(body) : undefined;
      if (message && 'confirmed' in message)
        return success({ bounces: { ...answerOf(nothing, none), confirmed: true as const } });
      const read = message ? readInner(message.body) : (readSes(body) ?? readPostmark(body) ?? readPlain(body));
      return success({ bounces: answerOf(read, await saveBounces(consent, caller, read)) });
    },
  });
}

const nothing: ReadNotices = { source: 'ses', notices: [], ignored: 0 };
const none = { applied: 0, repeated: 0, unknown: 0 };

/**
 * Reads the content of an SNS message. It can be anything, since it comes from whichever program can publish to the
 * topic.
 */
const readInner = (text = ''): ReadNotices => readSes(objectOf(readJson(text))) ?? { ...nothing, ignored: 1 };

const answerOf = ({ notices, ignored }: ReadNotices, counts: typeof none) => ({
  received: notices.length + ignored,
  ...counts,
  ignored,
});
