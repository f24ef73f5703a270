import type { Message, OrganisationNews, Text } from '../domain/message/message'
import { plainName } from './invitation-text'

interface Words {
  organisation: string
}

interface News {
  /** What has happened, as a sentence without its full stop. */
  what: (words: Words) => string
  /** What the reader can do at the link. */
  at?: string
}

/** What the people of an organisation are told, in both languages. */
const languages: Record<'en' | 'zh-Hans', Record<OrganisationNews, News>> = {
  en: {
    member_frozen: {
      what: ({ organisation }) =>
        `You cannot use ${organisation} for now: those who administer it have frozen your place there. Ask them for the reason`,
    },
    member_unfrozen: { what: ({ organisation }) => `You can use ${organisation} again`, at: 'Open it here' },
    member_removed: {
      what: ({ organisation }) =>
        `You are no longer a member of ${organisation}: those who administer it have removed you. Your account stays as it is`,
    },
  },
  'zh-Hans': {
    member_frozen: {
      what: ({ organisation }) => `你在组织“${organisation}”中已被冻结，暂时不能进入。原因请咨询组织的管理人员`,
    },
    member_unfrozen: { what: ({ organisation }) => `你已解冻，可以重新进入组织“${organisation}”`, at: '打开' },
    member_removed: {
      what: ({ organisation }) => `你已被移出组织“${organisation}”，你的账号不受影响`,
    },
  },
}

/** The text of a message to the people of an organisation. */
export const organisationText = (
  language: 'en' | 'zh-Hans',
  { news, facts, link }: Extract<Message, { kind: 'organisation' }>,
): Text => {
  const { what, at } = languages[language][news]
  const said = what({ organisation: plainName(facts.organisation) })
  const stop = language === 'en' ? '. ' : '。'
  const pointed = link && at ? `${stop}${at}${language === 'en' ? ': ' : '：'}${link}` : stop.trim()
  return { subject: said, body: said + pointed }
}
