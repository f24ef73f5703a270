import { signingKeyStore } from '#account-api/applications/grants/signing-key-store'
import { days } from '#account-api/kernel/time'
import { lookIntoDatabase, placeIn } from '#account-api/start/checks/database-state'
import { keyIdOf } from '#account-api/verification/authenticators/secret'
import { pepperIdOf } from '#account-api/verification/hashing/pepper'
import { type KeyFile, keyFiles } from '#settings/files/secret-file'
import type { Source } from '#settings/names'
import { readSettings } from '#settings/settings'
import { variables } from '#settings/variables'
import { type Ring, ringOf, rules } from './secrets'

/** Describes each secret: its use, its place, and how to replace it. It changes nothing, and shows no secret. */
export const planRotation = async (source: Source, at: number): Promise<string> => {
  const ofRings = (Object.keys(keyFiles) as KeyFile[]).map((name) => ofRing(name, ringOf(source, name)))
  return [...ofRings, await ofSigningKeys(source, at), ofPeppers(source)].join('\n\n')
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const ofRing = (name: KeyFile, ring: Ring | undefined): string => {
  const { does, ends, staysMs } = rules[name]
  const lines = [`${name}: ${does}.`]
  if (!ring) return [...lines, `  Neither ${keyFiles[name]} nor DATA_DIR has one here.`].join('\n')
  const ids = ring.secrets.map(keyIdOf)
  lines.push(
    `  It is in ${ring.file ?? `the environment, as ${ring.variable}`}. In use: ${ids[0]}; also accepted: ${ids.slice(1).join(', ') || 'none'}.`,
  )
  if (ring.secrets.length === 1) lines.push(`  Replace it: rotate ${name}, then restart.`)
  else if (ring.since === undefined)
    lines.push(
      `  The older one can be removed after ${staysMs / days(1)} days: set ${ring.variable} to the first alone, then restart.`,
    )
  else
    lines.push(
      `  The older one can be removed from ${dayOf(ring.since + staysMs)} on: rotate ${name} --drop-old, then restart.`,
    )
  return [...lines, `  When the older one is removed: ${ends}.`].join('\n')
}

const ofSigningKeys = async (source: Source, at: number): Promise<string> => {
  const keys = (await lookIntoDatabase(placeIn(source), (database) => signingKeyStore(database).all())) ?? []
  const lines = keys
    .sort((one, other) => one.algorithm.localeCompare(other.algorithm) || other.generation - one.generation)
    .map(({ algorithm, generation, signsFrom }) =>
      signsFrom > at
        ? `  ${algorithm}, number ${generation}: published, signs from ${new Date(signsFrom).toISOString()} on.`
        : `  ${algorithm}, number ${generation}: since ${dayOf(signsFrom)}, ${Math.floor((at - signsFrom) / days(1))} days.`,
    )
  return [
    'signing-keys: They sign ID tokens and logout tokens. Clients read new ones automatically; nothing ends for people.',
    ...(lines.length > 0 ? lines : ['  None exists yet: no client has asked.']),
    '  Replace them: rotate signing-keys, without a restart. The previous ones stay published for two hours.',
    '  Sign-outs accept their ID tokens for as long as a session can live.',
  ].join('\n')
}

const ofPeppers = (source: Source): string => {
  const { all } = readSettings(variables.pick({ DEPLOYMENT: true, PASSWORD_PEPPERS: true }), source).PASSWORD_PEPPERS
  const ids = all.length > 0 ? `In use: ${all.map(pepperIdOf).join(', ')}.` : 'None is in use.'
  return `PASSWORD_PEPPERS: ${ids} A hash moves at the next sign-in of its person, so no command replaces them: docs/operators/deploying.md has the steps.`
}
