import { z } from 'zod'
import type { Deliver } from '#account-api/channels/delivery'
import type { OutboxEntry } from '#account-api/kernel/outbox/message'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import { seconds } from '#account-api/kernel/time'
import { workplaceKindOf } from '#contract/organisations/workplace'
import { askLark, contentOf, isTokenRefused, type LarkAnswer } from './lark-answer'
import { type LarkToken, tokensFrom } from './lark-tokens'

/** An app in the developer console of Lark or Feishu, and the address of its API. */
export interface LarkApp {
  /** `https://open.feishu.cn` or `https://open.larksuite.com`. */
  url: string
  id: string
  secret: string
}

const tokenAnswer = z.object({
  tenant_access_token: z.string().regex(/^[!-~]{1,4096}$/),
  expire: z.number().positive(),
})
const usersAnswer = z.object({ data: z.object({ user_list: z.array(z.object({ user_id: z.string().optional() })) }) })

/**
 * Delivers workplace messages by the bot of a Lark or Feishu app, as text with a link. If the token is refused, the
 * attempt is repeated once with a new one.
 */
export const larkChannel = (app: LarkApp, now: () => number = Date.now): Deliver => {
  const urlOf = (path: string) => new URL(`/open-apis/${path}`, app.url).href
  const tokens = tokensFrom(() => tokenOf(app, urlOf('auth/v3/tenant_access_token/internal')), now)

  const ask = async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const asked = async (): Promise<{ token: string; answer: LarkAnswer }> => {
      const token = await tokens.current()
      const headers = { authorization: `Bearer ${token}` }
      return { token, answer: await askLark(urlOf(path), { headers, body }, signal) }
    }
    const first = await asked()
    if (!isTokenRefused(first.answer)) return contentOf(first.answer)
    tokens.refused(first.token)
    return contentOf((await asked()).answer)
  }

  /** The API sends to an email or to its own ids, but not to a mobile number. */
  const openIdOf = async (mobile: string, signal: AbortSignal): Promise<string> => {
    // Numbers of mainland China are stored without their country code.
    const query = { mobiles: [mobile.replace(/^\+86/, '')], include_resigned: false }
    const found = usersAnswer.safeParse(await ask('contact/v3/users/batch_get_id?user_id_type=open_id', query, signal))
    const id = found.data?.data.user_list.find(({ user_id }) => user_id)?.user_id
    if (id) return id
    throw new NotAccepted('Lark knows nobody with this mobile number', { isFinal: true, isRecipientUnknown: true })
  }

  return async (message, signal) => {
    const to = workplaceKindOf(message.to) === 'mobile' ? await openIdOf(message.to, signal) : message.to
    const content = JSON.stringify(postOf(message))
    // A repeated message id is sent once within an hour.
    const body = { receive_id: to, msg_type: 'post', content, uuid: message.id }
    await ask(`im/v1/messages?receive_id_type=${idTypeOf(to)}`, body, signal)
  }
}

/** The API's name for the type of an id, by the forms in its documentation. */
const idTypeOf = (id: string): 'email' | 'open_id' | 'union_id' | 'user_id' => {
  if (id.includes('@')) return 'email'
  if (id.startsWith('ou_')) return 'open_id'
  return id.startsWith('on_') ? 'union_id' : 'user_id'
}

/** A message as rich text without markup: Lark would interpret a plain message. */
const postOf = ({ subject, body, link, language }: OutboxEntry) => {
  const rows = body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line === link ? { tag: 'a', href: line, text: line } : { tag: 'text', text: line }])
  return { [language === 'en' ? 'en_us' : 'zh_cn']: { title: subject, content: rows } }
}

const tokenOf = async ({ id, secret }: LarkApp, url: string): Promise<LarkToken> => {
  const body = { app_id: id, app_secret: secret }
  const answer = contentOf(await askLark(url, { headers: {}, body }, new AbortController().signal))
  const read = tokenAnswer.safeParse(answer)
  if (!read.success) throw new NotAccepted('Lark gave no token')
  return { value: read.data.tenant_access_token, lifetimeMs: seconds(read.data.expire) }
}
