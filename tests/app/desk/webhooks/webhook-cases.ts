import type { Case } from '#tests/app/desk/case'

const list = '/desk/webhooks'
const one = `${list}/w1`
const ofOne = { webhook_id: 'w1' }
const dead = `${one}/dead`
const [reason, url] = ['case 4711', 'https://audit.example.com/events']

/** Every act of the desk with webhooks. */
export const webhookCases: Case[] = [
  [
    `${list}/new`,
    'addWebhook',
    [
      ['url', url],
      ['groups', 'operator.*'],
      ['groups', 'system.*'],
      ['events', ' account.accountLoginV2 \r\n\r\n*\r\n'],
      ['reason', reason],
    ],
    { url, events: ['operator.*', 'system.*', 'account.accountLoginV2', '*'], reason },
    null,
  ],
  [
    `${one}/change`,
    'changeWebhook',
    { events: 'account.accountLoginV2', reason },
    { ...ofOne, events: ['account.accountLoginV2'], reason },
    `${one}?notice=webhook_changed`,
  ],
  [`${one}/rotate`, 'rotateWebhook', { reason }, { ...ofOne, reason }, null],
  [`${one}/test`, 'testWebhook', {}, ofOne, `${one}?notice=webhook_tested`],
  [`${one}/disable`, 'disableWebhook', { reason }, { ...ofOne, reason }, `${one}?notice=webhook_disabled`],
  [`${one}/enable`, 'enableWebhook', {}, ofOne, `${one}?notice=webhook_enabled`],
  [`${one}/remove`, 'removeWebhook', { reason }, { ...ofOne, reason }, `${list}?notice=webhook_removed`],
  [`${one}/retry`, 'retryDeliveries', {}, ofOne, `${dead}?notice=deliveries_retried`],
  [`${dead}/d1/retry`, 'retryDelivery', {}, { delivery_id: 'd1' }, `${dead}?notice=delivery_retried`],
  [`${dead}/d1/drop`, 'dropDelivery', { reason }, { delivery_id: 'd1', reason }, `${dead}?notice=delivery_dropped`],
]
