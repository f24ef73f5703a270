import type { PlatformProfile } from '#account-api/accounts/platforms/platform-store'
import type { OpenedSession } from '#account-api/accounts/sessions/session'
import { verifyByPlatform } from '#account-api/addresses/platforms/by-platform'
import { outsideProofIn } from '#account-api/addresses/platforms/outside-proof'
import { bindPlatform, findProfile, issueProfile } from '#account-api/addresses/platforms/platform'
import { returnedIn, type Visit } from '#account-api/addresses/platforms/returned'
import {
  identifyVisitor,
  ownPlatform,
  type Returned,
  refusedBy,
  startVisit,
} from '#account-api/addresses/platforms/visit'
import type { CallContext, Handling } from '#account-api/sign-in/call-context'
import { newPersonOf, wishesOf } from '#account-api/sign-in/registration/new-person'
import { refuseNewcomer } from '#account-api/sign-in/ways/login-handlers'
import { signInByPassword } from '#account-api/sign-in/ways/password-sign-in'
import { signInBySms } from '#account-api/sign-in/ways/sign-in'
import {
  accountOf,
  answerSignIn,
  isNotOpen,
  namedBy,
  refuseAs,
  refuseNotOpen,
  refusePassword,
} from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { mobilePurpose } from '#contract/terms/purposes'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { signInByPlatform } from './sign-in'

export const thirdPartyHandlers = {
  thirdPartyStart: async (input, { service }) => {
    const platform = input.platform ?? ownPlatform(service.deployment)
    if (platform === undefined) return refuse('no_such_platform', {})
    const started = await startVisit(service, { platform, isFresh: input.fresh === 1 })
    if (!started.ok) return refuse(started.code, {})
    const { url, state, nonce, codeVerifier, redirectUri } = started
    return done({
      platform,
      url: vouchedUrl.parse(url),
      state,
      nonce,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
    })
  },

  authLogin: async (input, context) => {
    const given = outsideProofIn(input)
    return given.ok ? signIn(context, given.data, { ...input, registers: input.login_only === 0 }) : given
  },

  authLoginOnly: async (input, context) => {
    const given = outsideProofIn(input)
    return given.ok ? signIn(context, given.data, { ...input, registers: false }) : given
  },

  authProfile: async (input, { service }) => {
    const given = outsideProofIn(input)
    if (!given.ok) return given
    const identified = await identifyVisitor(service, given.data)
    if (!identified.ok) return refusedBy(identified)
    const { profile } = identified
    const key = await issueProfile(service, profile)
    return done({ profile_key: key, platform: profile.platform, name: profile.name })
  },

  oauthProfile: async (input, { service }) => {
    const profile = await findProfile(service.storage, input.profile_key)
    return profile ? done({ platform: profile.platform, name: profile.name }) : refuse('ticket_refused', {})
  },

  bindLogin: async (input, context) => {
    const { service } = context
    const ticket = input.profile_key
    const profile = await findProfile(service.storage, ticket)
    if (!profile) return refuse('ticket_refused', {})
    const signedIn = await proveAccount(context, input, profile)
    if (!signedIn.ok) return signedIn
    const { session } = signedIn
    // Until the authenticator is proven, a person gets nothing of the account, and adds nothing to it.
    const bound =
      session !== undefined && (await bindSignedIn(context, session, { platform: profile.platform, ticket }))
    const { data } = answerSignIn(context, signedIn)
    return done({ ...data, bound })
  },

  oauthLogin: async (input, context) => {
    const returned = ownIn(context, input)
    return returned
      ? signIn(context, returned, { ...input, registers: input.login_only === 0 })
      : refuse('no_such_platform', {})
  },

  oauthLoginOnly: async (input, context) => {
    const returned = ownIn(context, input)
    return returned ? signIn(context, returned, { ...input, registers: false }) : refuse('no_such_platform', {})
  },

  verifySecondByPlatform: async (input, context) => {
    const { service, account, session } = context
    const { sms_code_key: key, ...given } = input
    const returned = returnedIn(given)
    if (!returned) return missing('code')
    const verified = await verifyByPlatform(service, { key, person: { account, session }, returned })
    if (!verified.ok) return verified.code === 'platform_refused' ? refusedBy(verified) : refuse(verified.code, {})
    context.setSession(verified.session)
    return done({ verify_ticket: verified.ticket })
  },
} satisfies Handling

/** Signs in by the deployment's own issuer. */
const ownIn = ({ service }: CallContext, input: Visit & { code: string }): Returned | undefined => {
  const platform = ownPlatform(service.deployment)
  return platform === undefined ? undefined : returnedIn({ ...input, platform })
}

const signIn = async (
  context: CallContext,
  returned: Returned,
  { registers, ...flags }: { registers: boolean; kick_other: number; need_frozen_user: number },
) => {
  const { service, from } = context
  const identified = await identifyVisitor(service, returned)
  if (!identified.ok) return refusedBy(identified)
  const { profile, provenAt } = identified
  const signedIn = await signInByPlatform(service, { profile, provenAt, registers, from, ...wishesOf(flags) })
  if (signedIn.ok) return answerSignIn(context, signedIn)
  if (isNotOpen(signedIn)) return refuseNotOpen(signedIn)
  const { platform, name } = profile
  return refuse('not_bound', { profile_key: signedIn.profileKey, platform, name })
}

interface OwnAccount {
  mobile?: string | undefined
  code?: string | undefined
  sms_code_key?: string | undefined
  account?: string | undefined
  region?: string | undefined
  password?: string | undefined
  kick_other: number
  login_only: number
  need_frozen_user: number
  terms_version?: string | undefined
  invite_ticket?: string | undefined
}

const missing = (field: string) => refuse('invalid_input', { fields: [{ field, reason: 'missing' as const }] })

/** Signs in to the account that a third-party identity will be bound to, or creates it. */
const proveAccount = async (context: CallContext, input: OwnAccount, { registers = true }: PlatformProfile) => {
  const { service, from, visitor, session, isPerson } = context
  const wishes = wishesOf(input)
  if (input.mobile !== undefined) {
    if (input.code === undefined) return missing('code')
    const signedIn = await signInBySms(service, {
      target: { channel: 'sms', to: input.mobile, type: mobilePurpose.login },
      code: input.code,
      named: namedBy(input.sms_code_key),
      ...newPersonOf(context, input),
      visitor,
      from,
      ...wishes,
      registers: registers && input.login_only === 0,
    })
    if (signedIn.ok) return signedIn
    if (isNotOpen(signedIn)) return refuseNotOpen(signedIn)
    if (signedIn.code === 'confirmation_required')
      return refuse('confirmation_required', { ticket: signedIn.ticket, ways: signedIn.ways })
    return refuseNewcomer(signedIn)
  }
  if (input.account === undefined) return missing('account')
  if (input.password === undefined) return missing('password')
  const { account, region } = input
  const identifier = accountOf({ account, region }, context)
  const asked = { identifier, password: input.password, from, session, ...wishes, isPerson }
  const signedIn = await signInByPassword(service, asked)
  if (signedIn.ok) return signedIn
  if (signedIn.code === 'identifier_off') return refuseAs(signedIn)
  return isNotOpen(signedIn) ? refuseNotOpen(signedIn) : refusePassword(context, signedIn, identifier)
}

/**
 * Binds a third-party identity to the account that its person has just signed in to. The sign-in stays, whatever the
 * result. An identity that is already bound is not replaced here.
 */
const bindSignedIn = async (
  { service, from }: CallContext,
  session: OpenedSession,
  { platform, ticket }: { platform: string; ticket: string },
): Promise<boolean> => {
  const account = await service.storage.accounts.profile(session.accountId)
  if (!account) return false
  const bound = await bindPlatform(service, { person: { account, session }, platform, ticket, replaces: false, from })
  return bound.ok
}
