import { pageOf, rangeOf } from '#account-api/kernel/pages/list-page'
import type { Handling } from '#account-api/organisations/call-context'
import type { JoinRequest } from '#account-api/organisations/mail-domains/join-request-store'
import { refuseAs, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { acceptJoinRequest, declineJoinRequest } from './answer'
import { askToJoin, withdrawJoinRequest } from './ask'

export const joinRequestHandlers = {
  askToJoin: async (input, { service, account, session }) => {
    const person = { account, session }
    const asked = await askToJoin(service, { person, publicId: input.sec_subject_uid, name: input.deputy_name })
    if (asked.ok) return done({ subject_name: asked.organisationName, ends_at: new Date(asked.endsAt).toISOString() })
    return asked.code === 'second_verification_required'
      ? refuseStaleProof(service, person, 'data', ['email'])
      : refuseAs(asked)
  },

  withdrawJoinRequest: async (input, { service, account, session }) => {
    const asked = { person: { account, session }, publicId: input.sec_subject_uid }
    const withdrawn = await withdrawJoinRequest(service, asked)
    return withdrawn.ok ? done({ withdrawn: true }) : refuseAs(withdrawn)
  },

  listJoinRequests: async (asked, { service: { deployment, storage }, acting }) => {
    const range = { ...rangeOf(asked), at: deployment.now() }
    const found = await storage.joinRequests.list(acting.organisation.id, range)
    const { shown, next } = pageOf(found, asked, ({ id }) => id)
    return done({ requests: shown.map(requestOf), next })
  },

  joinRequestInfo: async ({ request_id }, { service: { deployment, storage }, acting }) => {
    const request = await storage.joinRequests.find(acting.organisation.id, request_id, deployment.now())
    return request ? done({ request: requestOf(request) }) : refuse('no_such_join_request', {})
  },

  acceptJoinRequest: async ({ request_id: publicId, role_key: roleKey }, { service, acting, from }) => {
    const accepted = await acceptJoinRequest(service, { acting, publicId, roleKey, from })
    return accepted.ok ? done({ identity_id: accepted.memberPublicId }) : refuseAs(accepted)
  },

  declineJoinRequest: async ({ request_id: publicId }, { service, acting, from }) => {
    const declined = await declineJoinRequest(service, { acting, publicId, from })
    return declined.ok ? done({ declined: true }) : refuseAs(declined)
  },
} satisfies Handling

const requestOf = ({ publicId, name, email, roles, askedAt, endsAt }: JoinRequest) => ({
  request_id: publicId,
  deputy_name: name,
  address: email,
  former_roles: roles,
  asked_at: new Date(askedAt).toISOString(),
  ends_at: new Date(endsAt).toISOString(),
})
