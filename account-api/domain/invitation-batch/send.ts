import { warnOfCap } from '../code/sending-limits'
import { claimMs } from '../due'
import type { Acting } from '../identity/identity-store'
import type { NewInvitation } from '../invitation/invitation-store'
import { messageOf } from '../invitation/invite'
import { invitationLimits, ofAnAddress, ofARegion } from '../invitation/limits'
import { expiryIn, recipientOf } from '../invitation/state'
import { newTokenOf } from '../invitation/token'
import { type Counter, tally } from '../limit/rolling'
import { provenDomainOf } from '../mail-domain/proven'
import { postBulk } from '../message/post'
import { lockActing } from '../organisation/acting'
import { hashToken, newToken } from '../random'
import { inTransaction, type Service } from '../service'
import type { Setting } from '../setting'
import type { Stores, Transaction } from '../stores'
import { linesAtOnce, placeOf, roleGiven, type Worked } from './batch'
import type { Batch, BatchLine, StoredLineState } from './batch-store'
import { numbersByState, standingOf } from './lines'

/**
 * Invites the people of the next lines of a batch. What would be too much for an address or a region is left out before;
 * what was not sent is not counted.
 */
export const sendSome = async (service: Service, id: string): Promise<Worked> => {
  const { setting, storage } = service
  const lines = await storage.invitationBatches.lines(id, { state: 'new', offset: 0, limit: linesAtOnce })
  const counted = await countLines(setting, storage, lines)
  const sending = { id, numbers: numbersOf(lines), over: counted.over }
  const { worked, invited } = await inviteLines(service, sending).catch(async (error: unknown) => {
    await counted.takeBack(lines)
    throw error
  })
  await counted.takeBack(lines.filter(({ number }) => !invited.has(number)))
  return worked
}

const numbersOf = (lines: readonly BatchLine[]): Set<number> => new Set(lines.map(({ number }) => number))

interface Sending {
  id: string
  /** The numbers of the lines that were counted. */
  numbers: ReadonlySet<number>
  /** What limits say of lines, by their numbers. */
  over: ReadonlyMap<number, StoredLineState>
}

interface Sent {
  worked: Worked
  /** The numbers of the lines whose people were invited. */
  invited: ReadonlySet<number>
}

const nobody: Sent = { worked: 'done', invited: new Set() }

const inviteLines = inTransaction<Sending, Sent>(async (setting, stores, { id, numbers, over }) => {
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
  const states = await invite(setting, stores, { batch, acting: now.acting, lines, over })
  for (const [state, settled] of numbersByState(states)) await stores.invitationBatches.settle(id, state, settled)
  await stores.invitationBatches.advance(id, { workAt: setting.now() + claimMs })
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

/** Makes the invitations of lines with their messages. Answers the state of each line, by its number. */
const invite = async (
  setting: Setting,
  stores: Transaction,
  { batch, acting, lines, over }: Inviting,
): Promise<Map<number, StoredLineState>> => {
  const roles = new Map((await stores.roles.ofOrganisation(batch.organisationId)).map((role) => [role.id, role]))
  const standing = await standingOf(setting, stores, batch.organisationId, lines)
  const states = new Map<number, StoredLineState>()
  const made: { line: BatchLine; invitation: NewInvitation; token: string }[] = []
  for (const line of lines) {
    const role = line.roleId === null ? undefined : roles.get(line.roleId)
    const refusal = role && 'refused' in roleGiven(acting, role) ? ('role_refused' as const) : undefined
    const state = standing.get(line.address ?? '') ?? refusal ?? over.get(line.number)
    if (state) states.set(line.number, state)
    else made.push({ line, ...newInvitation(setting, { batch, acting, line }) })
  }
  const added = new Set(await stores.invitations.insert(made.map(({ invitation }) => invitation)))
  const domain = await provenDomainOf(stores, batch.organisationId)
  await postBulk(
    setting,
    stores,
    made.flatMap((each) => (added.has(each.line.id) ? (messageOf(setting, { acting, domain, ...each }) ?? []) : [])),
  )
  for (const { line } of made) states.set(line.number, added.has(line.id) ? 'invited' : 'already_invited')
  return states
}

const newInvitation = (
  setting: Setting,
  { batch, acting, line }: { batch: Batch; acting: Acting; line: BatchLine },
): { invitation: NewInvitation; token: string } => {
  const { id, address, roleId, name, note } = line
  const token = newTokenOf(setting, { id, sent: 1 })
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
    inviterId: acting.identity.id,
    tokenHash: hashToken(token),
    places: 1,
    language: batch.language,
    createdAt: setting.now(),
    endsAt: expiryIn(setting, batch.days),
  }
  return { invitation, token }
}

/**
 * Counts the messages of lines, for their addresses and for the regions of SMS, and judges by these limits. Of a region
 * that is over its cap, the last lines are.
 */
const countLines = async (setting: Setting, stores: Stores, lines: readonly BatchLine[]) => {
  const regions = ofRegions(lines)
  const tallies = await tally(stores, { add: [...ofAddresses(lines), ...regions] }, setting.now())
  const excess = new Map(regions.map((counter) => [counter.subject, tallies.of(counter).total - setting.smsDailyCap]))
  const over = new Map<number, StoredLineState>()
  for (const line of lines.toReversed()) {
    const [region] = ofRegions([line])
    const left = excess.get(region?.subject ?? '') ?? 0
    if (ofAddresses([line]).some((counter) => tallies.of(counter).total > invitationLimits.toAnAddress))
      over.set(line.number, 'too_often')
    else if (left > 0) over.set(line.number, 'sms_limit')
    if (region && over.has(line.number)) excess.set(region.subject, left - 1)
  }
  await warnOfCap(
    setting,
    stores,
    regions.map((counter) => ({ counter, most: setting.smsDailyCap })),
    tallies,
  )
  return {
    over,
    takeBack: (unsent: readonly BatchLine[]) => tallies.takeBack([...ofAddresses(unsent), ...ofRegions(unsent)]),
  }
}

const ofAddresses = (lines: readonly BatchLine[]): Counter[] =>
  lines.flatMap((line) => {
    const recipient = line.channel && recipientOf({ channel: line.channel, address: line.address })
    return recipient ? [ofAnAddress(recipient)] : []
  })

/** One counter for each region, with as many SMS as go there. */
const ofRegions = (lines: readonly BatchLine[]): Counter[] => {
  const counted = new Map<string, Counter>()
  for (const { channel, address } of lines) {
    if (channel !== 'mobile' || address === null) continue
    const counter = ofARegion(address)
    counted.set(counter.subject, { ...counter, by: (counted.get(counter.subject)?.by ?? 0) + 1 })
  }
  return [...counted.values()]
}
