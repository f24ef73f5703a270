import type { OpenedSession } from '#account-api/accounts/sessions/session'
import { provenMailbox } from '#account-api/organisations/invitations/mailbox'
import type { Created, ToldOrganisation } from '#account-api/organisations/organisation/create'
import type { CallContext, Handling } from '#account-api/sign-in/call-context'
import { inTransaction } from '#account-api/sign-in/service'
import { isSolved } from '#account-api/verification/captchas/challenge'
import { issueValue, placeOf } from '#account-api/verification/codes/value-proof'
import { answerSignIn, proofIn, refuseAs, refuseProgram, refuseValue } from '#account-api/verification/outcomes'
import type { BaseInfos } from '#contract/organisations/organisation-infos'
import { done, refuse } from '#contract/server'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { newPersonOf } from './new-person'
import { type ProvenAddress, register, registerUnverified } from './registration'
import { registerByUsername } from './username-registration'

export const registerHandlers = {
  registerByEmail: async (input, context) => {
    const proven = await byInvitation(context, input)
    return proven.ok ? withSession(context, [byEmail(context, proven.data)], input) : proven
  },

  registerByMobile: (input, context) => withSession(context, [byMobile(context, input)], input),

  registerByMobileAndEmail: (input, context) => {
    const { code, email_code, value_ticket } = input
    // The ticket replaces the missing code.
    const isOfEmail = code !== undefined && email_code === undefined
    const mobile = byMobile(context, { ...input, value_ticket: isOfEmail ? undefined : value_ticket })
    const ofEmail = { ...input, code: email_code, value_ticket: isOfEmail ? value_ticket : undefined }
    return withSession(context, [mobile, byEmail(context, ofEmail, 'email_code')], input)
  },

  registerByEmailUnverified: async (input, context) => {
    const registered = await registerUnverified(context.service, {
      email: input.email,
      ...unprovenOf(context, input),
    })
    if (registered.ok) {
      const signedIn = answerSignIn(context, { session: registered.session, isNew: true })
      return done({ ...signedIn.data, username: registered.username })
    }
    return registered.code === 'captcha_required' ? refuseProgram(context, 'unproven_email') : refuseAs(registered)
  },

  registerUserOnlyByMobile: (input, context) => withoutSession(context, [byMobile(context, input)], input),

  registerUserOnlyByEmail: (input, context) => withoutSession(context, [byEmail(context, input)], input),

  createSubjectByMobile: (input, context) => withOrganisation(context, [byMobile(context, input)], input),

  createSubjectByEmail: (input, context) => withOrganisation(context, [byEmail(context, input)], input),

  createSubjectByUsername: async (input, context) => {
    const registered = await registerByUsername(context.service, {
      username: input.username,
      ...unprovenOf(context, input),
      organisation: toldOf(input),
    })
    if (registered.ok) {
      const { session, organisation, username, isPending } = registered
      const signedIn = answerCreated(context, session, organisation)
      return done({ ...signedIn.data, username, is_sensitive: isPending ? 1 : 0 })
    }
    return registered.code === 'captcha_required' ? refuseProgram(context, 'no_address') : refuseAs(registered)
  },
} satisfies Handling

/**
 * A person who proves no address. The ticket of a solved captcha may also come in the input field of the specification.
 */
const unprovenOf = (context: CallContext, input: Chosen & { password: string; recaptcha_token: string }) => ({
  password: input.password,
  ...newPersonOf(context, input),
  from: context.from,
  isPerson: async () =>
    (await context.isPerson()) || isSolved(context.service, { ...context, ticket: input.recaptcha_token }),
})

const byMobile = (context: CallContext, { mobile, sms_code_key: key, ...given }: WithMobile) => {
  const proof = proofIn(context, { ...given, key })
  return proof.ok ? done<ProvenAddress>({ ...ofMobile(mobile), field: 'code', ...proof.data }) : proof
}

const ofMobile = (value: string) => ({
  target: { channel: 'sms' as const, to: value, type: mobilePurpose.register },
  identifier: { kind: 'mobile' as const, value },
})

const byEmail = (
  context: CallContext,
  { email, email_code_key: key, ...given }: WithEmail,
  field: ProvenAddress['field'] = 'code',
) => {
  const proof = proofIn(context, { ...given, key }, field)
  return proof.ok ? done<ProvenAddress>({ ...ofEmail(email), field, ...proof.data }) : proof
}

const ofEmail = (value: string) => ({
  target: { channel: 'email' as const, to: value, type: emailPurpose.register },
  identifier: { kind: 'email' as const, value },
})

/**
 * The input, with a value_ticket if the link of an invitation's mail proves its email. For a bound address the answer
 * has no ticket, because such a link signs nobody in.
 */
const byInvitation = async (context: CallContext, input: WithEmail & Invited) => {
  const { email, code, value_ticket, invite_ticket: ticket, invite_proof: proof } = input
  if (code !== undefined || value_ticket !== undefined || ticket === undefined || proof === undefined)
    return done(input)
  const { storage } = context.service
  if ((await provenMailbox(storage, { ticket, proof })) !== email) return refuse('ticket_refused', {})
  if (await storage.accounts.holderOf('email', email)) return refuse('already_registered', { field: 'email' })
  const proven = { target: ofEmail(email).target, place: placeOf(context) }
  const issued = await inTransaction(issueValue)(context.service, proven)
  return done({ ...input, value_ticket: issued })
}

interface Invited {
  invite_ticket?: string | undefined
  invite_proof?: string | undefined
}

interface Given {
  code?: string | undefined
  value_ticket?: string | undefined
}

interface WithMobile extends Given {
  mobile: string
  sms_code_key?: string | undefined
}

interface WithEmail extends Given {
  email: string
  email_code_key?: string | undefined
}

type ReadAddress = ReturnType<typeof byMobile>

/** The addresses of an input, or why the first unproven one is refused. */
const allOf = (read: ReadAddress[]) => {
  const refused = read.find((each) => !each.ok)
  return refused && !refused.ok ? refused : done(read.flatMap((each) => (each.ok ? [each.data] : [])))
}

interface Chosen {
  password?: string | undefined
  terms_version?: string | undefined
  invite_ticket?: string | undefined
}

const withSession = async (context: CallContext, read: ReadAddress[], chosen: Chosen) => {
  const addresses = allOf(read)
  if (!addresses.ok) return addresses
  const registered = await register(context.service, asked(context, addresses.data, chosen))
  return registered.ok && registered.session
    ? answerSignIn(context, { session: registered.session, isNew: true })
    : refuseRegistration(registered as Failed)
}

const withoutSession = async (context: CallContext, read: ReadAddress[], chosen: Chosen) => {
  const addresses = allOf(read)
  if (!addresses.ok) return addresses
  const registered = await register(context.service, { ...asked(context, addresses.data, chosen), withSession: false })
  return registered.ok ? done({ user_id: registered.userId }) : refuseRegistration(registered)
}

const asked = (context: CallContext, addresses: ProvenAddress[], chosen: Chosen) => ({
  addresses,
  password: chosen.password,
  ...newPersonOf(context, chosen),
  from: context.from,
})

interface Told {
  subject_name: string
  deputy_name?: string | undefined
  base_infos: BaseInfos
}

const toldOf = ({ subject_name, deputy_name, base_infos }: Told): ToldOrganisation => ({
  name: subject_name,
  managerName: deputy_name,
  baseInfos: base_infos,
})

const withOrganisation = async (context: CallContext, read: ReadAddress[], input: Chosen & Told) => {
  const addresses = allOf(read)
  if (!addresses.ok) return addresses
  const organisation = toldOf(input)
  const registered = await register(context.service, { ...asked(context, addresses.data, input), organisation })
  if (!registered.ok) return refuseRegistration(registered)
  if (!registered.session || !registered.organisation) throw new Error('the registration created no organisation')
  return answerCreated(context, registered.session, registered.organisation)
}

/** A session that acts as the manager of a new organisation, on the wire. */
const answerCreated = (context: CallContext, session: OpenedSession, { id, publicId, memberPublicId }: Created) => {
  const { data } = answerSignIn(context, { session, isNew: true })
  return done({ ...data, subject_uid: id, sec_subject_uid: publicId, identity_id: memberPublicId })
}

type Failed = Exclude<Awaited<ReturnType<typeof register>>, { ok: true }>

const refuseRegistration = (failed: Failed) => {
  switch (failed.code) {
    case 'password_refused':
    case 'already_registered':
    case 'registration_closed':
    case 'invitation_required':
    case 'identifier_off':
      return refuseAs(failed)
    default:
      return refuseValue(failed, failed.field)
  }
}
