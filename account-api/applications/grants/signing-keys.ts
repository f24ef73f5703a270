import { createPublicKey, generateKeyPair, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import type { Deployment, Service } from '#account-api/applications/service'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { newToken } from '#account-api/kernel/random'
import { seal, unseal, unsealByRing } from '#account-api/kernel/sealing'
import { hours, minutes } from '#account-api/kernel/time'
import { type SigningAlgorithm, signingAlgorithms } from '#contract/applications/registered/signing-algorithms'
import type { SigningKeyRecord } from './signing-key-store'

export const signingKeyRule = {
  /** How long a copy uses the keys that it has read. */
  freshMs: minutes(1),
  /** How long a new key is published before it signs: longer than the keys are fresh. */
  publishedAheadMs: minutes(5),
  /** How long a key is published after its last signature: longer than a token lives. */
  publishedAfterMs: hours(2),
}

/** A key, in the form of the protocol's library. */
export interface SigningKey extends JsonWebKey {
  kid: string
  alg: SigningAlgorithm
  use: 'sig'
}

const make = promisify(generateKeyPair)
const use = 'signing keys of open authorisation'

const sealed = ({ secrets }: Deployment, id: string, jwk: JsonWebKey): string =>
  seal(secrets[0] ?? '', JSON.stringify(jwk), { use, id })

const newKey = async (
  deployment: Deployment,
  { algorithm, ...when }: Pick<SigningKeyRecord, 'algorithm' | 'generation' | 'signsFrom'>,
): Promise<SigningKeyRecord> => {
  const id = newToken(128)
  const { privateKey } =
    algorithm === 'RS256' ? await make('rsa', { modulusLength: 2048 }) : await make('ec', { namedCurve: 'prime256v1' })
  return { id, algorithm, sealed: sealed(deployment, id, privateKey.export({ format: 'jwk' })), ...when }
}

/**
 * The keys of an algorithm, by their use. `published`: keys that sign, have signed an unexpired token, or will sign;
 * the signing key first. `former`: a session that began with one of their tokens may still live. `over`: the rest.
 */
const byUse = <Key extends SigningKeyRecord>(
  { now, policy }: Deployment,
  keys: readonly Key[],
  algorithm: SigningAlgorithm,
) => {
  const newestFirst = keys
    .filter((key) => key.algorithm === algorithm)
    .sort((one, other) => other.generation - one.generation)
  const ready = newestFirst.filter(({ signsFrom }) => signsFrom <= now())
  /** How long ago its last token expired. */
  const idleMs = (key: Key) => {
    const successor = ready[ready.indexOf(key) - 1]
    return successor ? now() - successor.signsFrom - signingKeyRule.publishedAfterMs : -1
  }
  const idle = ready.filter((key) => idleMs(key) >= 0)
  const former = idle.filter((key) => idleMs(key) < sessionLongestMs({ policy }))
  const living = ready.filter((key) => !idle.includes(key))
  return {
    newest: newestFirst[0],
    published: [...living, ...newestFirst.filter((key) => !ready.includes(key))],
    former,
    over: idle.filter((key) => !former.includes(key)),
  }
}

/**
 * The keys that sign tokens, have signed or will sign: of each algorithm, the signing key first. `known`: their public
 * halves and those of former keys, because a client keeps an ID token as long as its session lives, and may send it
 * when a person signs out.
 */
export interface SigningKeys {
  keys: SigningKey[]
  known: SigningKey[]
}

const read = new WeakMap<Deployment, { at: number; keys: Promise<SigningKeys> }>()

/** The keys, read at most a minute ago. Until then, the answer is the same object. */
export const signingKeys = (service: Service): Promise<SigningKeys> => {
  const { deployment } = service
  const at = deployment.now()
  const present = read.get(deployment)
  if (present && at - present.at < signingKeyRule.freshMs) return present.keys
  const keys = readKeys(service)
  read.set(deployment, { at, keys })
  keys.catch(() => read.delete(deployment))
  return keys
}

/** Reads the keys. They are made on first use, once for all copies. */
const readKeys = async ({ deployment, storage }: Service): Promise<SigningKeys> => {
  const { signingKeys: store } = storage
  const readable = async () => (await store.all()).flatMap((record) => opened(deployment, record))
  let all = await readable()
  const publishedOf = (algorithm: SigningAlgorithm) => {
    const { published } = byUse(deployment, all, algorithm)
    return published.filter(({ jwk }) => jwk.d !== undefined)
  }
  const lacking = signingAlgorithms.filter((algorithm) => publishedOf(algorithm).length === 0)
  if (lacking.length > 0) {
    // Keys whose secret is no longer in the ring keep their numbers.
    const records = await store.all()
    for (const algorithm of lacking) {
      const generation =
        1 + Math.max(0, ...records.filter((key) => key.algorithm === algorithm).map((key) => key.generation))
      await store.insert(await newKey(deployment, { algorithm, generation, signsFrom: deployment.now() }))
    }
    all = await readable()
  }
  const named = ({ id, jwk }: Opened, alg: SigningAlgorithm) => ({ ...jwk, kid: id, alg, use: 'sig' as const })
  return {
    keys: signingAlgorithms.flatMap((algorithm) => publishedOf(algorithm).map((key) => named(key, algorithm))),
    known: signingAlgorithms.flatMap((algorithm) => {
      const { published, former } = byUse(deployment, all, algorithm)
      return [...published, ...former].map((key) => named({ ...key, jwk: publicHalf(key.jwk) }, algorithm))
    }),
  }
}

const publicHalf = (jwk: JsonWebKey): JsonWebKey =>
  createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' })

/**
 * Seals the keys that an older secret of the ring has sealed with the first secret, so that the older one can be
 * removed.
 * @returns how many keys exist
 */
export const resealSigningKeys = async ({ deployment, storage: { signingKeys: store } }: Service): Promise<number> => {
  const [secret = ''] = deployment.secrets
  const records = await store.all()
  for (const record of records) {
    const { id } = record
    if (unseal(secret, record.sealed, { use, id }) !== undefined) continue
    for (const { jwk } of opened(deployment, record)) await store.reseal(id, sealed(deployment, id, jwk))
  }
  return records.length
}

type Opened = SigningKeyRecord & { jwk: JsonWebKey }

const opened = ({ secrets }: Deployment, record: SigningKeyRecord): Opened[] => {
  const text = unsealByRing(secrets, record.sealed, { use, id: record.id })
  return text === undefined ? [] : [{ ...record, jwk: JSON.parse(text) as JsonWebKey }]
}

/**
 * Makes the next key of each algorithm, drops the private half of keys that no longer sign, and deletes keys that
 * nothing needs. Returns when the new ones sign.
 */
export const rotateSigningKeys = async ({ deployment, storage: { signingKeys: store } }: Service): Promise<number> => {
  const at = deployment.now()
  const signsFrom = at + signingKeyRule.publishedAheadMs
  const keys = await store.all()
  for (const algorithm of signingAlgorithms) {
    const { newest, former, over } = byUse(deployment, keys, algorithm)
    const generation = (newest?.generation ?? 0) + 1
    await store.insert(await newKey(deployment, { algorithm, generation, signsFrom: newest ? signsFrom : at }))
    for (const { id, jwk } of former.flatMap((record) => opened(deployment, record)))
      await store.reseal(id, sealed(deployment, id, publicHalf(jwk)))
    for (const { id } of over) await store.delete(id)
  }
  return signsFrom
}
