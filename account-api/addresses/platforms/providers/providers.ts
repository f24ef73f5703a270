import { z } from 'zod'
import type { Provider } from '#account-api/accounts/platforms/provider'
import type { ProviderSettings, ThirdParty } from '#settings/vendors/third-party'
import type { Ask } from './ask'
import { feishuProvider } from './feishu'
import { basicOf, type OAuth2Description, oauth2Provider } from './oauth2'
import { type OpenIdDescription, openIdProvider } from './openid'
import { weChatProvider } from './wechat'

type Kind = ProviderSettings['kind']
type SettingsOf<K extends Kind> = Extract<ProviderSettings, { kind: K }>

/** GitHub, whose API wants its version in a header. The id is permanent; a login name can change hands. */
const gitHub = ({ url, api_url, client_id, client_secret }: SettingsOf<'github'>): OAuth2Description => ({
  clientId: client_id,
  clientSecret: client_secret,
  authorizeUrl: new URL('/login/oauth/authorize', url).href,
  tokenUrl: new URL('/login/oauth/access_token', url).href,
  profileUrl: `${api_url.replace(/\/$/, '')}/user`,
  scope: '',
  pkce: true,
  fields: { id: ['id'], name: ['name', 'login'], picture: ['avatar_url'] },
  headers: { 'x-github-api-version': '2022-11-28' },
  isOurs: async (ask, access_token) => {
    const url = `${api_url.replace(/\/$/, '')}/applications/${encodeURIComponent(client_id)}/token`
    const { status, body } = await ask(url, { headers: basicOf(client_id, client_secret), json: { access_token } })
    return status === 200 && issuedTo.safeParse(body).data?.app.client_id === client_id
  },
})

const issuedTo = z.object({ app: z.object({ client_id: z.string() }) })
const introspected = z.object({ active: z.literal(true), client_id: z.string() })

const described = (settings: SettingsOf<'oauth2'>): OAuth2Description => ({
  clientId: settings.client_id,
  clientSecret: settings.client_secret,
  authorizeUrl: settings.authorize_url,
  tokenUrl: settings.token_url,
  profileUrl: settings.profile_url,
  scope: settings.scope,
  pkce: settings.pkce,
  fields: {
    id: [settings.fields.id],
    name: [settings.fields.name],
    picture: settings.fields.picture === undefined ? [] : [settings.fields.picture],
  },
  ...introspecting(settings),
})

/** Token introspection (RFC 7662), if the file names its address. */
const introspecting = ({ introspection_url: url, client_id, client_secret }: SettingsOf<'oauth2'>) =>
  url === undefined
    ? {}
    : {
        isOurs: async (ask: Ask, token: string) => {
          const form = { token, token_type_hint: 'access_token' }
          const { status, body } = await ask(url, { headers: basicOf(client_id, client_secret), form })
          return status === 200 && introspected.safeParse(body).data?.client_id === client_id
        },
      }

/** The issuer: fixed for a known kind, otherwise as in the file. */
const openId = (settings: SettingsOf<'openid' | 'google' | 'microsoft'>): OpenIdDescription => {
  const app = { clientId: settings.client_id, clientSecret: settings.client_secret }
  switch (settings.kind) {
    case 'google':
      // The provider cannot request the password again, and returns no auth_time.
      return {
        ...app,
        issuer: 'https://accounts.google.com',
        scope: 'openid profile',
        tellsWhen: false,
        tokenInfo: 'https://oauth2.googleapis.com/tokeninfo',
      }
    case 'microsoft':
      return {
        ...app,
        issuer: `https://login.microsoftonline.com/${settings.tenant}/v2.0`,
        scope: 'openid profile',
        // Where the app has auth_time among its optional claims.
        tellsWhen: true,
      }
    default:
      return { ...app, issuer: settings.issuer, scope: settings.scope, tellsWhen: true }
  }
}

const providerOf = (settings: ProviderSettings): Provider => {
  switch (settings.kind) {
    case 'github':
      return oauth2Provider(gitHub(settings), settings.own)
    case 'oauth2':
      return oauth2Provider(described(settings), settings.own)
    case 'openid':
    case 'google':
    case 'microsoft':
      return openIdProvider(openId(settings), settings.own)
    case 'wechat':
      return weChatProvider(settings)
    default:
      return feishuProvider(settings)
  }
}

export const providersOf = (settings: ThirdParty | undefined): ReadonlyMap<string, Provider> =>
  new Map([...(settings ?? [])].map(([platform, each]) => [platform, providerOf(each)]))
