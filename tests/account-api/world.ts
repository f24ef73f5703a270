import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { puzzlePool } from '../../account-api/channels/captcha/puzzle-pool'
import { speak } from '../../account-api/channels/captcha/speech'
import { decoding, decodingRule } from '../../account-api/channels/picture/decoding'
import { defaultPicture } from '../../account-api/channels/picture/defaults'
import { composeFor } from '../../account-api/channels/templates'
import type { Asker } from '../../account-api/domain/code/sending'
import { argon2Settings } from '../../account-api/domain/password/hash'
import { hashQueueRule } from '../../account-api/domain/password/hash-queue'
import type { MakePicture } from '../../account-api/domain/picture/kinds'
import { hashToken, newToken } from '../../account-api/domain/random'
import type { Service } from '../../account-api/domain/service'
import type { Setting } from '../../account-api/domain/setting'
import { minutes } from '../../account-api/domain/time'
import { createApi } from '../../account-api/http/api'
import { type OpenStorage, openStorage } from '../../account-api/storage/storage'
import type { Variant } from '../../contract/call'
import { type Client, createClient } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { formTokenCookie } from '../../contract/headers'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import type { Application } from '../../contract/signing'
import type { databases, OpenDatabase } from '../fixtures/databases'
import { pictureDecoder } from '../fixtures/picture-decoder'

export const application = { aid: 'butterfly', key: 'a key for tests that is long enough' }

/** A running account API on one database, with a clock that the test moves. */
export interface World {
  setting: Setting
  /** The service that domain operations take. A test may replace its storage by one that fails. */
  service: Service
  place: OpenDatabase
  storage: OpenStorage
  api: FastifyInstance
  baseUrl: string
  /** The raw log output so far. */
  logged(): string
  passMinutes(count: number): void
  /** A client with an empty cookie jar, unless the options give one. */
  person(options?: PersonOptions): Client
  /** Makes a call. If it answers captcha_required, solves the captcha and makes the call again. */
  insist<Given extends Answered>(
    options: PersonOptions & { jar: CookieJar },
    ask: (client: Client) => Promise<Given>,
  ): Promise<Given>
  /** The newest code sent to an address. */
  codeTo(address: string): Promise<string>
  messagesTo(address: string): Promise<number>
  close(): Promise<void>
}

interface PersonOptions {
  address?: string
  language?: string
  jar?: CookieJar
  variant?: Variant
  captchaTicket?: string | undefined
  /** The application that makes the calls. Default: that of the account API’s settings. */
  application?: Application
  /** Aborted when the browser leaves. */
  left?: AbortSignal
}

type Answered = { ok: true } | { ok: false; code: string; data: unknown }

// Tests are not refused a hash because the machine runs many of them at once.
Object.assign(hashQueueRule, { patienceMs: 60_000, mostExpectedMs: 60_000 })

const costlyHashes = { ...argon2Settings }
const cheapHashes = { memoryCost: 64, timeCost: 1 }

// Tests hash passwords by the thousand, and few of them are about what a hash costs.
Object.assign(argon2Settings, cheapHashes)

/** Gives the tests of a `describe` hashes that cost what they do in production. */
export const withCostlyHashes = (): void => {
  beforeAll(() => {
    Object.assign(argon2Settings, costlyHashes)
  })
  afterAll(() => {
    Object.assign(argon2Settings, cheapHashes)
  })
}

/** Created with the first picture. The time limit allows for a machine that runs all tests at once. */
const makePicture: MakePicture = (upload, size) => {
  make ??= decoding(pictureDecoder(), { ...decodingRule, maxMs: 20_000 })
  return make(upload, size)
}
let make: MakePicture | undefined

/** All worlds share one pool, since a puzzle belongs to nobody until it is drawn. */
const puzzles = puzzlePool()

/** Draws one puzzle of each subtype and gives it to everybody, for tests that solve thousands by their sound. */
export const drawnOnce = (): Setting['drawPuzzle'] => {
  const drawn = new Map<string, ReturnType<Setting['drawPuzzle']>>()
  return (subtype) => {
    const puzzle = drawn.get(subtype) ?? puzzles.draw(subtype)
    drawn.set(subtype, puzzle)
    return puzzle
  }
}

type Database = Pick<(typeof databases)[number], 'openMigrated'>

interface WorldOptions {
  testCodes?: Map<string, string>
  channels?: Setting['channels']
  smsRegions?: ReadonlySet<string>
  appSchemes?: ReadonlySet<string>
  smsDailyCap?: number
  judgeVendorToken?: Setting['judgeVendorToken']
  drawPuzzle?: Setting['drawPuzzle']
  makePicture?: Setting['makePicture']
  fetchPicture?: Setting['fetchPicture']
  blockers?: Setting['blockers']
  lookUpTexts?: Setting['lookUpTexts']
  providers?: Setting['providers']
}

/** Opens a world before the tests of a `describe`, and closes it after the last one. */
export const worldOn = (database: Database, options?: WorldOptions): World => {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await openWorld(database, options))
  })
  afterAll(() => world.close())
  return world
}

/** Opens a world for a single test, which closes it. */
export const openWorld = async (database: Database, options: WorldOptions = {}): Promise<World> => {
  const place = await database.openMigrated()
  const lines: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const storage = openStorage({ ...place, log })
  let aheadMs = 0
  const setting: Setting = {
    now: () => Date.now() + aheadMs,
    secrets: [application.key],
    peppers: { forNew: undefined, all: [], onMissing: () => undefined },
    compose: composeFor(),
    publicUrl: 'http://localhost:3000',
    application: { aid: application.aid, names: { en: 'Orchard', 'zh-Hans': '果园' } },
    appSchemes: options.appSchemes ?? new Set(['com.example.app']),
    channels: options.channels ?? ['sms', 'email'],
    testCodes: options.testCodes ?? new Map(),
    defaultRegion: 'CN',
    drawPuzzle: options.drawPuzzle ?? puzzles.draw,
    speak,
    makePicture: options.makePicture ?? makePicture,
    defaultPicture,
    fetchPicture: options.fetchPicture ?? (async () => undefined),
    judgeVendorToken: options.judgeVendorToken,
    smsRegions: options.smsRegions,
    blockers: options.blockers ?? [],
    smsDailyCap: options.smsDailyCap ?? 1_000_000,
    activityDays: 180,
    organisationLogDays: 365,
    providers: options.providers ?? new Map(),
    lookUpTexts: options.lookUpTexts ?? (async () => []),
    warn: (fields, message) => log.warn(fields, message),
  }
  const service: Service = { setting, storage }
  const api = createApi({
    service,
    application: { aid: application.aid, keys: [application.key] },
    log,
    probe: storage.probe,
    readableOutbox: true,
    // Clients sign with the real clock, which the test does not move.
    signatureClock: Date.now,
  })
  const baseUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  const person = ({
    address = freshAddress(),
    language = 'en',
    jar = new CookieJar(),
    variant = 'web',
    captchaTicket,
    application: caller = application,
    left,
  }: PersonOptions = {}) =>
    createClient(
      // Decoding a picture may be slow on a machine that runs all tests at once.
      { baseUrl, application: caller, timeoutMs: 25_000 },
      { variant, jar, language, clientAddress: address, userAgent: 'test', captchaTicket, left },
    )
  return {
    setting,
    service,
    place,
    storage,
    api,
    baseUrl,
    logged: () => lines.join(''),
    passMinutes: (count) => {
      aheadMs += minutes(count)
    },
    person,
    insist: async (options, ask) => {
      const answer = await ask(person(options))
      if (answer.ok || answer.code !== 'captcha_required') return answer
      const { decision } = answer.data as { decision: { ticket: string } }
      const opened = await person(options).getCaptcha({ decision: decision.ticket })
      if (!opened.ok) throw new Error(`no captcha: ${opened.code}`)
      const text = (await captchaOf(storage, options.jar, opened.data.id))?.spoken ?? ''
      const solved = await person(options).verifyCaptcha({ id: opened.data.id, text })
      if (!solved.ok) throw new Error(`not solved: ${solved.code}`)
      return ask(person({ ...options, captchaTicket: solved.data.captcha_ticket }))
    },
    codeTo: async (address) => (await storage.outbox.newest(address, 1))[0]?.code ?? 'no code was sent',
    messagesTo: async (address) => (await storage.outbox.newest(address, 100)).length,
    close: async () => {
      await api.close()
      await storage.close()
      await place.close()
    },
  }
}

/** A challenge as it is stored, with its solution. */
export const captchaOf = (storage: OpenStorage, jar: CookieJar, id: string) =>
  storage.captchas.find(id, { visitor: hashToken(jar.get(formTokenCookie) ?? ''), at: Date.now() })

let addresses = 0

/** A client address in a network that nobody else in this run has, so that limits do not add up. */
export const freshAddress = (): string => {
  addresses++
  return `10.${(addresses >> 8) & 255}.${addresses & 255}.1`
}

/** Somebody who asks for a code in a browser that no account knows, for rules that are called without HTTP. */
export const stranger = (otherwise: Partial<Asker> = {}): Asker => ({
  id: newToken(128),
  clientAddress: freshAddress(),
  language: 'en',
  isPerson: async () => false,
  isKnownTo: async () => false,
  ...otherwise,
})

let mobiles = 0

/** A mainland China mobile that no other test of this run uses. */
export const freshMobile = (): string => `+86138${String(10_000_000 + mobiles++)}`

export const freshEmail = (): string => `person${mobiles++}@example.com`

export const goodPassword = 'a river under the moon'

/** Registers an account with a mobile and a password, and signs in. */
export const registerMobile = async (world: World, options: { password?: string; mobile?: string } = {}) => {
  const { mobile = freshMobile(), password = goodPassword } = options
  const jar = new CookieJar()
  const client = world.person({ jar })
  await client.sendCode({ mobile, type: mobilePurpose.register })
  const registered = await client.registerByMobile({ mobile, code: await world.codeTo(mobile), password })
  if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
  return { mobile, password, client, jar, userId: registered.data.user_id }
}

/** Registers an account with an email and a password, and signs in. */
export const registerEmail = async (world: World, options: { password?: string; email?: string } = {}) => {
  const { email = freshEmail(), password = goodPassword } = options
  const jar = new CookieJar()
  const client = world.person({ jar })
  await client.sendEmailCode({ email, type: emailPurpose.register })
  const registered = await client.registerByEmail({ email, code: await world.codeTo(email), password })
  if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
  return { email, password, client, jar, userId: registered.data.user_id }
}

/** Registers an account with a mobile, an email and a password, and signs in. */
export const registerBoth = async (world: World, options: { mobile?: string; email?: string } = {}) => {
  const { mobile = freshMobile(), email = freshEmail() } = options
  const password = goodPassword
  const jar = new CookieJar()
  const client = world.person({ jar })
  await client.sendCode({ mobile, type: mobilePurpose.register })
  await client.sendEmailCode({ email, type: emailPurpose.register })
  const [code, email_code] = [await world.codeTo(mobile), await world.codeTo(email)]
  const registered = await client.registerByMobileAndEmail({ mobile, email, code, email_code, password })
  if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
  return { mobile, email, password, client, jar, userId: registered.data.user_id }
}
