import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { tellNewBrowser } from '#account-api/accounts/notices/new-browser'
import { decoderCommand } from '#account-api/accounts/pictures/making/confinement'
import { decoding } from '#account-api/accounts/pictures/making/decoding'
import { defaultPicture } from '#account-api/accounts/pictures/making/defaults'
import { pictureFetcher } from '#account-api/addresses/platforms/providers/outside-picture'
import { providersOf } from '#account-api/addresses/platforms/providers/providers'
import type { Deliver } from '#account-api/channels/delivery'
import { addressRecords, textRecords } from '#account-api/channels/dns'
import { FirstAttempts } from '#account-api/channels/first-attempts'
import { smsGatewayChannel } from '#account-api/channels/sms-gateway'
import { smtpChannel } from '#account-api/channels/smtp'
import { announce } from '#account-api/channels/terminal'
import { composeFor, productName } from '#account-api/channels/texts/templates'
import { larkChannel } from '#account-api/channels/workplace/lark'
import { webhookChannel } from '#account-api/channels/workplace/webhook'
import type { WriteAudit } from '#account-api/kernel/events/audit-line'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { Channel } from '#account-api/kernel/outbox/message'
import { outsideClient, outsideOrLocal } from '#account-api/kernel/outside/client'
import { formerSystem } from '#account-api/moving/former/former-system'
import type { Deployment, Service } from '#account-api/operator/service'
import { lastManager } from '#account-api/organisations/closing/last-manager'
import { BadBreachedList, openBreachedList } from '#account-api/verification/breached-passwords/breached-list'
import { puzzlePool } from '#account-api/verification/captchas/pictures/puzzle-pool'
import { speak } from '#account-api/verification/captchas/pictures/speech'
import { vendorJudge } from '#account-api/verification/captchas/vendor'
import { setHashCosts } from '#account-api/verification/hashing/hash'
import { termsCountFrom } from '#settings/brand'
import { isLoopback } from '#settings/loopback'
import { BadEnvironment } from '#settings/settings'
import { endings } from './endings'
import type { Environment } from './env'
import { type BareStorage, openStorage, storageWith } from './storage'
import { whyNoDatabase } from './why-no-database'

/** Built next to this file. */
const decoderFile = fileURLToPath(new URL('./picture-decoder.mjs', import.meta.url))

/** A deployment, as configured by its environment, with its storage open. */
interface Opened {
  /** The caller closes it at the end. */
  opened: BareStorage
  service: Service
  channels: Partial<Record<Channel, Deliver>>
  firstAttempts: FirstAttempts
  isLocal: boolean
}

interface Around {
  signatureClock?: () => number
  /** Receives the acts of jobs. */
  audit?: WriteAudit
}

/** Opens what the account API and the operator's command line both need. */
export const openService = (env: Environment, log: Logger, around: Around = {}): Opened => {
  const isLocal = env.DEPLOYMENT === 'local'
  setHashCosts(env.PASSWORD_HASH)
  const opened = openDatabase(env, log, around)
  const channels = channelsOf(env)
  const delivering = Object.keys(channels) as Channel[]
  const lookUp = addressRecords(env.DNS_SERVERS)
  const firstAttempts = new FirstAttempts()
  // A local deployment has providers and receivers on this machine.
  const isTrusted = (hostname: string) => isLocal && isLoopback(hostname)
  const deployment: Deployment = {
    now: Date.now,
    secrets: env.ACCOUNT_API_KEY,
    peppers: { ...env.PASSWORD_PEPPERS, onMissing: tellOnce(log) },
    compose: composeFor(env.BRAND, env.PUBLIC_URL),
    policy: env.POLICY,
    publicUrl: env.PUBLIC_URL,
    application: { aid: env.ACCOUNT_API_AID, names: productName(env.BRAND) },
    appSchemes: env.APP_SCHEMES,
    isBreached: breachedBy(env),
    askFormer: env.FORMER_SYSTEM && formerSystem(env.FORMER_SYSTEM, () => service),
    // Workplace messages only invite people, and only if they are set up.
    isRefused: firstAttempts.isRefused,
    channels: isLocal ? [...new Set<Channel>(['sms', 'email', ...delivering])] : delivering,
    testCodes: env.TEST_IDENTIFIERS ?? new Map(),
    blockers: [lastManager],
    terms: termsOf(env.BRAND),
    endings,
    tellNewBrowser,
    defaultRegion: env.DEFAULT_REGION,
    drawPuzzle: puzzlePool((error) => log.error(failureOf(error), 'no captchas could be drawn ahead')).draw,
    speak,
    makePicture: decoding(decoderCommand(decoderFile)),
    defaultPicture,
    fetchPicture: pictureFetcher(outsideClient({ lookUp, isTrusted })),
    askOutside: outsideClient({ lookUp }),
    readsClientDocuments: env.CLIENT_ID_METADATA_DOCUMENTS !== undefined,
    outsideOrLocal: outsideOrLocal({ lookUp, isTrusted }),
    judgeVendorToken: env.CAPTCHA && vendorJudge(env.CAPTCHA, log),
    smsRegions: env.SMS_COUNTRIES,
    smsDailyCap: env.SMS_DAILY_CAP,
    activityDays: env.ACTIVITY_DAYS,
    organisationLogDays: env.ORGANISATION_LOG_DAYS,
    providers: providersOf(env.THIRD_PARTY),
    lookUpTexts: textRecords(env.DNS_SERVERS),
    warn: (fields, message) => log.warn(fields, message),
  }
  const storage = storageWith(deployment, opened)
  // A local deployment prints and keeps what it cannot deliver.
  const announced = { except: delivering, print: (line: string) => process.stdout.write(line) }
  const service: Service = { deployment, storage: isLocal ? announce(storage, announced) : storage }
  if (env.FORMER_SYSTEM && env.FORMER_SYSTEM.until <= Date.now())
    log.warn('FORMER_SYSTEM ended on its last day, so nobody is moved any more: remove the setting')
  return { opened, service, channels, firstAttempts, isLocal }
}

const openDatabase = (env: Environment, log: Logger, { signatureClock, audit }: Around): BareStorage => {
  try {
    return openStorage({
      databaseUrl: env.DATABASE_URL,
      directUrl: env.DATABASE_DIRECT_URL,
      dataDir: env.DATA_DIR,
      log,
      ...(signatureClock && { signatureClock }),
      ...(audit && { audit }),
      keeping: {
        activityDays: env.ACTIVITY_DAYS,
        organisationLogDays: env.ORGANISATION_LOG_DAYS,
        auditDays: env.AUDIT_DAYS,
        sessionIdleDays: env.POLICY.sessions.idle_days,
        messageDays: env.POLICY.retention.message_days,
        invitationDays: env.POLICY.retention.invitation_days,
      },
      postgresLimits: { poolSize: env.DATABASE_POOL_SIZE, timeoutMs: env.DATABASE_TIMEOUT_MS },
    })
  } catch (error) {
    throw whyNoDatabase(error, env)
  }
}

/** @throws BadEnvironment */
const breachedBy = ({ BREACHED_PASSWORDS: path }: Environment): Deployment['isBreached'] => {
  if (path === undefined) return () => false
  try {
    return openBreachedList(path).has
  } catch (error) {
    if (!(error instanceof BadBreachedList)) throw error
    throw new BadEnvironment(`BREACHED_PASSWORDS has to name a list of breached passwords: ${error.message}.`)
  }
}

/** Logs each missing pepper, once. */
const tellOnce = (log: Logger): ((id: string) => void) => {
  const told = new Set<string>()
  return (id) => {
    if (told.has(id)) return
    told.add(id)
    log.warn(
      { pepper: id },
      'a password needs a pepper that PASSWORD_PEPPERS does not have; its account has to reset it',
    )
  }
}

const termsOf = (brand: Environment['BRAND']): Deployment['terms'] =>
  brand?.terms && { version: brand.terms.version, countsFrom: termsCountFrom(brand.terms) }

const channelsOf = (env: Environment): Partial<Record<Channel, Deliver>> => ({
  ...(env.SMTP_URL ? { email: smtpChannel({ url: env.SMTP_URL, from: env.MAIL_FROM, brand: env.BRAND }) } : {}),
  ...(env.SMS_WEBHOOK_URL ? { sms: smsGatewayChannel(env.SMS_WEBHOOK_URL) } : {}),
  ...workplaceChannelOf(env),
})

const workplaceChannelOf = (env: Environment): { workplace?: Deliver } => {
  const { WORKPLACE_WEBHOOK_URL: url, WORKPLACE_WEBHOOK_SECRET: secrets } = env
  if (url && secrets) return { workplace: webhookChannel({ url, secrets }) }
  const { LARK_APP_ID: id, LARK_APP_SECRET: secret, LARK_URL } = env
  return id && secret ? { workplace: larkChannel({ url: LARK_URL.origin, id, secret }) } : {}
}
