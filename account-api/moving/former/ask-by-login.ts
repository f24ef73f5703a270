import { answerMaxBytes } from '#account-api/kernel/outside/answers'
import { type Column, personOf } from '#account-api/moving/people/csv/csv-people'
import type { SourceLine } from '#account-api/moving/people/source-person'
import { type Client, createClient, type Failure } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { sendByFetch } from '#contract/wire/exchange'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import type { FormerSystemSettings } from '#settings/vendors/former-system'
import type { Asked } from './asked'

interface ByLogin {
  url: string
  login: NonNullable<FormerSystemSettings['login']>
}

/** Failures that do not show whether the password is right. */
const undecided: ReadonlySet<Failure['code']> = new Set([
  'busy',
  'too_many_requests',
  'password_locked',
  'captcha_required',
  'second_verification_required',
])

/**
 * Checks a password by the former system's own sign-in, and then reads the account.
 * @returns the person of the password; undefined for nobody
 * @throws if the answer does not show whether the password is right
 */
export const askByLogin = async (
  { url, login }: ByLogin,
  { identifier, password }: Asked,
  signal: AbortSignal,
): Promise<SourceLine | undefined> => {
  const { aid, key, paths, form_token_cookie: formTokenCookie, form_token_header: formTokenHeader } = login
  const client = createClient(
    {
      ...{ baseUrl: url.replace(/\/$/, ''), application: { aid, key }, paths },
      names: { formTokenCookie, formTokenHeader },
      send: (request) => sendByFetch(request, answerMaxBytes),
    },
    { variant: 'web', jar: new CookieJar(), language: 'en', clientAddress: '', userAgent: 'butterfly', left: signal },
  )
  try {
    const signedIn = await client.accountLoginV2({ account: identifier.value, password })
    if (!signedIn.ok && undecided.has(signedIn.code)) throw new Error(`it answered ${signedIn.code}`)
    if (!signedIn.ok) return undefined
    if (signedIn.data.authenticator_ticket !== undefined) throw new Error('it asks for a second factor')
    return personIn(
      { identifier, userId: signedIn.data.user_id },
      paths.accountInfo === null ? {} : await infoOf(client),
    )
  } catch (error) {
    // The cause may repeat the answer, which must not be logged.
    throw error instanceof UpstreamFailure ? new Error(`${error.call}: ${error.kind}`) : error
  }
}

type Info = Partial<Extract<Awaited<ReturnType<Client['accountInfo']>>, { ok: true }>['data']>

/** The account of the session, with whole addresses if the system gives them. */
const infoOf = async (client: Client): Promise<Info> => {
  const whole = await client.accountInfo({ need_plaintext: 1 })
  const info = whole.ok ? whole : await client.accountInfo({})
  return info.ok ? info.data : {}
}

const personIn = (
  { identifier: { kind, value }, userId }: Pick<Asked, 'identifier'> & { userId: string },
  info: Info,
): SourceLine => {
  const { email, mobile, username, email_verified = true, name, language, birthday, created_at } = info
  const isWhole = (address: string | null | undefined) => address != null && !/[*•…]/.test(address)
  const facts: Partial<Record<Column, string | null | undefined>> = {
    ...{ id: userId || info.user_id || username || value, username, name, language, birthday, created: created_at },
    ...(isWhole(email) && { email, email_verified: String(email_verified) }),
    ...(isWhole(mobile) && { mobile, mobile_verified: 'true' }),
    // A person who signs in by an address has that address.
    [kind]: value,
    ...(kind !== 'username' && { [`${kind}_verified`]: kind === 'email' ? String(email_verified) : 'true' }),
  }
  return personOf(0, (column) => facts[column] ?? undefined)
}
