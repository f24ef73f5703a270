import type { From } from '#account-api/kernel/from'
import { type Counter, tally } from '#account-api/kernel/limits/rolling'
import { secondsUntil } from '#account-api/kernel/time'
import { type OverLimits, tooManySms } from '#account-api/organisations/invitations/invite'
import { grantSms } from '#account-api/organisations/invitations/limits'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { Acting } from '#account-api/organisations/records/member-record'
import { inTransaction, type Service } from '#account-api/organisations/service'
import type { BatchState } from '#contract/organisations/invitations/invitation-batches'

interface Beginning {
  acting: Acting
  publicId: string
  from: From
}

type NotBegun =
  | NotActing
  | { ok: false; code: 'no_such_batch' }
  | { ok: false; code: 'batch_not_ready'; state: BatchState }
  | Extract<OverLimits, { code: 'too_many_sms_invitations' }>

/**
 * Begins to invite the people of a checked batch, within the limits of a day. A job does the rest.
 * @param isPerson whether the inviter has shown that they are not a program
 */
export const beginBatch = async (
  service: Service,
  { isPerson, ...beginning }: Beginning & { isPerson: () => Promise<boolean> },
): Promise<
  | { ok: true; people: number }
  | NotBegun
  | { ok: false; code: 'captcha_required' }
  | { ok: false; code: 'too_many_invitations'; most: number; left: number; retry_after: number }
> => {
  const { deployment, storage } = service
  const { acting, publicId } = beginning
  const batch = await storage.invitationBatches.find(acting.organisation.id, publicId)
  if (!batch) return { ok: false, code: 'no_such_batch' }
  if (batch.state !== 'checked') return { ok: false, code: 'batch_not_ready', state: batch.state }
  if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  const people = (await storage.invitationBatches.countLines(batch.id)).get('new') ?? 0
  const counters: Counter[] = [
    { name: 'listedInvitationsOfAnOrganisation', subject: acting.organisation.id, by: people },
    { name: 'listedInvitationsOfAnAccount', subject: acting.member.accountId, by: people },
  ]
  const tallies = await tally(storage, { add: people === 0 ? [] : counters }, deployment.now())
  const most = deployment.policy.limits.listed_invitations
  const over = counters
    .map((counter) => tallies.of(counter))
    .sort((one, other) => other.total - one.total)
    .find(({ total }) => total > most)
  if (over) {
    await tallies.uncount()
    const left = Math.max(0, most - (over.total - people))
    const retry_after = secondsUntil(deployment, over.freeAt(most))
    return { ok: false, code: 'too_many_invitations', most, left, retry_after }
  }
  const begun = await begin(service, { ...beginning, people })
  if (!begun.ok) await tallies.uncount()
  return begun
}

const begin = inTransaction<Beginning & { people: number }, { ok: true; people: number } | NotBegun>(
  async (stores, { acting: began, publicId, people, from }) => {
    const now = await lockActing(stores, began, 'invitation.send')
    if (!now.ok) return now
    const found = await stores.invitationBatches.find(began.organisation.id, publicId)
    const batch = found && (await stores.invitationBatches.lock(found.id))
    if (!batch) return { ok: false, code: 'no_such_batch' }
    if (batch.state !== 'checked') return { ok: false, code: 'batch_not_ready', state: batch.state }
    const wanted = await stores.invitationBatches.countNewBySms(batch.id)
    const { acting } = now
    const { granted, over } = await grantSms(stores, { acting, clientAddress: from.clientAddress, wanted })
    if (over && granted === 0 && wanted === people) return tooManySms(stores.deployment, over)
    if (granted < wanted) await stores.invitationBatches.limitSms(batch.id, granted)
    await stores.invitationBatches.advance(batch.id, { state: 'sending', workAt: stores.deployment.now() })
    await recordInOrganisation(stores, {
      kind: 'invitation_list_sent',
      acting,
      target: { publicId, name: '' },
      after: { people: people - (wanted - granted) },
      from,
    })
    return { ok: true, people: people - (wanted - granted) }
  },
)
