import { contextRule } from '../match/contextRule.ts';
import { lookBackRule, tokenRule, webhookRule } from '../match/tokenRule.ts';
import type { SecretRule } from '../secretRule.ts';

/** Tokens and webhooks of chat services. */
export const chatRules: readonly SecretRule[] = [
  tokenRule({
    id: 'slack-token',
    label: 'Slack token (bot, user, app, refresh, session)',
    shape: 'xoxb-…, xoxp-…, xoxe.xoxp-…, xapp-…',
    forms: [
      { prefix: 'xox[abcdeoprs]-', body: /[A-Za-z0-9%-]{20,}/ },
      { prefix: 'xoxe.xox[bp]-', body: /[A-Za-z0-9-]{20,}/ },
      { prefix: 'xapp-', body: /[A-Za-z0-9-]{30,}/ },
      { prefix: 'xwfp-', body: /[A-Za-z0-9-]{30,}/ },
    ],
  }),
  webhookRule({
    id: 'slack-webhook',
    label: 'Slack webhook',
    shape: 'hooks.slack.com/services/T…/B…/…',
    urls: [
      ['hooks.slack.com/', /(?:services|workflows|triggers)\/([A-Za-z0-9+/]{24,120})/],
      ['hooks.slack.com%2F', /services%2F([A-Za-z0-9%]{24,120})/],
    ],
  }),
  tokenRule({
    id: 'discord-bot-token',
    label: 'Discord bot token',
    shape: 'MT….….…',
    // A token begins with the bot's number in Base64, so each digit allows only a few letters.
    forms: [
      {
        prefix: '[MNO][DTjz][AEIMQUYcgk][w-z0-5][MNO][DTjz]',
        body: /[A-Za-z0-9]{16,24}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/,
        weak: true,
      },
    ],
  }),
  webhookRule({
    id: 'discord-webhook',
    label: 'Discord webhook',
    shape: 'discord.com/api/webhooks/…/…',
    urls: [['/webhooks/[0-9]', /\d{14,20}\/([A-Za-z0-9_-]{50,80})/]],
  }),
  tokenRule({
    id: 'push-token',
    label: 'Key of a push or chat service (FCM server key, ServerChan, Instagram, Twitch, LINE Notify)',
    shape: 'AAAA…:APA91b…, SCT…, IGQV…, oauth:…',
    forms: [
      { prefix: 'AAAA[A-Za-z0-9]', body: /[A-Za-z0-9_-]{6}:APA91b[A-Za-z0-9_-]{120,160}/, weak: true },
      { prefix: 'SCT[0-9]', body: /\d{2,7}T[A-Za-z0-9]{20,40}/, weak: true },
      { prefix: 'sctp[0-9]', body: /\d{0,6}t[A-Za-z0-9]{16,40}/, weak: true },
      { prefix: 'IGQ[VW]', body: /[A-Za-z0-9_-]{100,300}/, weak: true },
      { prefix: 'oauth:[a-z0-9]', body: /[a-z0-9]{29}/, weak: true },
      { prefix: 'Atza|', body: /[A-Za-z0-9_-]{60,2000}/ },
      { prefix: 'Atzr|', body: /[A-Za-z0-9_-]{60,2000}/ },
      { prefix: 'amzn1.oa2-cs.v1.', body: /[0-9a-f]{64}/ },
      { prefix: 'syt_', body: /[A-Za-z0-9+/=]{1,80}_[A-Za-z]{20}_[A-Za-z0-9]{6}/ },
    ],
  }),
  contextRule({
    id: 'gotify-token',
    label: 'Token of a Gotify application or client',
    shape: 'X-Gotify-Key: A…',
    names: ['gotify[_-]key', 'gotify[_-]token', 'gotify_app_token', 'gotify_client_token'],
    value: /[ACP][A-Za-z0-9._-]{14}/,
  }),
  lookBackRule({
    id: 'telegram-bot-token',
    label: 'Telegram bot token',
    shape: '<number>:AA…',
    anchor: '[0-9]:AA',
    before: [6, 10],
    beforeChars: '0-9',
    after: /[A-Za-z0-9_-]{32,34}/,
  }),
  webhookRule({
    id: 'chat-webhook',
    label: 'Webhook of Microsoft Teams, Feishu or WeCom',
    shape: '….webhook.office.com/…, open.feishu.cn/open-apis/bot/v2/hook/…, qyapi.weixin.qq.com/…?key=…',
    urls: [
      ['.webhook.office.com/', /webhookb2\/([A-Za-z0-9@/-]{60,200})/],
      ['/open-apis/bot/', /(?:v2\/)?hook\/([0-9a-f-]{32,36})/],
      ['/cgi-bin/webhook/send', /\?key=([0-9a-f-]{36})/],
      ['oapi.dingtalk.com/', /robot\/send\?access_token=([0-9a-f]{64})/],
      ['.logic.azure.com', /[^\s"'<>]{10,300}?sig=([A-Za-z0-9_%-]{20,80})/],
      ['hooks.zapier.com/hooks/', /catch\/\d{4,12}\/([a-z0-9]{5,12})/],
      ['.make.com/', /([a-z0-9]{28,36})(?![A-Za-z0-9])/],
      ['maker.ifttt.com/', /trigger\/[^/\s]{1,80}\/(?:json\/)?with\/key\/([A-Za-z0-9_-]{20,60})/],
      ['/hooks/[a-z0-9]', /(?<=\/hooks\/[a-z0-9])([a-z0-9]{25})(?![a-z0-9])/],
      ['/hooks/[A-Za-z0-9]', /[A-Za-z0-9]{16,24}\/([A-Za-z0-9]{40,70})/],
      ['chat.googleapis.com/', /v1\/spaces\/[^\s"'?]{1,60}\?key=[A-Za-z0-9_-]{20,60}&token=([A-Za-z0-9_%=-]{20,90})/],
      ['sctapi.ftqq.com/', /([A-Za-z0-9]{20,60})\.send/],
      ['sc.ftqq.com/', /([A-Za-z0-9]{20,60})\.send/],
      ['api.day.app/', /([A-Za-z0-9]{20,24})(?![A-Za-z0-9])/],
      ['api.telegram.org/', /bot(\d{6,12}:[A-Za-z0-9_-]{30,40})/],
      ['pipedream.net', /\/([A-Za-z0-9]{20,40})/],
      ['events.pagerduty.com/', /integration\/([0-9a-f]{32})/],
      ['rtmp.youtube.com/', /live2\/([a-z0-9-]{16,40})/],
      ['.twitch.tv/app/', /(live_\d{4,12}_[A-Za-z0-9]{20,40})/],
      ['/calendar/ical/', /[^\s/]{1,120}\/private-([0-9a-f]{32})/],
      ['/owa/calendar/', /[^\s/]{1,120}\/([0-9a-f]{32,80})\//],
      ['/api/push/', /([A-Za-z0-9]{10,40})(?=\?|[\s"']|$)/],
      ['/message?token=', /([ACP][A-Za-z0-9._-]{14})(?![\w.-])/],
      ['/stream?token=', /([ACP][A-Za-z0-9._-]{14})(?![\w.-])/],
      ['hc-ping.com/', /([0-9a-f-]{36}|[A-Za-z0-9_-]{22})(?=[/\s"'?]|$)/],
    ],
  }),
];

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
