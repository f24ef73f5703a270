import type { Channel, Message, Text } from '#account-api/kernel/outbox/message'
import { momentText } from '#rules/moments'
import { changeSubjects } from './change-subjects'
import { among, quoted } from './invitation-text'
import { browserText } from './sign-in-texts'

type Changed = Extract<Message, { kind: 'changed' }>

interface Writing {
  channel: Channel
  language: 'en' | 'zh-Hans'
  site: string
}

const words = {
  en: {
    stop: '.',
    signedIn: 'There was a new sign-in to your account',
    account: (username: string, site: string) => `Account: ${username} on ${site}`,
    device: (browser: string) => `Device: ${browser}`,
    time: (time: string) => `Time: ${time}`,
    from: (address: string) => `From: ${address}`,
    allowed: (name: string) => `Allowed on: ${name}`,
    notMe: 'If this was not you, secure your account:',
  },
  'zh-Hans': {
    stop: '。',
    signedIn: '你的账号有新的登录',
    account: (username: string, site: string) => `账号：${username}（${among(site).trim()}）`,
    device: (browser: string) => `设备：${browser}`,
    time: (time: string) => `时间：${time}`,
    from: (address: string) => `来自：${address}`,
    allowed: (name: string) => `允许登录的设备：${name}`,
    notMe: '如非本人操作，请立即保护账号：',
  },
}

/**
 * A mail about a change: what happened, then the facts in lines, then the link. Its subject names no address, so a list
 * of mails shows what each is about.
 * @param what the change as a sentence without its full stop
 */
export const changeMail = (message: Changed, { what, ...writing }: Writing & { what: string }): Text => {
  const { change, link } = message
  const { language } = writing
  const { stop, signedIn, notMe } = words[language]
  const parts = [
    `${change === 'signed_in_new' ? signedIn : what}${stop}`,
    linesOf(message, writing).join('\n'),
    link === undefined ? '' : `${notMe}\n${link}`,
  ]
  return { subject: changeSubjects[language][change], body: parts.filter(Boolean).join('\n\n') }
}

const linesOf = ({ detail, facts }: Changed, { channel, language, site }: Writing): string[] => {
  if (!facts) return []
  const { account, device, time, from, allowed } = words[language]
  const signedIn = typeof detail !== 'string' && 'browser' in detail ? detail : undefined
  const browser = browserText(language, signedIn ?? facts)
  return [
    account(facts.username, site),
    ...(browser ? [device(browser)] : []),
    time(momentText(language, facts.timeZone, new Date(facts.at))),
    ...(signedIn?.clientAddress ? [from(signedIn.clientAddress)] : []),
    ...(signedIn?.allowedBy ? [allowed(quoted(language, channel, signedIn.allowedBy))] : []),
  ]
}
