import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { hours, seconds } from '#account-api/kernel/time'
import { pageOf, tellPerson } from '#account-api/organisations/organisation/tell'
import { inTransaction, type Rule, type Service } from '#account-api/organisations/service'
import type { Answers, ClaimedAnswers } from './answer-store'

const rule = { everyMs: seconds(30), atOnce: 100, quietMs: hours(1) }

interface Answer {
  /** Undefined: the inviter has left the organisation. */
  invitation: { inviterId: string; inviter: object | undefined }
  /** The name of the person who accepts. Undefined: the invitation was declined. */
  name?: string
}

/**
 * Stores an answer for the message to the inviter. The organisation has to be locked, so the inviter stays a member.
 */
export const noteAnswer: Rule<Answer, void> = async (stores, { invitation: { inviterId, inviter }, name }) => {
  if (!inviter) return
  const counts = { accepted: name === undefined ? 0 : 1, declined: name === undefined ? 1 : 0 }
  await stores.invitationAnswers.add(inviterId, { ...counts, name: name ?? null, at: stores.deployment.now() })
}

/**
 * Notifies inviters of answers to their invitations, until it is stopped: of the first one soon, and then of an hour's
 * answers in one message. Several copies may run: one copy at a time claims an inviter.
 * @returns a function that stops it and waits for the message being written
 */
export const startTellingInviters = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking(
    async (stopped) => {
      await tellInviters(service, stopped)
    },
    { everyMs: rule.everyMs, log },
  )

export const tellInviters = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.invitationAnswers
  const queue: Queue<ClaimedAnswers> = {
    atOnce: rule.atOnce,
    claim,
    work: (claimed) => tellInviter(service, claimed),
    postpone: ({ memberId }, until) => postpone(memberId, until),
    named: ({ memberId }) => ({ identity: memberId }),
    failed: 'an inviter could not be notified of answers, and is notified later',
  }
  return workOff(service, queue, stopped)
}

const tellInviter = inTransaction<ClaimedAnswers, boolean>(async (stores, { memberId }) => {
  const answers = await stores.invitationAnswers.take(memberId, stores.deployment.now() + rule.quietMs)
  const inviter = answers && (await stores.invitationAnswers.inviter(memberId))
  if (!inviter) return false
  const { accountId, ...organisation } = inviter
  await tellPerson(stores, {
    accountId,
    organisation,
    ...newsOf(answers),
    isMinor: true,
    link: pageOf(stores.deployment, organisation, '/invitations'),
  })
  return true
})

/** A single person who accepted is named. A person who declined has no name in the organisation. */
const newsOf = ({ accepted, declined, name }: Answers) =>
  accepted === 1 && declined === 0 && name !== null
    ? ({ news: 'invitation_accepted', names: { to: name } } as const)
    : ({ news: 'invitations_answered', counts: { accepted, declined } } as const)
