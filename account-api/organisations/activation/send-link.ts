import { maskAddress } from '#account-api/accounts/account/identifier'
import { checkTold } from '#account-api/kernel/current-call'
import { post } from '#account-api/kernel/outbox/post'
import { type OverLimits, withinLimits } from '#account-api/organisations/invitations/invite'
import { invitationChannelsOf } from '#account-api/organisations/invitations/state'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { activationPages } from '#contract/organisations/invitations/activation-pages'
import { type AwaitedPlace, lockAwaited, type NotAwaited, noSuchActivation } from './awaited'
import { giverNow } from './giver'

type Sent =
  | { ok: true }
  | NotAwaited
  | OverLimits
  /** This kind of address gets no messages here. */
  | { ok: false; code: 'not_offered'; kind: 'mobile' | 'email' }

/**
 * Sends the owner of an address the link to the page that activates the waiting account, within the limits of
 * invitations, because the receiver may not know the organisation either. The link is no secret and proves nothing; a
 * code does.
 */
export const sendActivationLink = async (service: Service, named: AwaitedPlace): Promise<Sent> => {
  const { deployment, storage } = service
  const { acting, publicId, from } = named
  const awaited = await storage.activations.find(acting.organisation.id, publicId, deployment.now())
  if (!awaited) return noSuchActivation
  const { kind, value: address } = awaited.address
  if (!invitationChannelsOf(deployment).includes(kind)) return { ok: false, code: 'not_offered', kind }
  return withinLimits(service, { acting, from, invitation: { channel: kind, address } }, () => send(service, named))
}

const send = inTransaction<AwaitedPlace, { ok: true } | NotAwaited>(async (stores, { from, ...named }) => {
  const found = await lockAwaited(stores, named)
  if (!found.ok) return found
  const { acting, awaited } = found
  const { address, member, accountId } = awaited
  // The account cannot be activated, so the link would be useless.
  if (!(await giverNow(stores, awaited))) return noSuchActivation
  const waiting = await stores.accounts.profile(accountId)
  checkTold(stores.deployment, 'activation')
  await post(stores, {
    channel: address.kind === 'mobile' ? 'sms' : 'email',
    to: address.value,
    language: waiting?.language ?? 'zh-Hans',
    message: {
      kind: 'organisation',
      news: 'account_waits',
      facts: { organisation: acting.organisation.name },
      link: new URL(activationPages[address.kind], stores.deployment.publicUrl).href,
    },
  })
  await recordInOrganisation(stores, {
    kind: 'user_link_sent',
    acting,
    target: member,
    after: { [address.kind]: maskAddress(address) },
    from,
  })
  return { ok: true }
})
