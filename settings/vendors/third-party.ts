import { z } from 'zod'
import { describedFile } from '#settings/files/described-file'
import { isSafeUrl } from './safe-url'

const text = z.string('has to be a text').min(1, 'has to be a text').max(512, 'has to be at most 512 characters')
const url = z.string('has to be a text').refine(isSafeUrl, 'has to be an https address')
const origin = url.refine((value) => new URL(value).pathname === '/', 'has to be an address without a path')

const shared = {
  /** The id and the secret of this deployment at the provider. */
  client_id: text,
  client_secret: text,
  /** The name that people see if the platform has no known name. */
  name: text.max(40, 'has to be at most 40 characters').optional(),
  /** True for the deployment's own issuer: it is reached at /passport/oauth/login, and no page offers it. */
  own: z.boolean('has to be true or false').default(false),
}

/** The place of a person's id, name or picture address in an answer: names of fields, with dots between levels. */
const field = z.string('has to be a text').regex(/^\w+(\.\w+){0,4}$/, 'has to be names of fields, such as data.id')

const providers = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('openid'), ...shared, issuer: url, scope: text.default('openid profile') }),
    z.strictObject({ kind: z.literal('google'), ...shared }),
    z.strictObject({
      kind: z.literal('microsoft'),
      ...shared,
      tenant: z
        .string('has to be a text')
        .regex(/^[\w.-]{1,100}$/, 'has to be the id or a domain of a tenant, or common, organizations or consumers'),
    }),
    z.strictObject({
      kind: z.literal('oauth2'),
      ...shared,
      authorize_url: url,
      token_url: url,
      profile_url: url,
      /** Where the provider returns to whom it issued a token (RFC 7662). Without it, access tokens are refused. */
      introspection_url: url.optional(),
      scope: z.string('has to be a text').max(512, 'has to be at most 512 characters').default(''),
      /** True when the provider supports code_challenge (RFC 7636). */
      pkce: z.boolean('has to be true or false').default(true),
      fields: z.strictObject({ id: field, name: field, picture: field.optional() }).default({ id: 'id', name: 'name' }),
    }),
    z.strictObject({
      kind: z.literal('github'),
      ...shared,
      url: origin.default('https://github.com'),
      api_url: url.default('https://api.github.com'),
    }),
    z.strictObject({
      kind: z.enum(['feishu', 'lark']),
      ...shared,
      accounts_url: origin.optional(),
      open_url: origin.optional(),
      token_version: z.union([z.literal('v2'), z.literal('v3')], 'has to be v2 or v3').default('v3'),
    }),
    z.strictObject({
      kind: z.literal('wechat'),
      ...shared,
      open_url: origin.default('https://open.weixin.qq.com'),
      api_url: origin.default('https://api.weixin.qq.com'),
    }),
  ],
  'has to be one of openid, google, microsoft, oauth2, github, feishu, lark and wechat',
)

/** One provider, as the file describes it. */
export type ProviderSettings = z.output<typeof providers>

/**
 * Reserved names: sign-in methods and second factors that are not platforms, and pages next to those of platforms. A
 * pending change, a message and a proof name their method by one word.
 */
const taken = new Set(['mobile', 'email', 'password', 'username', 'authenticator', 'passkey', 'new'])

const file = z
  .record(
    z
      .string()
      .regex(/^[a-z][a-z\d-]{0,31}$/, 'has to have a name of small letters, digits and dashes')
      .refine((name) => !taken.has(name), 'cannot be the name of a platform'),
    providers,
    'has to be an object of providers',
  )
  .refine((all) => Object.values(all).filter(({ own }) => own).length <= 1, 'can have only one own issuer')

/** Every provider by the name of its platform. */
export type ThirdParty = ReadonlyMap<string, ProviderSettings>

/** The value of THIRD_PARTY: the path of a JSON file of platform → provider. */
export const thirdParty = describedFile<ThirdParty>('of platform → provider', () =>
  file.transform((providers) => new Map(Object.entries(providers))),
)
