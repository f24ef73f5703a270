import type { Channel, Message, Moment, OrganisationNews, Text } from '#account-api/kernel/outbox/message'
import { momentText } from '#rules/moments'
import { organisationPhrase, quoted } from './invitation-text'

interface Words {
  /** The kind of the organisation, with its name in quotation marks. */
  organisation: string
  /** Names in quotation marks. */
  from: string
  to: string
  /** When the new manager can accept. Empty: at once. */
  since: string
  until: string
  domain: string
  /** In quotation marks. */
  application: string
  answered: string
  reason: string
}

interface News {
  /** The event, as a sentence without its full stop. */
  what: (words: Words) => string
  /** The action that the reader can take at the link. */
  at?: string
}

/** The messages to the people of an organisation, in both languages. */
const languages: Record<'en' | 'zh-Hans', Record<OrganisationNews, News>> = {
  en: {
    invitation_accepted: {
      what: ({ organisation, to }) => `${to} accepted your invitation to ${organisation}`,
      at: 'See your invitations here',
    },
    invitations_answered: {
      what: ({ organisation, answered }) => `Your invitations to ${organisation} were answered: ${answered}`,
      at: 'See them here',
    },
    member_frozen: {
      what: ({ organisation }) =>
        `You cannot use ${organisation} for now: its administrators have suspended your membership. Ask them for the reason`,
    },
    member_unfrozen: { what: ({ organisation }) => `You can use ${organisation} again`, at: 'Open it here' },
    member_removed: {
      what: ({ organisation }) =>
        `You are no longer a member of ${organisation}: its administrators have removed you. Your account stays as it is`,
    },
    transfer_offered: {
      what: ({ organisation, from, since, until }) =>
        `${from} asks you to become the manager of ${organisation}. You can ${since ? `accept from ${since} on, ` : 'answer '}until ${until}`,
      at: 'Accept or decline here',
    },
    transfer_started: {
      what: ({ organisation, from, to }) => `${from} asked ${to} to become the manager of ${organisation}`,
    },
    transfer_done: {
      what: ({ organisation, from, to }) => `${to} is now the manager of ${organisation}, in place of ${from}`,
    },
    transfer_declined: { what: ({ organisation, to }) => `${to} declined to become the manager of ${organisation}` },
    transfer_withdrawn: {
      what: ({ organisation, from, to }) => `${from} no longer asks ${to} to become the manager of ${organisation}`,
    },
    transfer_ended: {
      what: ({ organisation, to }) =>
        `${to} cannot become the manager of ${organisation} now, so the request has ended`,
    },
    manager_set: {
      what: ({ organisation, from, to }) =>
        `We have made ${to} the manager of ${organisation}, in place of ${from}. Ask our support for the reason`,
    },
    allowance_raised: {
      what: ({ organisation, until }) => `${organisation} may send more invitations by SMS until ${until}`,
      at: 'Invite people here',
    },
    organisation_closing: {
      what: ({ organisation, until }) =>
        `${organisation} is being closed: its members can no longer use it, and it will be deleted on ${until}`,
      at: 'Until then, its manager can keep it',
    },
    organisation_reopened: { what: ({ organisation }) => `${organisation} is no longer being closed` },
    organisation_erased: { what: ({ organisation }) => `${organisation} was deleted with all its data` },
    organisation_frozen: {
      what: ({ organisation, reason }) =>
        `We have suspended ${organisation}: its members cannot use it for now. The reason: ${reason}. If that is not right, ask our support`,
    },
    organisation_unfrozen: {
      what: ({ organisation, reason }) => `We have unsuspended ${organisation}. The reason: ${reason}`,
    },
    domain_missing: {
      what: ({ organisation, domain, until }) =>
        `The TXT record of ${domain} is missing, so nobody can join ${organisation} by it now. If the record is not back by ${until}, the domain has to be verified again`,
      at: 'See the record here',
    },
    domain_lost: {
      what: ({ organisation, domain }) =>
        `${domain} is no longer verified as an email domain of ${organisation}, so nobody can join by it. The members stay`,
      at: 'Verify it again here',
    },
    second_factor_asked: {
      what: ({ organisation, until }) =>
        `${organisation} asks its members for an authenticator app or a passkey. From ${until} on, you cannot use it without one`,
      at: 'Set up an app here',
    },
    account_waits: {
      what: ({ organisation }) =>
        `You have not activated the account that ${organisation} has created for you. If you do not know it, ignore this`,
      at: 'Activate it here',
    },
    join_asked: {
      what: ({ organisation }) => `People ask to join ${organisation} by their email addresses`,
      at: 'Accept or decline here',
    },
    join_accepted: { what: ({ organisation }) => `You are now a member of ${organisation}`, at: 'Open it here' },
    join_declined: { what: ({ organisation }) => `Your request to join ${organisation} was declined` },
    places_offered: {
      what: ({ organisation }) => `Members of ${organisation} were removed by an account that someone else used`,
      at: 'Give their places back here',
    },
    secret_expires: {
      what: ({ organisation, application, until }) =>
        `The secret of the application ${application} of ${organisation} expires on ${until}. It gets no tokens from then on`,
      at: 'Make a new one here',
    },
  },
  'zh-Hans': {
    invitation_accepted: {
      what: ({ organisation, to }) => `${to}接受了你的邀请，加入了${organisation}`,
      at: '查看邀请',
    },
    invitations_answered: {
      what: ({ organisation, answered }) => `你邀请加入${organisation}的人有了答复：${answered}`,
      at: '查看邀请',
    },
    member_frozen: {
      what: ({ organisation }) => `你在${organisation}里已被冻结，暂时不能进入。原因请咨询组织的管理员`,
    },
    member_unfrozen: { what: ({ organisation }) => `你已解冻，可以重新进入${organisation}`, at: '打开' },
    member_removed: {
      what: ({ organisation }) => `你已被移出${organisation}，你的账号不受影响`,
    },
    transfer_offered: {
      what: ({ organisation, from, since, until }) =>
        `${from}请你接任${organisation}的主管理员，请在 ${until}前答复${since ? `（${since}起可以同意）` : ''}`,
      at: '同意或拒绝',
    },
    transfer_started: {
      what: ({ organisation, from, to }) => `${from}申请把${organisation}移交给${to}`,
    },
    transfer_done: {
      what: ({ organisation, from, to }) => `${organisation}的主管理员已由${from}更换为${to}`,
    },
    transfer_declined: { what: ({ organisation, to }) => `${to}拒绝接任${organisation}的主管理员` },
    transfer_withdrawn: {
      what: ({ organisation, from, to }) => `${from}已撤回把${organisation}移交给${to}的申请`,
    },
    transfer_ended: {
      what: ({ organisation, to }) => `${to}目前不能接任${organisation}的主管理员，移交申请已结束`,
    },
    manager_set: {
      what: ({ organisation, from, to }) => `我们已将${organisation}的主管理员由${from}更换为${to}。原因请咨询客服`,
    },
    allowance_raised: {
      what: ({ organisation, until }) => `${until}之前，${organisation}可以发送更多短信邀请`,
      at: '去邀请',
    },
    organisation_closing: {
      what: ({ organisation, until }) => `${organisation}正在解散：成员已无法使用，组织将于 ${until}删除`,
      at: '在此之前，主管理员可以取消解散',
    },
    organisation_reopened: { what: ({ organisation }) => `${organisation}已取消解散` },
    organisation_erased: { what: ({ organisation }) => `${organisation}已删除，所有数据均已清除` },
    organisation_frozen: {
      what: ({ organisation, reason }) =>
        `我们已冻结${organisation}，成员暂时无法使用。原因：${reason}。如有疑问，请联系客服`,
    },
    organisation_unfrozen: { what: ({ organisation, reason }) => `我们已解冻${organisation}。原因：${reason}` },
    domain_missing: {
      what: ({ organisation, domain, until }) =>
        `找不到邮箱域名 ${domain} 的 TXT 记录，暂时无法用它加入${organisation}。如果到 ${until}仍未恢复，需要重新验证`,
      at: '查看记录内容',
    },
    domain_lost: {
      what: ({ organisation, domain }) =>
        `邮箱域名 ${domain} 的验证已失效，无法再用它加入${organisation}。现有成员不受影响`,
      at: '重新验证',
    },
    second_factor_asked: {
      what: ({ organisation, until }) =>
        `${organisation}要求成员设置身份验证器或通行密钥。从 ${until}起，没有设置的成员不能进入`,
      at: '设置身份验证器',
    },
    account_waits: {
      what: ({ organisation }) => `${organisation}为你创建了账号，等待你激活。如果你不认识对方，请忽略`,
      at: '激活账号',
    },
    join_asked: { what: ({ organisation }) => `有人用邮箱申请加入${organisation}`, at: '同意或拒绝' },
    join_accepted: { what: ({ organisation }) => `你已加入${organisation}`, at: '打开' },
    join_declined: { what: ({ organisation }) => `你加入${organisation}的申请被拒绝` },
    places_offered: { what: ({ organisation }) => `有人盗用账号，移除了${organisation}的成员`, at: '恢复成员' },
    secret_expires: {
      what: ({ organisation, application, until }) =>
        `${organisation}的应用${application}的密钥将于 ${until}过期，之后无法获取令牌`,
      at: '更换密钥',
    },
  },
}

/** True for the purpose of a message to the people of an organisation. */
export const isOrganisationNews = (purpose: string): boolean => Object.hasOwn(languages.en, purpose)

/** How many people have accepted and declined. A count of 0 is left out. */
const answered = {
  en: ({ accepted, declined }: { accepted: number; declined: number }) =>
    [accepted > 0 && `${accepted} accepted`, declined > 0 && `${declined} declined`].filter(Boolean).join(', '),
  'zh-Hans': ({ accepted, declined }: { accepted: number; declined: number }) =>
    [accepted > 0 && `${accepted} 人接受`, declined > 0 && `${declined} 人拒绝`].filter(Boolean).join('，'),
}

/** The text of a message to the people of an organisation. */
export const organisationText = (
  language: 'en' | 'zh-Hans',
  { news, facts, link }: Extract<Message, { kind: 'organisation' }>,
  { channel, site }: { channel: Channel; site: string },
): Text => {
  const { organisation, from = '', to = '', domain = '', application = '', since, until, counts, reason = '' } = facts
  const textOf = (moment: Moment | undefined) =>
    moment ? momentText(language, moment.timeZone, new Date(moment.at)) : ''
  const { what, at } = languages[language][news]
  const said = what({
    organisation: organisationPhrase(language, { channel, site, organisation }),
    from: quoted(language, channel, from),
    to: quoted(language, channel, to),
    since: textOf(since),
    until: textOf(until),
    domain,
    application: quoted(language, channel, application),
    answered: counts ? answered[language](counts) : '',
    reason,
  })
  const subject = said.charAt(0).toUpperCase() + said.slice(1)
  const stop = language === 'en' ? '. ' : '。'
  const pointed = link && at ? `${stop}${at}${language === 'en' ? ': ' : '：'}${link}` : stop.trim()
  return { subject, body: subject + pointed }
}
