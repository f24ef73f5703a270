import { type Address, maskAddress } from '#account-api/accounts/account/identifier'
import { pageOf, rangeOf } from '#account-api/kernel/pages/list-page'
import type { CallContext, Handling } from '#account-api/organisations/call-context'
import { refuseNotOffered } from '#account-api/organisations/invitations/invitations-handlers'
import { givenRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { Target } from '#account-api/verification/codes/code'
import { askerOf, refuseSent, refuseUnreachable } from '#account-api/verification/codes/codes-handlers'
import { activationPurpose } from '#account-api/verification/codes/purposes'
import { sendCode } from '#account-api/verification/codes/sending'
import { answerSignIn, namedBy, refuseAs, refuseCode } from '#account-api/verification/outcomes'
import { spendProof } from '#account-api/verification/proofs/proof'
import { done, refuse } from '#contract/server'
import { activateAccount } from './activate'
import { type Awaited, cancelAwaited, lackingFor, listAwaited, renewAwaited } from './awaited'
import { createUser } from './create-user'
import { sendActivationLink } from './send-link'

export const activationHandlers = {
  createUserWithRole: async (input, { service, acting, language, from }) => {
    const address = oneOf(input)
    if (!address) return refuseNotOne()
    const unreachable = refuseUnreachable(service.deployment, targetOf(address))
    if (unreachable) return unreachable
    const { deputy_name: name, role_key: roleKey } = input
    const created = await createUser(service, { acting, address, name, roleKey, language, from })
    if (!created.ok) return refuseAs(created)
    const { publicId, userPublicId } = created.member
    const ends_at = new Date(created.endsAt).toISOString()
    return done({ sec_user_identity_id: publicId, sec_user_id: userPublicId, ends_at })
  },

  listActivations: async (asked, { service, acting }) => {
    const found = await listAwaited(service, acting, rangeOf(asked))
    const { shown, next } = pageOf(found, asked, ({ accountId }) => accountId)
    return done({ activations: shown.map((each) => activationOf(acting, each)), next })
  },

  renewActivation: async ({ sec_user_identity_id: publicId }, { service, acting, from }) => {
    const renewed = await renewAwaited(service, { acting, publicId, from })
    return renewed.ok ? done({ ends_at: new Date(renewed.endsAt).toISOString() }) : refuseAs(renewed)
  },

  cancelActivation: async ({ sec_user_identity_id: publicId }, { service, acting, from }) => {
    const cancelled = await cancelAwaited(service, { acting, publicId, from })
    return cancelled.ok ? done({ cancelled: true }) : refuseAs(cancelled)
  },

  sendActivationLink: async ({ sec_user_identity_id: publicId }, { service, acting, from }) => {
    const sent = await sendActivationLink(service, { acting, publicId, from })
    if (sent.ok) return done({ sent: true })
    return sent.code === 'not_offered' ? refuseNotOffered(sent) : refuseAs(sent)
  },

  sendActivationCode: async (input, context) => send(input, context),

  sendActivationCodeV2: async (input, context) => {
    const { verify_ticket: ticket } = input
    const target = targetIn(input, context)
    if (ticket === undefined || !target.ok) return send(input, context)
    const { service, session } = context
    const account = session && (await service.storage.accounts.profile(session.accountId))
    const person = session && account && { account, session }
    // Used up before anything is sent, so concurrent calls with one ticket send once.
    if (!person || !(await spendProof(service, { person, ticket, act: 'binding' }))) return refuse('ticket_refused', {})
    return send(input, { ...context, isPerson: async () => true })
  },

  activateAccount: async (input, context) => {
    const address = oneOf(input)
    if (!address) return refuseNotOne()
    const { service, from, language } = context
    const { code, password } = input
    const named = namedBy(address.kind === 'mobile' ? input.sms_code_key : input.email_code_key)
    const termsVersion = input.terms_version
    const chosen = input.sec_user_identity_ids ?? []
    const asked = { address, target: targetOf(address), code, named, password, chosen, from, language, termsVersion }
    const activated = await activateAccount(service, asked)
    if (activated.ok) return answerSignIn(context, { ...activated, isNew: true })
    switch (activated.code) {
      case 'password_refused':
      case 'registration_closed':
      case 'mail_domain_refused':
      case 'identifier_off':
      case 'already_registered':
      case 'nothing_to_activate':
        return refuseAs(activated)
      case 'password_missing':
        return refuse('invalid_input', { fields: [{ field: 'password', reason: 'missing' }] })
      case 'places_to_choose':
        return refuse(activated.code, {
          places: activated.places.map(({ member, organisationName }) => ({
            sec_user_identity_id: member.publicId,
            subject_name: organisationName,
            deputy_name: member.name,
          })),
          has_account: activated.hasAccount,
        })
      default:
        return refuseCode(activated)
    }
  },
} satisfies Handling

const activationOf = (acting: Acting, awaited: Awaited) => {
  const { member, address, endsAt, roles, giver, stands } = awaited
  return {
    sec_user_identity_id: member.publicId,
    sec_user_id: member.userPublicId,
    deputy_name: member.name,
    [address.kind]: maskAddress(address),
    roles: roles.map(givenRoleOf),
    giver_name: giver?.name ?? '',
    stands,
    ends_at: new Date(endsAt).toISOString(),
    may_change: lackingFor(acting, awaited).length === 0,
  }
}

/** The one address of an input. Undefined: none or two were given. */
const oneOf = ({ mobile, email }: AddressInput): Address | undefined => {
  if (mobile !== undefined) return email === undefined ? { kind: 'mobile', value: mobile } : undefined
  return email === undefined ? undefined : { kind: 'email', value: email }
}

const refuseNotOne = () => refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'invalid' }] })

const targetOf = ({ kind, value }: Address): Target => ({
  channel: kind === 'mobile' ? 'sms' : 'email',
  to: value,
  type: activationPurpose,
})

interface AddressInput {
  mobile?: string | undefined
  email?: string | undefined
}

/** Where the requested code would be sent, if known. */
const targetIn = (input: AddressInput, { service }: CallContext) => {
  const address = oneOf(input)
  if (!address) return refuseNotOne()
  const target = targetOf(address)
  return refuseUnreachable(service.deployment, target) ?? done(target)
}

const send = async (input: AddressInput, context: CallContext) => {
  const target = targetIn(input, context)
  if (!target.ok) return target
  const isSms = target.data.channel === 'sms'
  const keyField = isSms ? 'sms_code_key' : 'email_code_key'
  const sent = await sendCode(context.service, target.data, askerOf(context))
  if (!sent.ok) return refuseSent(context, sent, keyField)
  return done({ retry_after: sent.retryAfter, [keyField]: sent.key, [isSms ? 'mobile' : 'email']: sent.masked })
}
