import { claimMs } from '#account-api/kernel/queue/work-off'
import { actingNow } from '#account-api/organisations/organisation/acting'
import type { Acting } from '#account-api/organisations/records/member-record'
import { inTransaction, type Transaction } from '#account-api/organisations/service'
import type { ListedLine } from '#rules/typed/list'
import { linesAtOnce, placeOf, type Worked } from './batch'
import type { Batch, LineRecord } from './batch-record'
import { readLine, standingOf } from './lines'

/** Checks and stores the next lines of a batch. The batch is stopped when its inviter may no longer invite. */
export const checkSome = inTransaction<{ id: string; list: readonly ListedLine[] }, Worked>(
  async (stores, { id, list }) => {
    const batch = await stores.invitationBatches.lock(id)
    if (batch?.state !== 'checking') return 'done'
    const place = placeOf(batch)
    const now = place && (await actingNow(stores, place, 'invitation.send'))
    if (!now?.ok) {
      await stores.invitationBatches.advance(id, { state: 'stopped', list: '', workAt: null })
      return 'done'
    }
    const checkedCount = Math.min(batch.checkedCount + linesAtOnce, list.length)
    const lines = await linesOf(stores, {
      batch,
      acting: now.acting,
      listed: list.slice(batch.checkedCount, checkedCount),
    })
    await stores.invitationBatches.insertLines(batch, lines)
    if (checkedCount < list.length) {
      await stores.invitationBatches.advance(id, { checkedCount, workAt: stores.deployment.now() + claimMs })
      return 'more'
    }
    await stores.invitationBatches.advance(id, { checkedCount, state: 'checked', list: '', workAt: null })
    return 'done'
  },
)

const linesOf = async (
  stores: Transaction,
  { batch, acting, listed }: { batch: Batch; acting: Acting; listed: readonly ListedLine[] },
): Promise<LineRecord[]> => {
  const roles = await stores.roles.ofOrganisation(batch.organisationId)
  const read = listed.map((line) => readLine({ deployment: stores.deployment, acting, batch, roles }, line))
  const standing = await standingOf(stores, batch.organisationId, read)
  const addresses = read.flatMap(({ address }) => address ?? [])
  const before = new Map(await stores.invitationBatches.linesTo(batch.id, addresses))
  return read.map((line) => {
    if (line.address === null) return line
    const sameAs = before.get(line.address)
    if (sameAs !== undefined) return { ...line, state: 'twice', sameAs }
    before.set(line.address, line.number)
    return line.state === 'new' ? { ...line, state: standing.get(line.address) ?? 'new' } : line
  })
}
