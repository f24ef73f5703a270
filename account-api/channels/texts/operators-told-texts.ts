import type { Channel, OperatorsTold, Text } from '#account-api/kernel/outbox/message'
import { quoted } from './invitation-text'

/** The predicate of each sentence: what the operator did. */
const done: Record<'en' | 'zh-Hans', Record<OperatorsTold['call'], (on: string) => string>> = {
  en: {
    makeKey: (on) => `made the operator key ${on}`,
    addOperator: (on) => `made ${on} an operator`,
    removeOperator: (on) => `took the role of an operator from ${on}`,
    addWebhook: (on) => `added the webhook ${on}, which is told of events`,
    rotateWebhook: (on) => `made a new secret of the webhook ${on}`,
    addApplication: (on) => `registered the application ${on} and saw its key`,
    showApplicationKey: (on) => `saw the key of the application ${on}`,
    renewApplicationKey: (on) => `made a new key of the application ${on}`,
    addClient: (on) => `registered the client ${on} and saw its secret`,
    rotateSecretOfClient: (on) => `made a new secret of the client ${on}`,
  },
  'zh-Hans': {
    makeKey: (on) => `创建了运营密钥${on}`,
    addOperator: (on) => `将${on}设为运营人员`,
    removeOperator: (on) => `移除了${on}的运营人员身份`,
    addWebhook: (on) => `添加了接收事件的 webhook ${on}`,
    rotateWebhook: (on) => `为 webhook ${on}生成了新密钥`,
    addApplication: (on) => `注册了应用${on}并查看了密钥`,
    showApplicationKey: (on) => `查看了应用${on}的密钥`,
    renewApplicationKey: (on) => `为应用${on}生成了新密钥`,
    addClient: (on) => `注册了客户端${on}并查看了密钥`,
    rotateSecretOfClient: (on) => `为客户端${on}生成了新密钥`,
  },
}

/** The sentences about operators' acts in messages to operators with the scope `all`. */
export const operatorsToldText = (
  language: 'en' | 'zh-Hans',
  { call, on, by }: OperatorsTold,
  channel: Channel,
): Text => {
  const [who, what] = [quoted(language, channel, by), done[language][call](quoted(language, channel, on))]
  if (language === 'en')
    return {
      subject: `An operator has done something: ${call}`,
      body: `Operator ${who} ${what}. If none of you knows of this, take the role or the key away at once.`,
    }
  return {
    subject: `运营操作通知：${call}`,
    body: `运营人员${who}${what}。如果你们都不知情，请立即移除相应的身份或密钥。`,
  }
}
