import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { puzzlePool } from './channels/captcha/puzzle-pool'
import { speak } from './channels/captcha/speech'
import { vendorJudge } from './channels/captcha/vendor'
import { type Deliver, startDelivery } from './channels/delivery'
import { smsGatewayChannel } from './channels/sms-gateway'
import { smtpChannel } from './channels/smtp'
import { compose } from './channels/templates'
import { announce } from './channels/terminal'
import type { Channel } from './domain/message/message'
import type { Setting } from './domain/setting'
import { minutes } from './domain/time'
import { BadEnvironment, type Environment, readEnvironment } from './env'
import { createApi } from './http/api'
import { type OpenStorage, openStorage } from './storage/storage'

// Rather collect often than let short-lived data pile up: less memory under load, at the same cost of CPU.
setFlagsFromString('--heap-growing-percent=25')

const sweepEveryMs = minutes(10)

const channelsOf = (env: Environment): Partial<Record<Channel, Deliver>> => ({
  ...(env.SMTP_URL ? { email: smtpChannel({ url: env.SMTP_URL, from: env.MAIL_FROM }) } : {}),
  ...(env.SMS_WEBHOOK_URL ? { sms: smsGatewayChannel(env.SMS_WEBHOOK_URL) } : {}),
})

const testCodesOf = (list: string | undefined): Map<string, string> =>
  new Map(list?.split(',').map((entry) => entry.split('=') as [string, string]))

/** Runs the account API until it is told to stop. */
const run = async (env: Environment): Promise<void> => {
  const log = pino({ level: env.LOG_LEVEL, base: { service: 'account-api' } })
  const isLocal = env.DEPLOYMENT === 'local'
  const opened: OpenStorage = openStorage({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  await opened.migrate()

  const channels = channelsOf(env)
  const puzzles = puzzlePool()
  const delivering = Object.keys(channels) as Channel[]
  // A local deployment keeps what it cannot deliver, and shows it.
  const storage = isLocal
    ? announce(opened, { except: delivering, print: (line) => process.stdout.write(line) })
    : opened
  const setting: Setting = {
    storage,
    now: Date.now,
    secret: env.ACCOUNT_API_KEY,
    compose,
    channels: isLocal ? ['sms', 'email'] : delivering,
    testCodes: testCodesOf(env.TEST_IDENTIFIERS),
    defaultRegion: env.DEFAULT_REGION,
    drawPuzzle: puzzles.draw,
    speak,
    judgeVendorToken: env.CAPTCHA && vendorJudge(env.CAPTCHA, log),
    smsRegions: env.SMS_COUNTRIES === undefined ? undefined : new Set(env.SMS_COUNTRIES.split(',')),
    smsDailyCap: env.SMS_DAILY_CAP,
  }

  const application = { aid: env.ACCOUNT_API_AID, key: env.ACCOUNT_API_KEY }
  const api = createApi({
    setting,
    application,
    log,
    ping: opened.ping,
    readableOutbox: isLocal,
    signatureClock: Date.now,
  })
  await api.listen({ host: env.ACCOUNT_API_HOST, port: env.ACCOUNT_API_PORT })
  const stopDelivery = startDelivery({ storage: opened, channels, log })
  const sweeping = setInterval(() => {
    opened.sweep(Date.now()).catch((error: unknown) => log.error({ error }, 'sweep failed'))
  }, sweepEveryMs)

  const stop = async () => {
    clearInterval(sweeping)
    await api.close()
    await stopDelivery()
    await opened.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Who started this process over a channel may be killed: it must not outlive them.
  process.once('disconnect', stop)
}

try {
  await run(readEnvironment(process.env))
} catch (error) {
  const reason = error instanceof BadEnvironment ? error.message : `the account API cannot start: ${String(error)}`
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
