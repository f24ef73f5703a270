import type { InvitationMessage, Text } from '../../domain/message/message'
import { plainName, shortened } from '../invitation-text'

interface Words {
  inviter: string
  organisation: string
  site: string
  link: string
  days: number
}

const languages: Record<'en' | 'zh-Hans', (words: Words) => Text> = {
  en: ({ inviter, organisation, site, link, days }) => ({
    subject: `${inviter || organisation} invites you to join ${inviter ? organisation : 'it'}`,
    body: `${inviter || organisation} invites you to join ${inviter ? `${organisation} on ${site}` : `it on ${site}`}. The invitation works for ${days === 1 ? '1 day' : `${days} days`}.\n\nOpen this link to see the invitation, and to accept or decline:\n${link}\n\nIt is for you, and goes to whoever accepts first by this link, so do not pass it on. If you do not know them, ignore this: nothing happens.`,
  }),
  'zh-Hans': ({ inviter, organisation, site, link, days }) => ({
    subject: inviter ? `${inviter} 邀请你加入 ${organisation}` : `${organisation} 邀请你加入`,
    body: `${inviter ? `${inviter} 邀请你加入 ${site} 上的组织“${organisation}”` : `${organisation} 在 ${site} 邀请你加入`}，邀请 ${days} 天内有效。\n\n打开此链接，查看邀请，并选择接受或拒绝：\n${link}\n\n此邀请是发给你的：谁先用此链接接受，邀请就归谁，请勿转发。如果你不认识对方，请忽略此消息，不会有任何影响。`,
  }),
}

/** A name that stands beside a link, in a line that stays readable. Nothing in it is markup of a workplace's messages. */
const name = (text: string): string => shortened(plainName(text.replace(/[<>&[\]()*~`]+/g, ' ')), 60)

/** An invitation as a message of a workplace, which says who invites to what. */
export const workplaceInvitation = (
  language: 'en' | 'zh-Hans',
  { inviter, organisation, link, days }: InvitationMessage,
  site: string,
): Text => languages[language]({ inviter: name(inviter), organisation: name(organisation), site, link, days })
