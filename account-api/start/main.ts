import { format } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { SteadyClock } from '../../contract/wire/steady-clock'
import { Draining } from '../../lifecycle/draining'
import { onStopSignal } from '../../lifecycle/stop-signals'
import { createPrivately, openToOthers } from '../../settings/files/private-files'
import { secretsMadeAnew } from '../../settings/files/secret-file'
import { whyNotListening } from '../../settings/listening'
import { strangersOf } from '../../settings/names'
import { BadEnvironment } from '../../settings/settings'
import { startChanging } from '../addresses/binding/due-changes'
import { startErasingClients } from '../applications/clients/removed-clients'
import { resealSigningKeys } from '../applications/grants/signing-keys'
import { Protocol } from '../applications/protocol/protocol'
import { tellOfEnd } from '../applications/services/service-sign-out'
import { startSigningOut } from '../applications/services/sign-out'
import { createApi } from '../calls/api'
import { startDelivery } from '../channels/delivery'
import { startErasing } from '../closing/cancellation/erasure'
import { UnknownMigrations } from '../database/migrate'
import { DataInUse, lockData } from '../database/sqlite-lock'
import { createMetrics } from '../http/metrics'
import { startSweeping, startWatching } from '../kernel/jobs/upkeep'
import { seconds } from '../kernel/time'
import { startErasingOrganisations } from '../organisations/closing/erasure'
import { startBatches } from '../organisations/invitation-batches/work'
import { startExpiring } from '../organisations/invitations/expiry'
import { noteUndelivered } from '../organisations/invitations/undelivered'
import { startCheckingDomains } from '../organisations/mail-domains/due'
import { hashQueue } from '../verification/hashing/hash-queue'
import { pepperIdOf } from '../verification/hashing/pepper'
import { type Environment, readEnvironment } from './env'
import { offeredIn } from './offered'
import { openService } from './open-service'
import { endInTime } from './stopping'
import { sqliteFiles } from './storage'
import { whyNoDatabase } from './why-no-database'

// More frequent garbage collection uses less memory under load, for the same CPU time.
setFlagsFromString('--heap-growing-percent=25')

/**
 * The time limit of a stop including its drain, below the ten seconds after which most supervisors kill; and the time
 * limit after a drain of any length.
 */
const stopRule = { mostMs: seconds(9), afterDrainMs: seconds(4) }

/** An ending process still holds the lock of the SQLite file for a moment. */
const lockWaitMs = seconds(10)

/** True when the web app has started this process, and will end it. */
const isEmbedded = process.argv.includes('--embedded')

/** Turns the console output of libraries into lines of the log, which is JSON throughout. */
const logConsole = (log: Logger): void => {
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]): void =>
      log[level](format(...parts))
  Object.assign(console, { log: line('info'), info: line('info'), warn: line('warn'), error: line('error') })
}

/** Runs the account API until it is told to stop. */
const run = async (env: Environment): Promise<void> => {
  const log = pino({ level: env.LOG_LEVEL, base: { service: 'account-api' } })
  logConsole(log)
  const unlock = env.DATABASE_URL === undefined ? await lockData(env.DATA_DIR, { waitMs: lockWaitMs }) : undefined
  const signatureClock = new SteadyClock()
  const { opened, channels, firstAttempts, service, isLocal } = openService(env, log, () => signatureClock.now())
  await opened.migrate().catch((error: unknown) => {
    throw whyNoDatabase(error, env)
  })
  const signingKeys = await resealSigningKeys(service)
  const open = openToOthers(env.DATA_DIR, [...sqliteFiles, 'account-api-key'])
  if (open !== undefined) log.warn(open)
  const files = secretsMadeAnew()
  if (files.length > 0) log.error({ files }, 'secrets were missing beside a database, and were made anew')
  const strangers = strangersOf(process.env)
  if (strangers.length > 0) log.warn({ variables: strangers }, 'these variables begin as settings do, and are none')

  const peppers = env.PASSWORD_PEPPERS.all.map(pepperIdOf)
  if (peppers.length > 0) log.info({ peppers }, 'the ids of the password peppers, as hashes name them')
  log.info(offeredIn(service.setting))

  const application = { aid: env.ACCOUNT_API_AID, keys: env.ACCOUNT_API_KEY }
  const metrics = createMetrics(hashQueue)
  const draining = new Draining()
  const protocol = new Protocol(service)
  const api = createApi({
    service,
    application,
    log,
    metrics,
    probe: opened.probe,
    readableOutbox: isLocal,
    signatureClock: () => signatureClock.now(),
    draining,
    protocol,
  })
  await api.listen({ host: env.ACCOUNT_API_HOST, port: env.ACCOUNT_API_PORT }).catch((error: unknown) => {
    throw whyNotListening(error, {
      host: ['ACCOUNT_API_HOST', env.ACCOUNT_API_HOST],
      port: ['ACCOUNT_API_PORT', env.ACCOUNT_API_PORT],
    })
  })
  // Clients have asked here before, and will again.
  if (signingKeys > 0) void protocol.prepare().then(() => log.info('open authorisation is loaded'))
  const stopDelivery = startDelivery({
    storage: opened,
    onGivenUp: noteUndelivered(opened, service.setting.now),
    channels,
    log,
    firstAttempts,
  })
  const stopSigningOut = startSigningOut({ service, tell: tellOfEnd, log })
  const ends = service.storage.clientSessions
  const stopTellingClients = startSigningOut({ service, tell: protocol.tellOfEnd, log, ends })
  const stopErasing = startErasing(service, log)
  const stopErasingOrganisations = startErasingOrganisations(service, log)
  const stopErasingClients = startErasingClients(service, log)
  const stopChanging = startChanging(service, log)
  const stopExpiring = startExpiring(service, log)
  const stopCheckingDomains = startCheckingDomains(service, log)
  const stopBatches = startBatches(service, log)
  const upkeep = { storage: opened, now: service.setting.now, log, metrics }
  const stopSweeping = startSweeping(upkeep)
  const stopWatching = startWatching(upkeep)

  const stop = async () => {
    const drainMs = isEmbedded ? 0 : env.drainMs
    await draining.drain(drainMs)
    const stages = [
      { requests: () => api.close() },
      {
        delivery: stopDelivery,
        signingOut: stopSigningOut,
        tellingClients: stopTellingClients,
        erasing: stopErasing,
        erasingOrganisations: stopErasingOrganisations,
        erasingClients: stopErasingClients,
        changing: stopChanging,
        expiring: stopExpiring,
        checkingDomains: stopCheckingDomains,
        batches: stopBatches,
        sweeping: stopSweeping,
        watching: stopWatching,
      },
      { storage: opened.close },
    ]
    const mostMs = Math.max(stopRule.mostMs - drainMs, stopRule.afterDrainMs)
    const hasEnded = await endInTime(stages, { mostMs, log })
    unlock?.()
    process.exit(hasEnded ? 0 : 1)
  }
  // A supervisor, or a terminal, may signal the whole process group. The web app still needs this process then.
  if (isEmbedded) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  else onStopSignal(stop, () => draining.end())
  // The web app has released the process that it started, or was killed. This process must not outlive it.
  process.once('disconnect', stop)
}

createPrivately()
try {
  await run(readEnvironment(process.env))
} catch (error) {
  const isTold = error instanceof BadEnvironment || error instanceof UnknownMigrations || error instanceof DataInUse
  const reason = isTold ? error.message : `the account API cannot start: ${String(error)}`
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
