import type { Channel, InvitationMessage, Text } from '#account-api/kernel/outbox/message'
import { among, quoted } from './invitation-text'

interface Words {
  /** Names in quotation marks. */
  inviter: string | undefined
  organisation: string
  domain: string | undefined
  site: string
  link: string
  days: number
  /** In a mail, the link can also register its address. */
  isMail: boolean
}

const languages: Record<'en' | 'zh-Hans', (words: Words) => Text> = {
  en: ({ inviter, organisation, domain, site, link, days, isMail }) => {
    const what = `an organisation on ${site}${domain ? ` (${domain}, verified)` : ''}`
    return {
      subject: isMail
        ? `An organisation on ${site} invites you: ${organisation}`
        : `${inviter ?? `An organisation on ${site}`} invites you to join ${organisation}`,
      body: `${inviter ? `${inviter} invites you to join ${organisation}, ${what}` : `${organisation}, ${what}, invites you to join it`}. The invitation works for ${days === 1 ? '1 day' : `${days} days`}.\n\nOpen this link to see the invitation, and to accept or decline:\n${link}\n\n${isMail ? 'The link is for you alone: it can create an account with this address' : 'It is for you: the first person to accept by this link gets it'}, so do not pass it on. If you do not know them, ignore this: nothing happens.`,
    }
  },
  'zh-Hans': ({ inviter, organisation, domain, site, link, days, isMail }) => {
    const what = `${among(site)}上的组织${organisation}`
    const verified = domain ? `（域名 ${domain} 已验证）` : ''
    return {
      subject: inviter && !isMail ? `${inviter}邀请你加入${what}` : `${what.trimStart()}邀请你加入`,
      body: `${inviter ? `${inviter}邀请你加入${what}${verified}` : `${what.trimStart()}${verified}邀请你加入`}，邀请 ${days} 天内有效。\n\n打开此链接，查看邀请，并选择接受或拒绝：\n${link}\n\n${isMail ? '此链接只供你使用，可用此邮箱注册账号' : '此邀请是发给你的：谁先用此链接接受，邀请就归谁'}，请勿转发。如果你不认识对方，请忽略此消息，不会有任何影响。`,
    }
  },
}

/** The characters that are markup in the messages of a workplace. */
const markup = /[<>&[\]()*~`]+/g

/** An invitation with its inviter and its organisation, as a mail or a workplace message. */
export const invitedText = (
  language: 'en' | 'zh-Hans',
  { inviter, organisation, domain, link, days }: InvitationMessage,
  { channel, site }: { channel: Channel; site: string },
): Text => {
  const isMail = channel === 'email'
  const plain = (text: string) => (isMail ? text : text.replace(markup, ' '))
  return languages[language]({
    inviter: inviter === '' ? undefined : quoted(language, 'workplace', plain(inviter)),
    organisation: quoted(language, channel, plain(organisation)),
    domain,
    site,
    link,
    days,
    isMail,
  })
}
