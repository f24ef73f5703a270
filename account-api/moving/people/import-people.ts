import { inUseFor } from '#account-api/accounts/names/username'
import { inTransaction, type Service } from '#account-api/moving/service'
import { mostKinds } from '#account-api/verification/hashing/imported-hash-store'
import { type BatchPlan, planBatch } from './batch'
import { type JudgedPerson, judgePerson } from './judge-person'
import { rowsOf } from './people-rows'
import { type SeenValues, seenValues } from './seen-values'
import type { NoPerson, SourceLine } from './source-person'

interface Importing {
  people: AsyncIterable<SourceLine>
  /** The name of the other system. A second run with the same name takes nobody over twice. */
  source: string
  /** The reason shown to people whose accounts are suspended. Undefined: such accounts are refused. */
  suspendedReason: string | undefined
  /** Reports what would be imported, and changes nothing. */
  isDryRun: boolean
  /** Called with each line that is not imported, or only in part. */
  print: (line: string) => void
  /** How many people one transaction imports. */
  atOnce?: number
}

/** How many people the file has. */
export interface Imported {
  lines: number
  /** People who were imported, or would be. */
  taken: number
  /** How many of them have data that was left out. */
  notWhole: number
  /** People whom an earlier run has imported. */
  known: number
  /** How many of them were taken over at their own sign-in. */
  signedIn: number
  refused: number
  /** How many lines had each reason, in the order in which the reasons occurred. */
  reasons: Map<string, number>
}

const usualBatch = 500

/** How often a batch is attempted, because another copy may take one of its identifiers meanwhile. */
const mostTries = 5

/**
 * Imports people from a file, batch by batch, each in its own transaction. To continue an interrupted run, start it
 * again with the same file: it skips imported people. Nobody is notified, and nobody is signed in.
 * @throws BadFile when the file cannot be read further; what was imported until then stays
 */
export const importPeople = async (
  service: Service,
  { people, source, suspendedReason, isDryRun, print, atOnce = usualBatch }: Importing,
): Promise<Imported> => {
  const counted: Imported = { lines: 0, taken: 0, notWhole: 0, known: 0, signedIn: 0, refused: 0, reasons: new Map() }
  const seen = seenValues()
  const kinds = new Set(await service.storage.importedHashes.kinds())
  const finish = async (lines: readonly SourceLine[]) => {
    const judged = lines.map((line) => judgeLine(service, line, { source, suspendedReason, kinds }))
    const refused = judged.flatMap((line) => ('refused' in line ? line : []))
    const fit = judged.flatMap((line) => ('refused' in line ? [] : line))
    const plan = await (isDryRun ? planned(service, fit, seen) : taken(service, fit, seen))
    seen.add(plan.values)
    tell(counted, { ...plan, refused: [...refused, ...plan.refused] }, print)
  }
  try {
    let batch: SourceLine[] = []
    for await (const line of people) {
      counted.lines += 1
      batch.push(line)
      if (batch.length < atOnce) continue
      await finish(batch)
      batch = []
    }
    if (batch.length > 0) await finish(batch)
  } finally {
    seen.close()
  }
  return counted
}

const judgeLine = (
  { deployment }: Service,
  line: SourceLine,
  { kinds, ...judging }: { source: string; suspendedReason: string | undefined; kinds: Set<string> },
): JudgedPerson | NoPerson => {
  if ('refused' in line) return line
  const person = judgePerson(deployment, judging, line)
  const kind = 'refused' in person ? undefined : person.password?.kind
  if (kind === undefined) return person
  if (!kinds.has(kind) && kinds.size >= mostKinds)
    return {
      line: line.line,
      refused: `its password hash is of ${kind}, and there are ${mostKinds} other kinds already`,
    }
  kinds.add(kind)
  return person
}

/** Another account has taken an identifier of the batch meanwhile. Nothing of the batch remains. */
class BatchOvertaken extends Error {}

const planningOf = ({ deployment }: Pick<Service, 'deployment'>, seen: SeenValues) => ({
  seen,
  inUse: inUseFor(deployment, ''),
})

const nothing: BatchPlan = { accepted: [], refused: [], known: 0, signedIn: 0, values: new Map() }

const planned = async (service: Service, people: readonly JudgedPerson[], seen: SeenValues): Promise<BatchPlan> =>
  people.length === 0 ? nothing : planBatch(service.storage, people, planningOf(service, seen))

const taken = async (service: Service, people: readonly JudgedPerson[], seen: SeenValues): Promise<BatchPlan> => {
  if (people.length === 0) return nothing
  for (let tried = 1; ; tried += 1)
    try {
      return await takeBatch(service, { people, seen })
    } catch (error) {
      if (!(error instanceof BatchOvertaken) || tried === mostTries) throw error
    }
}

const takeBatch = inTransaction<{ people: readonly JudgedPerson[]; seen: SeenValues }, BatchPlan>(
  async (stores, { people, seen }) => {
    const plan = await planBatch(stores, people, planningOf({ deployment: stores.deployment }, seen))
    if (plan.accepted.length === 0) return plan
    const kinds = new Set(plan.accepted.flatMap(({ password }) => password?.kind ?? []))
    // Created before the accounts, so a wrong password takes as long for them as for all others.
    if (kinds.size > 0) await stores.importedHashes.addKinds([...kinds], stores.deployment.now())
    if (!(await stores.importedPeople.insert(rowsOf(stores.deployment, plan.accepted)))) throw new BatchOvertaken()
    return plan
  },
)

const tell = (
  counted: Imported,
  { accepted, refused, known, signedIn }: BatchPlan,
  print: (line: string) => void,
): void => {
  counted.taken += accepted.length
  counted.known += known
  counted.signedIn += signedIn
  counted.refused += refused.length
  const lines = refused.map(({ line, refused: why }) => ({ line, text: `refused: ${why}` }))
  for (const { line, notes } of accepted) {
    if (notes.length > 0) counted.notWhole += 1
    lines.push(...notes.map((text) => ({ line, text })))
  }
  for (const { line, text } of lines.sort((one, other) => one.line - other.line)) {
    print(`line ${line}: ${text}.`)
    const reason = text.replace(/ line \d+ /, ' an earlier line ')
    counted.reasons.set(reason, (counted.reasons.get(reason) ?? 0) + 1)
  }
}
