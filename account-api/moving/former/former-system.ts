import { inUseFor } from '#account-api/accounts/names/username'
import { failureOf } from '#account-api/kernel/failures/failure'
import { planBatch } from '#account-api/moving/people/batch'
import { type JudgedPerson, judgePerson } from '#account-api/moving/people/judge-person'
import { rowsOf } from '#account-api/moving/people/people-rows'
import type { NoPerson, SourcePerson } from '#account-api/moving/people/source-person'
import { inTransaction, type Service } from '#account-api/moving/service'
import type { AskFormer } from '#account-api/verification/former-system'
import { hashPassword, passwordFits } from '#account-api/verification/hashing/hash'
import { NoTurn } from '#account-api/verification/hashing/hash-queue'
import type { FormerSystemSettings } from '#settings/vendors/former-system'
import { ask, nobody } from './ask'
import type { Asked } from './asked'

/** How many requests to the former system may be open at once. Further sign-ins have to be retried later. */
const atOnce = 32

/**
 * Asks the former system about passwords that are unknown here, until its last day. A person whom it knows is taken
 * over by the rules of an import, with our hash. Each refused password costs one request, so the time does not show who
 * exists here. If the typed identifier may not be asked about, the request is about nobody.
 */
export const formerSystem = (settings: FormerSystemSettings, serviceOf: () => Service): AskFormer => {
  let open = 0
  return async ({ isReal, left, ...typed }) => {
    const service = serviceOf()
    const { deployment } = service
    if (deployment.now() >= settings.until) return false
    if (open >= atOnce) throw new NoTurn('full')
    open += 1
    try {
      const person = await answered(service, settings, isReal ? typed : nobody(typed), left)
      return isReal && person !== undefined && (await bringOver(service, settings, { typed, person, left }))
    } finally {
      open -= 1
    }
  }
}

/**
 * Signs a person in, or imports them. If the former system does not answer, the person has to retry later. The
 * attempt counts.
 */
const answered = async (
  { deployment }: Service,
  settings: FormerSystemSettings,
  asked: Asked,
  left: AbortSignal | undefined,
) => {
  try {
    return await ask(settings, asked, { at: deployment.now(), left })
  } catch (error) {
    deployment.warn(failureOf(error), 'the former system gave no answer')
    throw new NoTurn('late')
  }
}

interface Bringing {
  typed: Asked
  person: SourcePerson | NoPerson
  left: AbortSignal | undefined
}

/** True when the person now has an account that the typed identifier signs in to. */
const bringOver = async (service: Service, { source }: FormerSystemSettings, { typed, person, left }: Bringing) => {
  const { deployment, storage } = service
  const { identifier, password } = typed
  const refuse = (why: string): false => {
    deployment.warn({ why }, 'a person of the former system did not come over')
    return false
  }
  if ('refused' in person) return refuse(person.refused)
  const ownHash = await hashPassword(deployment.peppers, password, left)
  const judged = judgePerson(deployment, { source, suspendedReason: undefined, ownHash }, person)
  if ('refused' in judged) return refuse(judged.refused)
  if (!signsInBy(judged, identifier)) return refuse(`its ${identifier.kind} signs in to nothing here`)
  const why = await takePerson(service, judged)
  if (why === undefined) return true
  // Another sign-in of the same person may have been faster.
  const { account } = await storage.accounts.typistOf(identifier.kind, [identifier.value], deployment.now())
  return (account && (await passwordFits(deployment.peppers, account.passwordHash, password, left))) || refuse(why)
}

const signsInBy = ({ addresses, username, isHeld }: JudgedPerson, { kind, value }: Asked['identifier']): boolean =>
  kind === 'username'
    ? username?.value === value && !isHeld
    : addresses.some((address) => address.kind === kind && address.value === value)

/** Creates a person, or returns why not. */
const takePerson = (service: Service, person: JudgedPerson): Promise<string | undefined> =>
  take(service, person).catch((error: unknown) => {
    if (error instanceof Overtaken) return 'another account took an identifier of it at this moment'
    throw error
  })

/** Thrown so that nothing is committed. */
class Overtaken extends Error {}

const take = inTransaction<JudgedPerson, string | undefined>(async (stores, person) => {
  const seen = { lineOf: () => undefined }
  const plan = await planBatch(stores, [person], { seen, inUse: inUseFor(stores.deployment, '') })
  if (plan.known > 0) return 'it came over before'
  if (plan.accepted.length === 0) return plan.refused[0]?.refused
  if (!(await stores.importedPeople.insert(rowsOf(stores.deployment, plan.accepted, { bySignIn: 1 }))))
    throw new Overtaken()
  return undefined
})
