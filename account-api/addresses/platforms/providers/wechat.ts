import { z } from 'zod'
import { type OutsideIdentity, type Provider, ProviderFailed } from '#account-api/accounts/platforms/provider'
import type { ProviderSettings } from '#settings/vendors/third-party'
import { type Ask, withinTime, withParameters } from './ask'

export type WeChatSettings = Extract<ProviderSettings, { kind: 'wechat' }>

/** WeChat separates several scopes by commas. This one is for websites. */
const scope = 'snsapi_login'

const token = z.object({ access_token: z.string().min(1), openid: z.string().min(1) })
const person = z.object({
  openid: z.string().min(1),
  nickname: z.string().default(''),
  unionid: z.string().optional(),
  headimgurl: z.string().optional(),
})

/** Reads the content of an answer. Errors have status 200 and an errcode. */
const contentOf = <Content>({ body }: { body: unknown }, schema: z.ZodType<Content>): Content => {
  const { errcode = 0 } = z.object({ errcode: z.number().optional() }).safeParse(body).data ?? {}
  const read = schema.safeParse(body)
  if (errcode === 0 && read.success) return read.data
  // -1: WeChat is busy.
  const code = errcode === -1 ? 'platform_unreachable' : 'platform_refused'
  throw new ProviderFailed(code, `WeChat answered with errcode ${errcode}`)
}

/**
 * WeChat's sign-in for websites. It has its own parameter names in a fixed order, a fragment that its page needs,
 * secrets in the query, no PKCE and no email. The openid is the person's id for this app; the unionid, for all apps of
 * one open platform account, which an app may join later.
 */
export const weChatProvider = (settings: WeChatSettings): Provider => {
  const { client_id: appid, client_secret: secret, own, open_url, api_url } = settings

  const personOf = async (ask: Ask, accessToken: string, openid: string): Promise<OutsideIdentity> => {
    const query = { access_token: accessToken, openid, lang: 'zh_CN' }
    const told = contentOf(await ask(withParameters(new URL('/sns/userinfo', api_url).href, query)), person)
    if (told.openid !== openid) throw new ProviderFailed('platform_refused', 'WeChat answered for another person')
    const picture = told.headimgurl ? { pictureUrl: told.headimgurl } : {}
    return { openid, unionid: told.unionid || null, name: told.nickname, ...picture }
  }

  return {
    appId: appid,
    isOwn: own,
    tellsWhen: false,
    start: async ({ redirectUri, state }) => {
      const query = { appid, redirect_uri: redirectUri, response_type: 'code', scope, state }
      return `${withParameters(new URL('/connect/qrconnect', open_url).href, query)}#wechat_redirect`
    },
    identify: (proof) =>
      withinTime(async (ask) => {
        const query = { appid, secret, code: proof.code, grant_type: 'authorization_code' }
        const given = await ask(withParameters(new URL('/sns/oauth2/access_token', api_url).href, query))
        const { access_token, openid } = contentOf(given, token)
        return personOf(ask, access_token, openid)
      }),
  }
}
