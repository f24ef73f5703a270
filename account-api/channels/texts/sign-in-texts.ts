import type { Channel, Message, NewSignIn, Text } from '#account-api/kernel/outbox/message'
import { momentText } from '#rules/moments'
import { quoted } from './invitation-text'

/** A sign-in from a browser that the account did not know. The detail is {@link newSignInText}. */
export const signInChanges = {
  en: { signed_in_new: (detail: string) => `A new sign-in to your account: ${detail}` },
  'zh-Hans': { signed_in_new: (detail: string) => `你的账号有新的登录：${detail}` },
}

const words = {
  en: {
    comma: ', ',
    unknown: 'Unknown browser',
    allowed: (name: string) => `allowed on ${name}`,
    last: 'For a day, you get no more messages about new sign-ins. “Devices and accounts” in your settings lists them all.',
  },
  'zh-Hans': {
    comma: '，',
    unknown: '未知浏览器',
    allowed: (name: string) => `由${name}允许`,
    last: '一天之内不再发送新登录的通知。设置中的“设备和账号”列出所有登录。',
  },
}

/** A browser and its system, when, and what allowed it, for an SMS. The list of devices has the client address. */
export const newSignInText = (
  { at, timeZone, allowedBy, ...client }: NewSignIn,
  { channel, language }: { channel: Channel; language: keyof typeof words },
): string => {
  const { comma, unknown, allowed } = words[language]
  return [
    browserText(language, client) || unknown,
    momentText(language, timeZone, new Date(at)),
    ...(allowedBy === null ? [] : [allowed(quoted(language, channel, allowedBy))]),
  ].join(comma)
}

/** A browser and its system. Empty if both are unknown. */
export const browserText = (
  language: keyof typeof words,
  { browser, system }: Pick<NewSignIn, 'browser' | 'system'>,
): string => [browser, system].filter(Boolean).join(words[language].comma)

/** A message. The last one of its kind for a day says so in a sentence at its end. */
export const withLast = (
  { detail }: Extract<Message, { kind: 'changed' }>,
  { channel, language }: { channel: Channel; language: keyof typeof words },
  text: Text,
): Text => {
  if (typeof detail === 'string' || !('isLast' in detail) || !detail.isLast) return text
  return { ...text, body: `${text.body}${channel === 'sms' ? ' ' : '\n\n'}${words[language].last}` }
}
