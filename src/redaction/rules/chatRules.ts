import { lookBackRule } from '../match/lookBackRule.ts';
import { tokenRule } from '../match/tokenRule.ts';
import { webhookRule } from '../match/webhookRule.ts';
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
    // A token begins with the bot's number, in Base64: every digit leaves only a few letters possible.
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
    ],
  }),
];
