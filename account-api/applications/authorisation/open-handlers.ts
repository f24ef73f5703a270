import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { termsDueAt } from '#account-api/accounts/terms/terms'
import { shownScopes } from '#account-api/applications/apis/shown-scopes'
import type { Handling } from '#account-api/applications/call-context'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { changedSince } from '#account-api/applications/grants/agreed-to'
import type { ListedAuthorisation } from '#account-api/applications/grants/authorisation-store'
import { listAuthorisations, revokeAuthorisation } from '#account-api/applications/grants/authorisations'
import { shownValue } from '#account-api/applications/grants/claims'
import { findLeaving } from '#account-api/applications/grants/leaving'
import type { Service } from '#account-api/applications/service'
import { shownOutside } from '#account-api/organisations/mail-domains/proven'
import { placesOf } from '#account-api/organisations/organisation/acting'
import { isFactorDue } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { refuseAs, refuseHiddenFactor, refuseProgram, refuseStaleProof } from '#account-api/verification/outcomes'
import { leastScope } from '#contract/applications/open-scopes'
import { done, refuse } from '#contract/server'
import { clientAddress, vouchedUrl } from '#contract/terms/vouched-url'
import { answerRequest, assuranceFor, needsOf } from './answer'
import { findBeginning, solveBeginning } from './beginning'
import { personOf } from './person'
import { findRequest, namesIn } from './request'

export const openHandlers = {
  openAuthInfo: async (input, { service: { deployment, storage }, session, shownTerms }) => {
    const found = await findRequest(storage, namesIn(input))
    if (!found.ok) return refuseAs(found)
    const { request } = found
    const person = await personOf(storage, { request, session, authTicket: input.auth_ticket })
    if (person === 'ticket_refused') return refuse(person, {})
    const [places, granted] = person
      ? await Promise.all([
          placesOf(storage, person.account.id),
          storage.authorisations.find(person.account.id, request.client.id),
        ])
      : [[], undefined]
    const scopes = (await shownScopes(storage, request.scopes)).map((shown) => ({
      ...shown,
      is_required: shown.scope === leastScope,
      already_granted: granted?.scopes.includes(shown.scope) ?? false,
      value: (person && shownValue(shown.scope, person.account, places)) ?? null,
    }))
    const needs = needsOf(request, person)
    const unmet = person && assuranceFor(deployment, request, person).unmet
    const changed = request.client.isFirstParty ? [] : changedSince(granted?.agreedTo, request)
    return done({
      client: await askingClient(storage, request.client),
      person: person ? { username: person.account.username, name: person.account.name ?? '' } : null,
      scopes,
      changed,
      already_granted: !request.asksAgain && changed.length === 0 && scopes.every((scope) => scope.already_granted),
      subjects: places.map(({ organisation: { publicId, name } }) => ({
        sec_subject_uid: publicId,
        subject_name: name,
      })),
      needs: [
        ...(needs ? [needs] : []),
        ...(unmet && needs !== 'sign_in' ? ['hides' in unmet ? ('factor' as const) : ('new_factor' as const)] : []),
      ],
      terms_due: person !== undefined && termsDueAt(deployment, person.account, shownTerms) !== undefined,
      factor_due: person !== undefined && (await isFactorDue(storage, person.account, person.session)),
      wants_fresh_proof: request.provenSince !== undefined,
      chooses_account: request.choosesAccount,
      login_hint: request.loginHint,
      returns_to: clientAddress.parse(request.returnsTo),
      goes_on_at: request.isAnswered ? vouchedUrl.parse(request.returnTo) : null,
      expires_at: isoTime(request.expiresAt),
    })
  },

  openWebAuth: async (input, { service, session, from, shownTerms }) => {
    const answered = await answerRequest(service, {
      ...namesIn(input),
      session,
      authTicket: input.auth_ticket,
      scopes: input.deny === 1 ? [] : input.scopes,
      subject: input.sec_subject_uid,
      from,
      shownTerms,
    })
    if (answered.ok) return done({ redirect_url: vouchedUrl.parse(answered.redirectUrl) })
    if (answered.code !== 'proof_needed' && answered.code !== 'factor_needed') return refuseAs(answered)
    const { account, session: proven } = answered.person
    if (answered.code === 'factor_needed')
      // A person who was proven for this request only continues by signing in.
      return proven
        ? refuseHiddenFactor(service, { account, session: proven }, 'service', answered.hides)
        : refuse('second_factor_required', {})
    // A ticket proves its person now, so only a session can be too old.
    return proven ? refuseStaleProof(service, { account, session: proven }, 'service') : refuse('ticket_refused', {})
  },

  openBeginInfo: async ({ beginning_uid }, { service }) => {
    const found = await findBeginning(service, beginning_uid)
    if (!found) return refuse('no_such_beginning', {})
    return done({ goes_on_at: found.goesOnAt === null ? null : vouchedUrl.parse(found.goesOnAt) })
  },

  openBegin: async ({ beginning_uid }, context) => {
    if (!(await findBeginning(context.service, beginning_uid))) return refuse('no_such_beginning', {})
    if (!(await context.isPerson())) return refuseProgram(context, 'many_requests')
    return (await solveBeginning(context.service, beginning_uid))
      ? done({ done: true })
      : refuse('no_such_beginning', {})
  },

  openLeavingInfo: async ({ leaving_uid }, { service }) => {
    const found = await findLeaving(service, leaving_uid)
    if (!found) return refuse('no_such_leaving', {})
    const { client, url, posts } = found
    return done({ client: clientOnWire(client), leads_to: clientAddress.parse(url), posts })
  },

  listAuthorisations: async (_input, { service, account, session }) => {
    const listed = await listAuthorisations(service, { account, session })
    const authorisations = listed.map(async ({ client, scopes, subjectName, grantedAt, usedAt }) => ({
      client: { ...clientOnWire(client), owner_domain: null, owner_logo: null },
      scopes: await shownScopes(service.storage, scopes),
      subject_name: subjectName,
      granted_at: isoTime(grantedAt),
      used_at: usedAt === null ? null : isoTime(usedAt),
    }))
    return done({
      authorisations: await Promise.all(authorisations),
      time_zone: timeZoneOf(account),
    })
  },

  revokeAuthorisation: async (input, { service, account, session }) => {
    const { client_key: clientId, scope } = input
    const isRevoked = await revokeAuthorisation(service, { person: { account, session }, clientId, scope })
    return isRevoked ? done({ done: true }) : refuse('no_such_authorisation', {})
  },
} satisfies Handling

/** The application that makes a request, with a domain that helps people recognise its organisation. */
export const askingClient = async (storage: Service['storage'], client: OwnedClient) => {
  const { organisationId } = client
  const owner = organisationId === null ? undefined : await shownOutside(storage, organisationId)
  return { ...clientOnWire(client), owner_domain: owner?.domain ?? null, owner_logo: owner?.logo ?? null }
}

const clientOnWire = ({
  id,
  name,
  icon,
  isVerified,
  owner,
  protocol: { document },
}: ListedAuthorisation['client']) => ({
  client_key: id,
  name,
  icon,
  is_verified: isVerified,
  owner: owner?.name ?? null,
  document_host: document === null ? null : new URL(document).host,
})

const isoTime = (at: number): string => new Date(at).toISOString()
