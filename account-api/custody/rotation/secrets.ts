import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { days } from '#account-api/kernel/time'
import { NotRun } from '#account-api/start/not-run'
import { type KeyFile, keyFiles, secretsInFile } from '#settings/files/secret-file'
import type { Source } from '#settings/names'
import { judgeSettings } from '#settings/settings'
import { variables } from '#settings/variables'

/** The use of a secret, and the effects of replacing it. */
interface Rule {
  does: string
  /** What ends for people when the older secret is removed. */
  ends: string
  /** How long the older one stays in the ring. */
  staysMs: number
}

export const rules: Record<KeyFile, Rule> = {
  'session-secrets': {
    does: 'It seals the cookies of the web app. Nobody notices a new one',
    ends: 'who has not come back in 90 days is signed out, and is a new browser to the limits',
    staysMs: days(90),
  },
  'account-api-key': {
    does: 'It signs the calls of the web app, and seals codes, tickets, authenticators, webhooks and signing keys. Nobody notices a new one. The keys of other applications are derived from it: give each of them the key that `application key <aid>` shows then',
    ends: 'nothing, once the log has said `the secrets of authenticators were sealed with the first key of the ring`',
    staysMs: days(7),
  },
}

/** A ring of secrets, and where it comes from. */
export interface Ring {
  name: KeyFile
  variable: (typeof keyFiles)[KeyFile]
  /** Undefined: it is in the environment. */
  file: string | undefined
  /** The secret in use first. */
  secrets: readonly string[]
  /** When the file was last changed. */
  since: number | undefined
}

/** The ring that the programs of this environment use. Undefined: neither the environment nor the folder has one. */
export const ringOf = (source: Source, name: KeyFile): Ring | undefined => {
  const variable = keyFiles[name]
  const picked = variables.pick({ DEPLOYMENT: true, DATA_DIR: true, SESSION_SECRETS: true, ACCOUNT_API_KEY: true })
  const { read, unread } = judgeSettings(picked, source)
  if (unread.has(variable)) throw new NotRun(`${variable} cannot be used: \`config check\` says why.`)
  const given = read[variable]
  if (given) return { name, variable, file: undefined, secrets: given, since: undefined }
  const file = join(read.DATA_DIR, name)
  const secrets = existsSync(file) ? secretsInFile(file) : undefined
  return secrets && { name, variable, file, secrets, since: statSync(file).mtimeMs }
}
