import type { Logger } from 'pino'
import { startChanging } from '#account-api/addresses/binding/due-changes'
import { startTellingOfSecrets } from '#account-api/applications/clients/expiring-secrets'
import { startErasingClients } from '#account-api/applications/clients/removed-clients'
import { resealSigningKeys } from '#account-api/applications/grants/signing-keys'
import { Protocol } from '#account-api/applications/protocol/protocol'
import { tellOfEnd } from '#account-api/applications/services/service-sign-out'
import { startSigningOut } from '#account-api/applications/services/sign-out'
import { createApi, createInProcessApi } from '#account-api/calls/api'
import { protocolHere } from '#account-api/calls/protocol'
import { recordingOf } from '#account-api/calls/recording'
import { startDelivery } from '#account-api/channels/delivery'
import { startErasing } from '#account-api/closing/cancellation/erasure'
import { lockData } from '#account-api/database/sqlite-lock'
import type { InProcess } from '#account-api/http/in-process'
import { createMetrics } from '#account-api/http/metrics'
import { codeMs } from '#account-api/kernel/lifetimes'
import { seconds } from '#account-api/kernel/time'
import { startDeliveringWebhooks } from '#account-api/operator/webhooks/delivering'
import { startResealingWebhooks } from '#account-api/operator/webhooks/secret'
import { startErasingOrganisations } from '#account-api/organisations/closing/erasure'
import { startTellingInviters } from '#account-api/organisations/invitation-answers/tell-inviters'
import { startBatches } from '#account-api/organisations/invitation-batches/work'
import { startExpiring } from '#account-api/organisations/invitations/expiry'
import { noteUndelivered } from '#account-api/organisations/invitations/undelivered'
import { startCheckingDomains } from '#account-api/organisations/mail-domains/due'
import { startTellingOfRules } from '#account-api/organisations/sign-in-rules/due'
import { startSweeping, startWatching } from '#account-api/upkeep/watching'
import { startResealing } from '#account-api/verification/authenticators/reseal'
import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import { pepperIdOf } from '#account-api/verification/hashing/pepper'
import type { Send } from '#contract/wire/exchange'
import { SteadyClock } from '#contract/wire/steady-clock'
import { Draining } from '#process/draining'
import { openToOthers } from '#settings/files/private-files'
import { secretsMadeAnew } from '#settings/files/secret-file'
import { whyNotListening } from '#settings/listening'
import { openAuditLog } from './audit-log'
import type { Environment } from './env'
import { offeredIn } from './offered'
import { openService } from './open-service'
import { endInTime } from './stopping'
import { sqliteFiles } from './storage'
import { whyNoDatabase } from './why-no-database'

/**
 * The time limit of a stop, including its drain: below the ten seconds after which most supervisors kill. And the time
 * limit after a drain of any length.
 */
const stopRule = { mostMs: seconds(9), afterDrainMs: seconds(4) }

/** A process that is ending still holds the lock of the SQLite file for a moment. */
const lockWaitMs = seconds(10)

/** An account API that answers calls and does due work. */
export interface RunningAccountApi extends Pick<InProcess, 'send'> {
  /** Answers a request of the protocol of open authorisation. */
  protocol: Send
  /**
   * Answers requests for the drain time, then ends running ones and all work, and releases the database.
   * @returns whether everything has ended in time
   */
  stop(options: { drainMs: number }): Promise<boolean>
  /** Ends the drain time now. */
  hurry(): void
}

/**
 * Starts the account API. It listens when the promise resolves.
 * @throws Error with one line for the operator: no database, no port, data in use
 */
export const startAccountApi = async (env: Environment, log: Logger): Promise<RunningAccountApi> => {
  const unlock = env.DATABASE_URL === undefined ? await lockData(env.DATA_DIR, { waitMs: lockWaitMs }) : undefined
  const signatureClock = new SteadyClock()
  const audit = openAuditLog(env.AUDIT_LOG, log)
  const { opened, channels, firstAttempts, service, isLocal } = openService(env, log, {
    signatureClock: () => signatureClock.now(),
    audit: audit.write,
  })
  await opened.migrate().catch((error: unknown) => {
    throw whyNoDatabase(error, env)
  })
  const hasLimits = await opened.hasLimits().catch((error: unknown) => {
    throw whyNoDatabase(error, { ...env, DATABASE_DIRECT_URL: undefined })
  })
  if (!hasLimits)
    log.warn('PostgreSQL allows statements longer than DATABASE_TIMEOUT_MS: set statement_timeout for its role')
  const signingKeys = await resealSigningKeys(service)
  const open = openToOthers(env.DATA_DIR, [...sqliteFiles, 'account-api-key'])
  if (open !== undefined) log.warn(open)
  const files = secretsMadeAnew()
  if (files.length > 0) log.error({ files }, 'secrets were missing next to a database, and new ones were generated')

  const peppers = env.PASSWORD_PEPPERS.all.map(pepperIdOf)
  if (peppers.length > 0) log.info({ peppers }, 'the ids of the password peppers, as stored in hashes')
  log.info(offeredIn(service.deployment))

  const application = { aid: env.ACCOUNT_API_AID, keys: env.ACCOUNT_API_KEY }
  const metrics = createMetrics(hashQueue)
  const draining = new Draining()
  const protocol = new Protocol(service)
  const recording = recordingOf({ service, metrics, audit: audit.write })
  const options = {
    service,
    recording,
    application,
    log,
    metrics,
    probe: opened.probe,
    readableOutbox: isLocal,
    signatureClock: () => signatureClock.now(),
    draining,
    protocol,
  }
  const [api, inProcess] = [createApi(options), createInProcessApi(options)]
  await api.listen({ host: env.ACCOUNT_API_HOST, port: env.ACCOUNT_API_PORT }).catch((error: unknown) => {
    throw whyNotListening(error, {
      host: ['ACCOUNT_API_HOST', env.ACCOUNT_API_HOST],
      port: ['ACCOUNT_API_PORT', env.ACCOUNT_API_PORT],
    })
  })
  // Clients have made requests here before, and will again.
  if (signingKeys > 0) void protocol.prepare().then(() => log.info('open authorisation is loaded'))
  const stopDelivery = startDelivery({
    storage: opened,
    onGivenUp: noteUndelivered(opened, service.deployment.now),
    channels,
    log,
    codeMs: codeMs(service.deployment),
    firstAttempts,
  })
  const stopSigningOut = startSigningOut({ service, tell: tellOfEnd, log })
  const ends = service.storage.clientSessions
  const stopTellingClients = startSigningOut({ service, tell: protocol.tellOfEnd, log, ends })
  const stopWebhooks = startDeliveringWebhooks({ service, log })
  const stopErasing = startErasing(service, log)
  const stopErasingOrganisations = startErasingOrganisations(service, log)
  const stopTellingOfSecrets = startTellingOfSecrets(service, log)
  const stopErasingClients = startErasingClients(service, log)
  const stopChanging = startChanging(service, log)
  const stopExpiring = startExpiring(service, log)
  const stopCheckingDomains = startCheckingDomains(service, log)
  const stopBatches = startBatches(service, log)
  const stopTellingOfRules = startTellingOfRules(service, log)
  const stopTellingInviters = startTellingInviters(service, log)
  const stopResealing = startResealing(service, log)
  const stopResealingWebhooks = startResealingWebhooks(service, log)
  const upkeep = { storage: opened, now: service.deployment.now, log, metrics }
  const stopSweeping = startSweeping(upkeep)
  const stopWatching = startWatching(upkeep)

  const stop = async ({ drainMs }: { drainMs: number }) => {
    await draining.drain(drainMs)
    const stages = [
      { requests: () => api.close(), calls: inProcess.idle },
      {
        delivery: stopDelivery,
        signingOut: stopSigningOut,
        tellingClients: stopTellingClients,
        webhooks: stopWebhooks,
        erasing: stopErasing,
        erasingOrganisations: stopErasingOrganisations,
        tellingOfSecrets: stopTellingOfSecrets,
        erasingClients: stopErasingClients,
        changing: stopChanging,
        expiring: stopExpiring,
        checkingDomains: stopCheckingDomains,
        batches: stopBatches,
        tellingOfRules: stopTellingOfRules,
        tellingInviters: stopTellingInviters,
        resealing: stopResealing,
        resealingWebhooks: stopResealingWebhooks,
        sweeping: stopSweeping,
        watching: stopWatching,
        events: recording.flush,
      },
      { storage: opened.close, audit: async () => audit.close() },
    ]
    const mostMs = Math.max(stopRule.mostMs - drainMs, stopRule.afterDrainMs)
    const hasEnded = await endInTime(stages, { mostMs, log })
    unlock?.()
    return hasEnded
  }
  return { send: inProcess.send, protocol: protocolHere(options), stop, hurry: () => draining.end() }
}
