import { lookBackRule } from '../match/lookBackRule.ts';
import { tokenRule } from '../match/tokenRule.ts';
import type { SecretRule } from '../secretRule.ts';

/** Keys of services that send mail and text messages. */
export const messagingRules: readonly SecretRule[] = [
  tokenRule({
    id: 'sendgrid-api-key',
    label: 'SendGrid API key',
    shape: 'SG.….…',
    forms: [{ prefix: 'SG.[A-Za-z0-9_-]', body: /[A-Za-z0-9_-]{19,23}\.[A-Za-z0-9_-]{40,45}/ }],
  }),
  tokenRule({
    id: 'mailgun-api-key',
    label: 'Mailgun API key',
    shape: 'key-…',
    forms: [{ prefix: 'key-', body: /[0-9a-f]{32}/, weak: true }],
  }),
  tokenRule({
    id: 'mail-service-key',
    label: 'Key of another mail service (Mandrill, Loops, Postmark, MailerSend, SparkPost)',
    shape: 'md-…, mlsn.…',
    forms: [
      { prefix: 'mlsn.', body: /[0-9a-f]{64}/ },
      { prefix: 'md-[A-Za-z0-9]', body: /(?=[A-Za-z_-]{0,20}\d)[A-Za-z0-9_-]{21}/, weak: true },
      { prefix: 'xsmtpsib-', body: /[0-9a-f]{64}-[A-Za-z0-9]{16}/ },
      { prefix: 'pubkey-[0-9a-f]', body: /[0-9a-f]{31}/, weak: true },
    ],
  }),
  lookBackRule({
    id: 'mailchimp-api-key',
    label: 'Mailchimp API key',
    shape: '…-us12',
    anchor: '[0-9a-f]-us[0-9]',
    before: 31,
    beforeChars: '0-9a-f',
    after: /\d?/,
  }),
  tokenRule({
    id: 'brevo-api-key',
    label: 'Brevo (Sendinblue) API key',
    shape: 'xkeysib-…',
    forms: [{ prefix: 'xkeysib-', body: /[0-9a-f]{64}-[A-Za-z0-9]{16}/ }],
  }),
  tokenRule({
    id: 'resend-api-key',
    label: 'Resend API key',
    shape: 're_…_…',
    forms: [{ prefix: 're_[A-Za-z0-9]', body: /[A-Za-z0-9]{7}_[A-Za-z0-9]{20,28}/, weak: true }],
  }),
];
