import type { Channel, Compose, Message, Text } from '../domain/message/message'

type Words = {
  product: string
  purposes: Record<string, string>
  code: (words: { purpose: string; code: string }) => Text
  noAccount: (kind: Channel) => Text
  claimed: () => Text
}

/** What people read, in both languages. An SMS takes the body alone, so its code stands near the front. */
const languages: Record<'en' | 'zh-Hans', Words> = {
  en: {
    product: 'Butterfly',
    purposes: {
      register: 'create your account',
      login: 'sign in',
      reset_password: 'reset your password',
      change_password: 'change your password',
      bind: 'add this address to your account',
      change: 'change the address of your account',
      verify: 'confirm that it is you',
      authorize: 'authorise an application',
      manager: 'take over as manager of an organisation',
    },
    code: ({ purpose, code }) => ({
      subject: `${code} is your Butterfly code`,
      body: `${code} is your Butterfly code to ${purpose}. It works for 10 minutes. Do not share it: we never ask for it. If you did not ask for it, you can ignore this message.`,
    }),
    noAccount: (channel) => ({
      subject: 'There is no Butterfly account with this address',
      body: `Somebody asked for a Butterfly code for this ${channel === 'sms' ? 'number' : 'address'}. No account uses it, so there is no code. If it was you, try another address or create an account. If not, you can ignore this message.`,
    }),
    claimed: () => ({
      subject: 'This address was given for a Butterfly account',
      body: 'Somebody created a Butterfly account and gave this email address, which is not confirmed yet. If it was you, sign in to confirm it. If not, you can ignore this message: the address stays free for you.',
    }),
  },
  'zh-Hans': {
    product: 'Butterfly',
    purposes: {
      register: '注册账号',
      login: '登录',
      reset_password: '重置密码',
      change_password: '修改密码',
      bind: '绑定到你的账号',
      change: '更换账号的绑定',
      verify: '确认是你本人',
      authorize: '授权应用',
      manager: '接任组织管理员',
    },
    code: ({ purpose, code }) => ({
      subject: `${code} 是你的 Butterfly 验证码`,
      body: `${code} 是你的 Butterfly 验证码，用于${purpose}，10 分钟内有效。请勿告诉他人，我们不会向你索要。如果不是你本人操作，请忽略此消息。`,
    }),
    noAccount: (channel) => ({
      subject: '此地址没有 Butterfly 账号',
      body: `有人为此${channel === 'sms' ? '号码' : '邮箱'}索取 Butterfly 验证码，但没有账号使用它，因此没有验证码。如果是你本人，请换一个试试或注册账号；如果不是，请忽略此消息。`,
    }),
    claimed: () => ({
      subject: '有人用此邮箱注册了 Butterfly 账号',
      body: '有人注册 Butterfly 账号时填写了此邮箱，尚未确认。如果是你本人，请登录后确认；如果不是，请忽略此消息，此邮箱仍可由你使用。',
    }),
  },
}

/** Puts a message into words. An unknown language is read as the fallback, simplified Chinese. */
export const compose: Compose = (message, { channel, language }) => {
  const words = language === 'en' ? languages.en : languages['zh-Hans']
  const text = say(words, message, channel)
  return channel === 'sms' ? { subject: '', body: `[${words.product}] ${text.body}` } : text
}

const say = (words: Words, message: Message, channel: Channel): Text => {
  switch (message.kind) {
    case 'code':
      return words.code({ purpose: words.purposes[message.purpose] ?? message.purpose, code: message.code })
    case 'no_account':
      return words.noAccount(channel)
    case 'claimed':
      return words.claimed()
  }
}
