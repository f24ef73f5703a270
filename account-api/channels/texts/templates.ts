import type { Change, Channel, Compose, Message, Text } from '#account-api/kernel/outbox/message'
import type { Brand } from '#settings/brand'
import { detailText, otherChanges } from './change-detail'
import { changeMail } from './change-mail'
import { among, boundToHost, inOnePart, quoted } from './invitation-text'
import { invitedText } from './invited-texts'
import { recoveryLinkTexts } from './operator-texts'
import { operatorsToldText } from './operators-told-texts'
import { organisationText } from './organisation-texts'
import { purposeTexts } from './purpose-texts'
import { withLast } from './sign-in-texts'

type Words = {
  /** The beginning of an SMS. */
  signed: (signature: string) => string
  purposes: Record<string, string>
  code: (words: { site: string; purpose: string; code: string; minutes: number; link: string | undefined }) => Text
  noAccount: (words: { site: string; channel: Channel }) => Text
  claimed: (words: { site: string; username: string }) => Text
  usernameRefused: (username: string) => Text
  /** The changes, each as a sentence without its full stop. */
  changes: Record<Change, (detail: string) => string>
  /** Without a link, the reader can take no action. */
  changed: (words: { what: string; link: string | undefined }) => string
  erased: (site: string) => Text
  /** The name is left out if there is no room for it. */
  invitedBySms: (words: { organisation: string | undefined; url: string }) => string
}

/** The texts of all messages, in both languages. An SMS is the body alone, so the code comes early in it. */
const languages: Record<'en' | 'zh-Hans', Words> = {
  en: {
    signed: (signature) => `${signature}: `,
    purposes: purposeTexts.en,
    code: ({ site, purpose, code, minutes, link }) => ({
      subject: `${code} is your ${site} code`,
      body: `${code} is your code to ${purpose}. It works for ${minutes} minutes.${link ? `\n\nOr open this link, which works once, within 15 minutes:\n${link}\n\nDo not share the code or the link` : ' Do not share it'}: we never ask for it. Not you? Ignore this.`,
    }),
    noAccount: ({ site, channel }) => ({
      subject: `There is no ${site} account with this address`,
      body: `Someone asked for a ${site} code for this ${channel === 'sms' ? 'number' : 'address'}. No account uses it, so there is no code. If it was you, try another one or create an account. If not, you can ignore this message.`,
    }),
    claimed: ({ site, username }) => ({
      subject: `This address was given for a ${site} account`,
      body: `Someone created a ${site} account and gave this email address, which is not confirmed yet. If it was you, sign in with the username ${username} and your password, and confirm the address: until then it does not sign you in. If not, you can ignore this message: the address stays free for you.`,
    }),
    usernameRefused: (username) => ({
      subject: 'The username that you asked for was not approved',
      body: `The username ${username}, which you asked for, was not approved, because people could take it for an official one. Your account keeps the username that it has. You can choose another in your profile.`,
    }),
    changes: {
      signed_in_after_failures: (detail) =>
        `Someone signed in to your account with the password, after ${detail} wrong ones within two days`,
      password_set: () => 'A password was set for your account',
      password_changed: () => 'The password of your account was changed',
      password_reset: () => 'The password of your account was reset',
      password_breached: () =>
        'Your password is in a list of passwords that have leaked elsewhere, so others may try it. Change it soon',
      mobile_bound: (detail) => `The mobile number ${detail} was added to your account`,
      mobile_changed: (detail) => `The mobile number of your account was changed: ${detail}`,
      mobile_removed: (detail) => `The mobile number ${detail} was removed from your account`,
      mobile_removal_asked: (detail) =>
        `Someone asked to remove the mobile number of your account. It will be removed on ${detail}`,
      mobile_change_asked: (detail) =>
        `Someone asked to replace the mobile number of your account. It will be replaced on ${detail}`,
      mobile_removal_stopped: (detail) =>
        `The mobile number ${detail} stays with your account: its removal was stopped`,
      email_bound: (detail) => `The email address ${detail} was added to your account`,
      email_changed: (detail) => `The email address of your account was changed: ${detail}`,
      email_removed: (detail) => `The email address ${detail} was removed from your account`,
      email_removal_asked: (detail) =>
        `Someone asked to remove the email address of your account. It will be removed on ${detail}`,
      email_change_asked: (detail) =>
        `Someone asked to replace the email address of your account. It will be replaced on ${detail}`,
      email_removal_stopped: (detail) => `The email address ${detail} stays with your account: its removal was stopped`,
      platform_bound: (detail) => `Your account was connected with ${detail}`,
      platform_removed: (detail) => `Your account is no longer connected with ${detail}`,
      platform_removal_asked: (detail) =>
        `Someone asked to disconnect your account from another service. It will be disconnected on ${detail}`,
      platform_change_asked: (detail) =>
        `Someone asked to connect your account with another account of a service. It will be changed on ${detail}`,
      platform_removal_stopped: (detail) => `Your account stays connected with ${detail}`,
      application_authorised: (detail) =>
        `An application was given access to your account: ${quoted('en', 'sms', detail)}`,
      username_changed: (detail) => `The username of your account is now ${detail}`,
      data_exported: () => 'The data of your account was downloaded',
      cancellation_asked: (detail) => `Your account will be deleted on ${detail}. Until then, signing in restores it`,
      cancellation_undone: () => 'Your account was restored and stays as it was',
      account_secured: () => 'Your account was secured: every device was signed out',
      ...otherChanges.en,
      remembered_copied: () =>
        'A device that remembered your account may have been copied, so no device remembers it now',
      old_number_used: (detail) =>
        `Someone verified the mobile number ${detail} of your account, which has not been used for over 180 days. We asked them to confirm in one more way`,
    },
    changed: ({ what, link }) => (link ? `${what}. If this was not you, secure your account: ${link}` : `${what}.`),
    erased: (site) => ({
      subject: `Your ${site} account was deleted`,
      body: `Your ${site} account was deleted, with all its data, as you asked. This is the last message about it.`,
    }),
    invitedBySms: ({ organisation, url }) =>
      organisation
        ? `The organisation "${organisation}" invites you to join: ${url}`
        : `You are invited to an organisation: ${url}`,
  },
  'zh-Hans': {
    signed: (signature) => `【${signature}】`,
    purposes: purposeTexts['zh-Hans'],
    code: ({ site, purpose, code, minutes, link }) => ({
      subject: `${code} 是你的${among(site)}验证码`,
      body: `${code} 是你的验证码，用于${purpose}，${minutes} 分钟内有效。${link ? `\n\n也可以打开此链接，15 分钟内有效，只能使用一次：\n${link}\n\n请勿将验证码或链接` : '请勿'}告诉他人，我们不会索要。非本人操作请忽略。`,
    }),
    noAccount: ({ site, channel }) => ({
      subject: `此邮箱没有${among(site)}账号`,
      body: `有人为此${channel === 'sms' ? '号码' : '邮箱'}获取验证码，但没有账号绑定它，因此没有验证码。如果是你本人，请换一个试试或注册账号；否则请忽略。`,
    }),
    claimed: ({ site, username }) => ({
      subject: `有人用此邮箱注册了${among(site)}账号`,
      body: `有人注册${among(site)}账号时填写了此邮箱，尚未确认。如果是你本人，请用用户名 ${username} 和密码登录，然后确认邮箱；确认之前不能用此邮箱登录。如果不是，请忽略此消息，此邮箱仍可由你使用。`,
    }),
    usernameRefused: (username) => ({
      subject: '你申请的用户名未通过审核',
      body: `你申请的用户名 ${username} 未通过审核，因为它容易被误认为官方账号。你的账号继续使用现在的用户名，你可以在个人资料中另选一个。`,
    }),
    changes: {
      signed_in_after_failures: (detail) => `两天内有人 ${detail} 次输错你账号的密码，随后用正确的密码登录了`,
      password_set: () => '你的账号已设置密码',
      password_changed: () => '你的账号密码已修改',
      password_breached: () => '你的密码出现在其他地方泄露的密码列表中，可能会被他人尝试，请尽快修改',
      password_reset: () => '你的账号密码已重置',
      mobile_bound: (detail) => `手机号 ${detail} 已绑定到你的账号`,
      mobile_changed: (detail) => `你账号的手机号已更换：${detail}`,
      mobile_removed: (detail) => `手机号 ${detail} 已从你的账号解绑`,
      mobile_removal_asked: (detail) => `有人申请解绑你账号的手机号，将于 ${detail}解绑`,
      mobile_change_asked: (detail) => `有人申请更换你账号的手机号，将于 ${detail}更换`,
      mobile_removal_stopped: (detail) => `手机号 ${detail} 仍绑定在你的账号上，解绑已取消`,
      email_bound: (detail) => `邮箱 ${detail} 已绑定到你的账号`,
      email_changed: (detail) => `你账号的邮箱已更换：${detail}`,
      email_removed: (detail) => `邮箱 ${detail} 已从你的账号解绑`,
      email_removal_asked: (detail) => `有人申请解绑你账号的邮箱，将于 ${detail}解绑`,
      email_change_asked: (detail) => `有人申请更换你账号的邮箱，将于 ${detail}更换`,
      email_removal_stopped: (detail) => `邮箱 ${detail} 仍绑定在你的账号上，解绑已取消`,
      platform_bound: (detail) => `你的账号已关联 ${detail}`,
      platform_removed: (detail) => `你的账号已解除与 ${detail} 的关联`,
      platform_removal_asked: (detail) => `有人申请解除你账号的一个第三方关联，将于 ${detail}解除`,
      platform_change_asked: (detail) => `有人申请更换你账号的一个第三方关联，将于 ${detail}更换`,
      platform_removal_stopped: (detail) => `你的账号仍与 ${detail} 关联，解除已取消`,
      application_authorised: (detail) => `有应用获得了访问你账号的权限：${quoted('zh-Hans', 'sms', detail)}`,
      username_changed: (detail) => `你的用户名已改为 ${detail}`,
      data_exported: () => '你的账号数据已被下载',
      cancellation_asked: (detail) => `你的账号已申请注销，将于 ${detail}删除。在此之前登录即可恢复`,
      cancellation_undone: () => '你的账号已恢复，一切照旧',
      account_secured: () => '你的账号已保护：所有设备均已退出登录',
      ...otherChanges['zh-Hans'],
      remembered_copied: () => '记住你账号的设备信息可能被复制，所有设备均已不再记住你的账号',
      old_number_used: (detail) =>
        `你的账号超过 180 天未使用，有人用手机号 ${detail} 的验证码登录，我们已要求再验证一项`,
    },
    changed: ({ what, link }) => (link ? `${what}。如非本人操作，请立即保护账号：${link}` : `${what}。`),
    erased: (site) => ({
      subject: `你的${among(site)}账号已删除`,
      body: `你申请注销的${among(site)}账号已删除，所有数据均已清除。这是关于此账号的最后一条消息。`,
    }),
    invitedBySms: ({ organisation, url }) =>
      organisation ? `组织“${organisation}”邀请你：${url}` : `有组织邀请你加入：${url}`,
  },
}

type Sender = Pick<Brand, 'name' | 'sms_signature'>

const product = { en: 'Butterfly', 'zh-Hans': 'Butterfly' }

/** The name of the site in both languages. */
export const productName = (brand: Pick<Brand, 'name'> | undefined): Brand['name'] => brand?.name ?? product

/**
 * Composes messages in the name of an operator. An unknown language falls back to simplified Chinese.
 * @param sender undefined: the product itself
 * @param publicUrl where people type codes
 */
export const composeFor = (
  sender: Sender = { name: product, sms_signature: product },
  publicUrl = 'http://localhost',
): Compose => {
  const { hostname } = new URL(publicUrl)
  return (message, { channel, language }) => {
    const spoken = language === 'en' ? 'en' : 'zh-Hans'
    const words = languages[spoken]
    const signature = words.signed(sender.sms_signature[spoken])
    if (channel === 'sms' && message.kind === 'invitation')
      return { subject: '', body: inOnePart(message, (each) => `${signature}${words.invitedBySms(each)}`) }
    const text = say(words, message, { channel, language: spoken, site: sender.name[spoken] })
    if (channel !== 'sms') return text
    const body = `${signature}${text.body}`
    return { subject: '', body: message.kind === 'code' ? boundToHost(body, { hostname, code: message.code }) : body }
  }
}

const say = (
  words: Words,
  message: Message,
  { channel, language, site }: { channel: Channel; language: keyof typeof languages; site: string },
): Text => {
  switch (message.kind) {
    case 'code':
      return words.code({
        site,
        purpose: words.purposes[message.purpose] ?? message.purpose,
        code: message.code,
        minutes: message.minutes,
        link: message.link,
      })
    case 'no_account':
      return words.noAccount({ site, channel })
    case 'claimed':
      return words.claimed({ site, username: message.username })
    case 'username_refused':
      return words.usernameRefused(message.username)
    case 'recovery_link':
      return recoveryLinkTexts[language]({ site, link: message.link })
    case 'operators_told':
      return operatorsToldText(language, message, channel)
    case 'erased':
      return words.erased(site)
    case 'invitation':
      return invitedText(language, message, { channel, site })
    case 'organisation':
      return organisationText(language, message, { channel, site })
    case 'changed': {
      const what = words.changes[message.change](detailText(message, { channel, language, site }))
      const body = words.changed({ what, link: message.link })
      const text = channel === 'sms' ? { subject: '', body } : changeMail(message, { channel, language, site, what })
      return withLast(message, { channel, language }, text)
    }
  }
}
