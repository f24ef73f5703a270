import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { authenticatorStore } from '#account-api/accounts/methods/authenticator-store'
import { toDisk } from '#account-api/custody/files'
import { whyNoFile } from '#account-api/custody/why-no-file'
import { webhookStore } from '#account-api/operator/webhooks/webhook-store'
import { lookIntoDatabase, placeIn } from '#account-api/start/checks/database-state'
import { NotRun } from '#account-api/start/not-run'
import { keyIdOf } from '#account-api/verification/authenticators/secret'
import { type KeyFile, keyFiles, newSecret } from '#settings/files/secret-file'
import type { Source } from '#settings/names'
import { dayOf } from './plan'
import { type Ring, ringOf, rules } from './secrets'

const ringHere = (source: Source, name: KeyFile): Ring => {
  const ring = ringOf(source, name)
  if (ring) return ring
  throw new NotRun(`There is no ${name} here: set DATA_DIR or ${keyFiles[name]} as for the program.`)
}

/**
 * Replaces the first secret of a ring: in a file, directly; for a variable, the new secret is shown once, to be stored
 * where the operator keeps it. A secret that is in use is never shown.
 */
export const rotate = (source: Source, name: KeyFile): string => {
  const { variable, file, secrets, since } = ringHere(source, name)
  const fresh = newSecret()
  if (file === undefined)
    return [
      `${variable} is in the environment. Nothing was changed. The new secret, which is not shown again: ${fresh}`,
      `On one machine: put it in front of the present value, separated by a comma (${variable}=<new>,<old>), and restart.`,
      `On several: append it, restart all; then put it in front, restart all.`,
      `After ${rules[name].staysMs / 86_400_000} days remove the old one, and restart.`,
    ].join('\n')
  if (secrets.length > 1)
    throw new NotRun(
      `${file} still has the secret from before ${dayOf(since ?? 0)}. Remove it first: rotate ${name} --drop-old.`,
    )
  writeRing(file, [fresh, ...secrets])
  return `${file} has a new secret, ${keyIdOf(fresh)}, and the previous one stays valid. Restart what reads it. From ${dayOf(Date.now() + rules[name].staysMs)} on: rotate ${name} --drop-old.`
}

/** Removes the older secrets from the file of a ring. Before their time, this is allowed only if one has leaked. */
export const dropOld = async (
  source: Source,
  name: KeyFile,
  { hasLeaked, at }: { hasLeaked: boolean; at: number },
): Promise<string> => {
  const { variable, file, secrets, since = 0 } = ringHere(source, name)
  const [first = ''] = secrets
  if (secrets.length === 1) throw new NotRun(`The ring has one secret, ${keyIdOf(first)}: there is no older one.`)
  const from = since + rules[name].staysMs
  if (file !== undefined && !hasLeaked && at < from)
    throw new NotRun(
      `The older secret is still needed until ${dayOf(from)}: ${rules[name].ends}. If it has leaked, add --leaked.`,
    )
  if (name === 'account-api-key' && (await isSealedByOthers(source, keyIdOf(first))))
    throw new NotRun(
      'Some authenticators or webhooks are still sealed with an older key, and would be lost. Start the account API with this ring, and wait for its line `the secrets of authenticators were sealed with the first key of the ring`.',
    )
  if (file === undefined)
    return `Nothing here needs the older secret. Set ${variable} to its first secret alone, ${keyIdOf(first)}, and restart.`
  writeRing(file, [first])
  return `${file} now has only the secret ${keyIdOf(first)}. Restart what reads it.`
}

/** Whether another key than this one has sealed an authenticator or the secret of a webhook. */
const isSealedByOthers = async (source: Source, sealedBy: string): Promise<boolean> => {
  const found = await lookIntoDatabase(placeIn(source), async (database) => {
    const stores = [authenticatorStore(database), webhookStore(database)]
    const found = stores.flatMap((store) =>
      (['<', '>'] as const).map(async (side) => (await store.sealedBeside(side, { sealedBy, limit: 1 })).length),
    )
    return Promise.all(found)
  })
  return (found ?? []).some((count) => count > 0)
}

/**
 * Replaces the secrets in a file, atomically, and keeps its owner: if root rotates, the programs must not be locked
 * out.
 */
const writeRing = (path: string, secrets: readonly string[]): void => {
  const next = `${path}.new`
  try {
    const { uid, gid } = statSync(path)
    writeFileSync(next, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
    try {
      if (uid !== process.getuid?.()) chownSync(next, uid, gid)
      toDisk(next)
      renameSync(next, path)
    } catch (error) {
      rmSync(next, { force: true })
      throw error
    }
    toDisk(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw whyNoFile(path, error)
    throw new NotRun(`${next} exists: another rotation is running, or one was interrupted. Remove it when none runs.`)
  }
}
