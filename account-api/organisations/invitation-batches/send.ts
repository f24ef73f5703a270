import { type Counter, tally } from '#account-api/kernel/limits/rolling'
import { postBulk } from '#account-api/kernel/outbox/post'
import { claimMs } from '#account-api/kernel/queue/work-off'
import { hashToken, newToken } from '#account-api/kernel/random'
import type { NewInvitation } from '#account-api/organisations/invitations/invitation-record'
import { messageOf } from '#account-api/organisations/invitations/invite'
import { limitOfARegion, limitsOfAnAddress } from '#account-api/organisations/invitations/limits'
import { type Inviter, offered, smsStandingOf } from '#account-api/organisations/invitations/sms-standing'
import { expiryIn, recipientOf } from '#account-api/organisations/invitations/state'
import { newTokenOf } from '#account-api/organisations/invitations/token'
import { provenDomainOf } from '#account-api/organisations/mail-domains/proven'
import { lockActing } from '#account-api/organisations/organisation/acting'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting } from '#account-api/organisations/records/member-record'
import {
  type Deployment,
  inTransaction,
  type Service,
  type Stores,
  type Transaction,
} from '#account-api/organisations/service'
import { warnOfCap } from '#account-api/verification/codes/sending-limits'
import { linesAtOnce, placeOf, roleGiven, type Worked } from './batch'
import type { Batch, BatchLine, StoredLineState } from './batch-record'
import { numbersByState, standingOf } from './lines'

/**
 * Invites the people of the next lines of a batch. Lines over the limit of an address or a region are left out first;
 * lines that are not sent are not counted.
 */
export const sendSome = async (service: Service, id: string): Promise<Worked> => {
  const { storage } = service
  const lines = await storage.invitationBatches.lines(id, { state: 'new', offset: 0, limit: linesAtOnce })
  const counted = await countLines(storage, { inviter: await inviterOf(storage, id), lines })
  const sending = { id, numbers: numbersOf(lines), over: counted.over }
  const { worked, invited } = await inviteLines(service, sending).catch(async (error: unknown) => {
    await counted.uncount(lines)
    throw error
  })
  await counted.uncount(lines.filter(({ number }) => !invited.has(number)))
  return worked
}

const numbersOf = (lines: readonly BatchLine[]): Set<number> => new Set(lines.map(({ number }) => number))

interface Sending {
  id: string
  /** The numbers of the lines that were counted. */
  numbers: ReadonlySet<number>
  /** The states of the lines that exceed a limit, by line number. */
  over: ReadonlyMap<number, StoredLineState>
}

interface Sent {
  worked: Worked
  invited: ReadonlySet<number>
}

const nobody: Sent = { worked: 'done', invited: new Set() }

const inviteLines = inTransaction<Sending, Sent>(async (stores, { id, numbers, over }) => {
  const seen = await stores.invitationBatches.read(id)
  const place = seen && placeOf(seen)
  const now = place && (await lockActing(stores, place, 'invitation.send'))
  // Organisations are locked before batches.
  const batch = await stores.invitationBatches.lock(id)
  if (batch?.state !== 'sending') return nobody
  if (!now?.ok) {
    await stores.invitationBatches.advance(id, { state: 'stopped', workAt: null })
    return nobody
  }
  const page = { state: 'new', offset: 0, limit: linesAtOnce } as const
  const lines = (await stores.invitationBatches.lines(id, page)).filter(({ number }) => numbers.has(number))
  if (lines.length === 0) {
    await stores.invitationBatches.advance(id, { state: 'done', workAt: null })
    return nobody
  }
  const states = await invite(stores, { batch, acting: now.acting, lines, over })
  for (const [state, settled] of numbersByState(states)) await stores.invitationBatches.settle(id, state, settled)
  await stores.invitationBatches.advance(id, { workAt: stores.deployment.now() + claimMs })
  return {
    worked: 'more',
    invited: new Set([...states].flatMap(([number, state]) => (state === 'invited' ? number : []))),
  }
})

interface Inviting extends Pick<Sending, 'over'> {
  batch: Batch
  acting: Acting
  lines: readonly BatchLine[]
}

/** Makes the invitations of lines, with their messages. Returns the state of each line, by its number. */
const invite = async (
  stores: Transaction,
  { batch, acting, lines, over }: Inviting,
): Promise<Map<number, StoredLineState>> => {
  const roles = new Map((await stores.roles.ofOrganisation(batch.organisationId)).map((role) => [role.id, role]))
  const standing = await standingOf(stores, batch.organisationId, lines)
  const states = new Map<number, StoredLineState>()
  const made: { line: BatchLine; invitation: NewInvitation; token: string }[] = []
  for (const line of lines) {
    const role = line.roleId === null ? undefined : roles.get(line.roleId)
    const refusal = role && 'refused' in roleGiven(acting, role) ? ('role_refused' as const) : undefined
    const state = standing.get(line.address ?? '') ?? refusal ?? over.get(line.number)
    if (state) states.set(line.number, state)
    else made.push({ line, ...newInvitation(stores.deployment, { batch, acting, line }) })
  }
  const added = new Set(await stores.invitations.insert(made.map(({ invitation }) => invitation)))
  const given = made.flatMap(({ line }) => roles.get(line.roleId ?? '') ?? [])
  await tellOfPower(stores, { given, ...acting })
  const domain = await provenDomainOf(stores, batch.organisationId)
  await postBulk(
    stores,
    made.flatMap((each) =>
      added.has(each.line.id) ? (messageOf(stores.deployment, { acting, domain, ...each }) ?? []) : [],
    ),
  )
  for (const { line } of made) states.set(line.number, added.has(line.id) ? 'invited' : 'already_invited')
  return states
}

const newInvitation = (
  deployment: Deployment,
  { batch, acting, line }: { batch: Batch; acting: Acting; line: BatchLine },
): { invitation: NewInvitation; token: string } => {
  const { id, address, roleId, name, note } = line
  const token = newTokenOf(deployment, { id, sent: 1 })
  const invitation: NewInvitation = {
    id,
    publicId: newToken(128),
    organisationId: batch.organisationId,
    channel: line.channel ?? 'email',
    address,
    roleId,
    name,
    note,
    extra: null,
    nextUrl: '',
    inviterId: acting.member.id,
    tokenHash: hashToken(token),
    places: 1,
    language: batch.language,
    createdAt: deployment.now(),
    endsAt: expiryIn(deployment, batch.days),
  }
  return { invitation, token }
}

/** The inviter of a batch, in its organisation. Undefined: they have left, or the batch no longer exists. */
const inviterOf = async (stores: Stores, id: string): Promise<Inviter | undefined> => {
  const batch = await stores.invitationBatches.read(id)
  const organisation = batch && (await stores.organisations.find(batch.organisationPublicId))
  return organisation && batch.inviter && { organisation, accountId: batch.inviter.accountId }
}

/**
 * Counts the messages of lines, for their addresses and for the regions of SMS, and judges them by these limits. In a
 * region over its limit, the last lines are refused. The organisation's own limit was counted when the batch began.
 */
const countLines = async (
  stores: Stores,
  { inviter, lines }: { inviter: Inviter | undefined; lines: readonly BatchLine[] },
) => {
  if (!inviter) return { over: new Map<number, StoredLineState>(), uncount: async () => undefined }
  const standing = await smsStandingOf(stores, inviter)
  const ofLine = (line: BatchLine) => {
    const recipient = line.channel && recipientOf({ channel: line.channel, address: line.address })
    return recipient ? limitsOfAnAddress(recipient, standing, inviter.accountId) : []
  }
  /** One limit for each region, with the number of SMS sent there. */
  const regionsOf = (some: readonly BatchLine[]) => {
    const regions = new Map<string, ReturnType<typeof limitOfARegion>>()
    for (const { channel, address } of some) {
      if (channel !== 'mobile' || address === null) continue
      const { counter, ...limit } = limitOfARegion(stores.deployment, address, standing, standing.sent)
      const by = (regions.get(counter.subject)?.counter.by ?? 0) + 1
      regions.set(counter.subject, { ...limit, counter: { ...counter, by } })
    }
    return [...regions.values()]
  }
  const countersOf = (some: readonly BatchLine[]): Counter[] => {
    const bySms = some.filter(({ channel }) => channel === 'mobile').length
    const limited = [...some.flatMap(ofLine), ...regionsOf(some)]
    return [...limited.map(({ counter }) => counter), ...(bySms > 0 ? [offered(inviter, bySms)] : [])]
  }
  const regions = regionsOf(lines)
  const tallies = await tally(stores, { add: countersOf(lines) }, stores.deployment.now())
  const excess = new Map(regions.map(({ counter, most }) => [counter.subject, tallies.of(counter).total - most]))
  const over = new Map<number, StoredLineState>()
  for (const line of lines.toReversed()) {
    const [region] = regionsOf([line])
    const left = excess.get(region?.counter.subject ?? '') ?? 0
    if (ofLine(line).some(({ counter, most }) => tallies.of(counter).total > most)) over.set(line.number, 'too_often')
    else if (left > 0) over.set(line.number, 'sms_limit')
    if (region && over.has(line.number)) excess.set(region.counter.subject, left - 1)
  }
  await warnOfCap(stores, regions, tallies)
  return { over, uncount: (unsent: readonly BatchLine[]) => tallies.uncount(countersOf(unsent)) }
}
