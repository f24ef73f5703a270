import { join } from 'node:path'
import { operatorHere } from '#account-api/calls/operator-here'
import type { BoundCommand } from '#account-api/command-line/commands'
import type { Said } from '#account-api/command-line/said'
import { type Environment, readEnvironment } from '#account-api/start/env'
import { hasDatabase, noDatabase, onDatabase } from '#account-api/start/here'
import { NotRun } from '#account-api/start/not-run'
import { sqliteFile } from '#account-api/start/storage'
import { createOperatorClient, type OperatorClient } from '#contract/client'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { isLoopback } from '#settings/loopback'
import type { Source } from '#settings/names'
import { readPostgresUrl } from '#settings/postgres-url'
import { commandLineSettings } from '#settings/programs'
import { readSettings } from '#settings/settings'

/** Called with the deployment or the database before a call that changes or reveals something. */
type TellPlace = (place: string) => void

/**
 * Runs a command: with an operator key at a running account API, or with the application key there, or on the database
 * if no account API runs.
 * @throws NotRun
 */
export const runCommand = async (source: Source, command: BoundCommand, tell: TellPlace): Promise<Said> => {
  const { OPERATOR_KEY: key, ACCOUNT_API_URL: given, ...place } = readSettings(commandLineSettings, source)
  const url = given?.origin ?? `http://${hostToAsk(place.ACCOUNT_API_HOST)}:${place.ACCOUNT_API_PORT}`
  if (key !== undefined) {
    refuseOpenWay(url)
    return runAt(url, createOperatorClient({ baseUrl: url }, { key }), command, tell)
  }
  // Reading all settings would create a folder, and a key that nobody knows.
  if (place.ACCOUNT_API_KEY === undefined && !hasDatabase(place)) throw new NotRun(noDatabase(place))
  const env = readEnvironment(source)
  const [own = ''] = env.ACCOUNT_API_KEY
  const application = { aid: env.ACCOUNT_API_AID, key: own }
  try {
    return await runAt(url, createOperatorClient({ baseUrl: url, application }), command, tell)
  } catch (error) {
    if (error instanceof NobodyThere) return runHere(env, url, command, tell)
    throw error
  }
}

/** A key gives every machine on the way all its rights. A signature does not. */
const refuseOpenWay = (url: string): void => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw new NotRun(
    `OPERATOR_KEY is not sent to ${url}: everybody on the way could read it. Set ACCOUNT_API_URL to an https address.`,
  )
}

/** Nothing listens there, so the call was not made. */
class NobodyThere extends NotRun {}

/** The error codes of a caller who is refused, whatever they ask. */
const refusedCallers: readonly string[] = ['key_refused', 'signature_refused', 'too_many_requests']

const runAt = async (url: string, api: OperatorClient, command: BoundCommand, tell: TellPlace): Promise<Said> => {
  const watched = watching(
    api,
    () => tell(`the account API at ${url}`),
    (code, text) => {
      if (refusedCallers.includes(code)) throw new NotRun(`${url}: ${text}`)
    },
  )
  try {
    return await command(watched)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    throw unanswered(url, error)
  }
}

const unanswered = (url: string, { kind, cause }: UpstreamFailure): NotRun => {
  if (kind !== 'unreachable' && kind !== 'timeout')
    return new NotRun(
      `What answers at ${url} did not run the command (status ${cause}). Is it the account API of this version?`,
    )
  // The platform's fetch has the error of the connection as its cause.
  const because = (cause instanceof Error && cause.cause) || cause
  if ((because as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED')
    return new NobodyThere(`No account API answers at ${url}. Set ACCOUNT_API_URL to where it listens, or start it.`)
  return new NotRun(
    `The account API at ${url} gave no answer (${because}). See its log for whether the command was run.`,
  )
}

/** The same client, which also reports each call that does more than read, and each failure. */
const watching = (
  api: OperatorClient,
  onAct: () => void,
  onFailure: (code: string, description: string) => void = () => undefined,
): OperatorClient =>
  Object.fromEntries(
    allOperatorCalls.map(({ name, power }) => {
      const call = api[name as keyof OperatorClient] as (input: object) => Promise<{ ok: boolean }>
      const watched = async (input: object) => {
        const answer = (await call(input)) as { ok: true } | { ok: false; code: string; description: string }
        if (!answer.ok) onFailure(answer.code, answer.description)
        if (power.act !== 'reads') onAct()
        return answer
      }
      return [name, watched]
    }),
  ) as OperatorClient

/** The host under which to reach an account API that listens on this host. If it listens everywhere, this machine. */
const hostToAsk = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** The database for people to read, without the password of its address. */
const databaseOf = ({ DATA_DIR, DATABASE_URL }: Environment): string => {
  if (DATABASE_URL === undefined) return join(DATA_DIR, sqliteFile)
  const { host = 'localhost', port, database = '' } = readPostgresUrl(DATABASE_URL)
  return `${database} at ${host}${port === undefined ? '' : `:${port}`}`
}

/** Runs a command on the database, if no account API runs. */
const runHere = async (env: Environment, url: string, command: BoundCommand, tell: TellPlace): Promise<Said> => {
  if (!hasDatabase(env)) throw new NotRun(`No account API answers at ${url}. ${noDatabase(env)}`)
  const whyInUse = (inUse: string) =>
    `No account API answers at ${url}, but ${inUse} To have it run the command, set ACCOUNT_API_PORT or ACCOUNT_API_URL to where it listens.`
  return onDatabase({ env, whyInUse }, (service, recording, log) => {
    const here = operatorHere({ service, recording }, log)
    return command(watching(here, () => tell(`the database ${databaseOf(env)}`)))
  })
}
