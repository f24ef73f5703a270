import { generateKeyPair, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import { type SigningAlgorithm, signingAlgorithms } from '../../../contract/applications/registered/signing-algorithms'
import { newToken } from '../../kernel/random'
import { seal, unseal, unsealByRing } from '../../kernel/sealing'
import { hours, minutes } from '../../kernel/time'
import type { Service, Setting } from '../service'
import type { SigningKeyRecord } from './signing-key-store'

export const signingKeyRule = {
  /** A new key is published for so long before it signs: longer than a copy may keep the keys that it has read. */
  publishedAheadMs: minutes(5),
  /** A key is published for so long after its last signature: longer than a token lives that it has signed. */
  publishedAfterMs: hours(2),
}

/** A private key, as the protocol's library takes it. */
export interface SigningKey extends JsonWebKey {
  kid: string
  alg: SigningAlgorithm
  use: 'sig'
}

const make = promisify(generateKeyPair)
const use = 'signing keys of open authorisation'

const newKey = async (
  { secrets }: Setting,
  { algorithm, ...when }: Pick<SigningKeyRecord, 'algorithm' | 'generation' | 'signsFrom'>,
): Promise<SigningKeyRecord> => {
  const id = newToken(128)
  const { privateKey } =
    algorithm === 'RS256' ? await make('rsa', { modulusLength: 2048 }) : await make('ec', { namedCurve: 'prime256v1' })
  const sealed = seal(secrets[0] ?? '', JSON.stringify(privateKey.export({ format: 'jwk' })), { use, id })
  return { id, algorithm, sealed, ...when }
}

/** The keys of an algorithm that are published, the one that signs first. */
const publishedOf = <Key extends SigningKeyRecord>(keys: readonly Key[], algorithm: SigningAlgorithm, at: number) => {
  const newestFirst = keys
    .filter((key) => key.algorithm === algorithm)
    .sort((one, other) => other.generation - one.generation)
  const ready = newestFirst.filter(({ signsFrom }) => signsFrom <= at)
  const isOver = (index: number) => {
    const successor = ready[index - 1]
    return successor !== undefined && successor.signsFrom + signingKeyRule.publishedAfterMs <= at
  }
  const over = ready.filter((_, index) => isOver(index))
  const living = ready.filter((_, index) => !isOver(index))
  return { newest: newestFirst[0], over, published: [...living, ...newestFirst.filter((key) => !ready.includes(key))] }
}

/**
 * The keys that sign tokens, and those that have signed or will sign: first of each algorithm the one that signs now. They
 * are made at the first need, once for all copies.
 */
export const signingKeys = async ({ setting, storage: { signingKeys: store } }: Service): Promise<SigningKey[]> => {
  const at = setting.now()
  const readable = async () => (await store.all()).flatMap((record) => opened(setting, record))
  let keys = await readable()
  const lacking = signingAlgorithms.filter((algorithm) => publishedOf(keys, algorithm, at).published.length === 0)
  if (lacking.length > 0) {
    // Keys whose secret is gone from the ring keep their numbers.
    const all = await store.all()
    for (const algorithm of lacking) {
      const generation =
        1 + Math.max(0, ...all.filter((key) => key.algorithm === algorithm).map((key) => key.generation))
      await store.insert(await newKey(setting, { algorithm, generation, signsFrom: at }))
    }
    keys = await readable()
  }
  return signingAlgorithms.flatMap((algorithm) =>
    publishedOf(keys, algorithm, at).published.map(({ id, jwk }) => ({ ...jwk, kid: id, alg: algorithm, use: 'sig' })),
  )
}

/**
 * Seals the keys that an older secret of the ring has sealed with the first one, so that the older one can leave.
 * @returns how many keys there are
 */
export const resealSigningKeys = async ({ setting, storage: { signingKeys: store } }: Service): Promise<number> => {
  const [secret = ''] = setting.secrets
  const records = await store.all()
  for (const record of records) {
    const { id, sealed } = record
    if (unseal(secret, sealed, { use, id }) !== undefined) continue
    for (const { jwk } of opened(setting, record))
      await store.reseal(id, seal(secret, JSON.stringify(jwk), { use, id }))
  }
  return records.length
}

type Opened = SigningKeyRecord & { jwk: JsonWebKey }

const opened = ({ secrets }: Setting, record: SigningKeyRecord): Opened[] => {
  const text = unsealByRing(secrets, record.sealed, { use, id: record.id })
  return text === undefined ? [] : [{ ...record, jwk: JSON.parse(text) as JsonWebKey }]
}

/** Makes the next key of each algorithm, and drops those that nobody needs any more. Answers when the new ones sign. */
export const rotateSigningKeys = async ({ setting, storage: { signingKeys: store } }: Service): Promise<number> => {
  const at = setting.now()
  const signsFrom = at + signingKeyRule.publishedAheadMs
  const keys = await store.all()
  for (const algorithm of signingAlgorithms) {
    const { newest, over } = publishedOf(keys, algorithm, at)
    const generation = (newest?.generation ?? 0) + 1
    await store.insert(await newKey(setting, { algorithm, generation, signsFrom: newest ? signsFrom : at }))
    for (const { id } of over) await store.delete(id)
  }
  return signsFrom
}
