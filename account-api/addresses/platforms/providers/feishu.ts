import { z } from 'zod'
import { type OutsideIdentity, type Provider, ProviderFailed } from '#account-api/accounts/platforms/provider'
import type { ProviderSettings } from '#settings/vendors/third-party'
import { type Ask, withinTime, withParameters } from './ask'

export type FeishuSettings = Extract<ProviderSettings, { kind: 'feishu' | 'lark' }>

/** The hosts of the product in China and elsewhere. Pages and the API have separate hosts. */
const hosts = {
  feishu: { accounts: 'https://accounts.feishu.cn', open: 'https://open.feishu.cn' },
  lark: { accounts: 'https://accounts.larksuite.com', open: 'https://open.larksuite.com' },
}

/** Next to the status, a code says whether a call succeeded: an error may have status 200. */
const succeeded = z.object({ code: z.literal(0) })
const token = succeeded.extend({ access_token: z.string().regex(/^[!-~]{1,8192}$/) })
const person = succeeded.extend({
  data: z.object({
    open_id: z.string(),
    union_id: z.string().optional(),
    tenant_key: z.string().optional(),
    name: z.string().optional(),
    en_name: z.string().optional(),
    avatar_middle: z.string().optional(),
  }),
})

/** Reads the content of a successful answer. */
const contentOf = <Content>(answer: { status: number; body: unknown }, schema: z.ZodType<Content>): Content => {
  const read = schema.safeParse(answer.body)
  if (answer.status === 200 && read.success) return read.data
  const { code } = z.object({ code: z.number() }).safeParse(answer.body).data ?? { code: 'no code' }
  throw new ProviderFailed('platform_refused', `Feishu answered ${answer.status} with ${code}`)
}

/**
 * Feishu, and Lark, its name outside of China. Tokens are used once and not stored, so none is refreshed. The open_id
 * is the person's id for this app, the union_id for all apps of its owner.
 */
export const feishuProvider = (settings: FeishuSettings): Provider => {
  const { kind, client_id, client_secret, own, token_version } = settings
  const accounts = settings.accounts_url ?? hosts[kind].accounts
  const open = settings.open_url ?? hosts[kind].open
  const tokenUrl =
    token_version === 'v3'
      ? new URL('/oauth/v3/token', accounts).href
      : new URL('/open-apis/authen/v2/oauth/token', open).href

  const personOf = async (ask: Ask, accessToken: string): Promise<OutsideIdentity> => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const { data } = contentOf(await ask(new URL('/open-apis/authen/v1/user_info', open).href, { headers }), person)
    return {
      openid: data.open_id,
      unionid: data.union_id || null,
      tenantKey: data.tenant_key || null,
      name: data.name || data.en_name || '',
      ...(data.avatar_middle && { pictureUrl: data.avatar_middle }),
    }
  }

  return {
    appId: client_id,
    isOwn: own,
    tellsWhen: false,
    start: async ({ redirectUri, state, codeChallenge }) =>
      withParameters(new URL('/open-apis/authen/v1/authorize', accounts).href, {
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }),
    identify: (proof) =>
      withinTime(async (ask) => {
        const { code, redirectUri, codeVerifier = '' } = proof
        const json = {
          grant_type: 'authorization_code',
          client_id,
          client_secret,
          code,
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
        }
        const { access_token } = contentOf(await ask(tokenUrl, { json }), token)
        return personOf(ask, access_token)
      }),
  }
}
