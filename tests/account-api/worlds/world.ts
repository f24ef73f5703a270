import { channel } from 'node:diagnostics_channel'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { tellNewBrowser } from '#account-api/accounts/notices/new-browser'
import type { MakePicture } from '#account-api/accounts/pictures/kinds'
import { decoding, decodingRule } from '#account-api/accounts/pictures/making/decoding'
import { defaultPicture } from '#account-api/accounts/pictures/making/defaults'
import { Protocol } from '#account-api/applications/protocol/protocol'
import { createApi, createInProcessApi } from '#account-api/calls/api'
import { protocolHere } from '#account-api/calls/protocol'
import { type Recording, recordingOf } from '#account-api/calls/recording'
import { composeFor } from '#account-api/channels/texts/templates'
import type { Schema } from '#account-api/database/schema'
import { createMetrics } from '#account-api/http/metrics'
import { outsideClient, outsideOrLocal } from '#account-api/kernel/outside/client'
import { hashToken, newToken } from '#account-api/kernel/random'
import { minutes } from '#account-api/kernel/time'
import type { Deployment, Service } from '#account-api/operator/service'
import { endings } from '#account-api/start/endings'
import { type BareStorage, type OpenStorage, openStorage, storageWith } from '#account-api/start/storage'
import { puzzlePool } from '#account-api/verification/captchas/pictures/puzzle-pool'
import { speak } from '#account-api/verification/captchas/pictures/speech'
import type { Target } from '#account-api/verification/codes/code'
import type { Asker } from '#account-api/verification/codes/sending'
import { issueValue } from '#account-api/verification/codes/value-proof'
import { argon2Settings } from '#account-api/verification/hashing/hash'
import { hashQueue, hashQueueRule } from '#account-api/verification/hashing/hash-queue'
import type { Variant } from '#contract/call'
import { type Client, createClient } from '#contract/client'
import type { ErrorData, ErrorName } from '#contract/errors'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { type Send, sendByFetch } from '#contract/wire/exchange'
import { formTokenCookie } from '#contract/wire/headers'
import type { Application } from '#contract/wire/signing'
import { isLoopback } from '#settings/loopback'
import { usualPolicy } from '#settings/policy/policy'
import type { databases } from '#tests/fixtures/databases/databases'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { openedHere, untilTestEnds } from '#tests/fixtures/hooks'
import { pictureDecoder } from '#tests/fixtures/pictures/picture-decoder'
import { answeredCalls } from '#tests/fixtures/record'

export const application = { aid: 'butterfly', key: 'a key for tests that is long enough' }

/** The settings of an account API that runs on a database. */
export const environmentOf = (place: {
  dataDir: string
  databaseUrl?: string | undefined
}): Record<string, string> => ({
  ...{ DATA_DIR: place.dataDir, ACCOUNT_API_KEY: application.key },
  ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
})

/** An account API on one database, with a clock that the test moves. People call it in this process. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** Opens a world until the test ends. */
export const worldForTest = async (...of: Parameters<typeof openWorld>): Promise<World> =>
  untilTestEnds(await openWorld(...of))

interface PersonOptions {
  address?: string
  language?: string
  jar?: CookieJar
  variant?: Variant
  captchaTicket?: string | undefined
  /** The version of the operator's terms that the application shows. */
  shownTerms?: string
  /** Names the form that makes the calls. */
  requestKey?: string
  /** The application that makes the calls. Default: the one in the account API’s settings. */
  application?: Application
  /** Aborted when the browser leaves. */
  left?: AbortSignal
  userAgent?: string
}

type Answered = { ok: true } | { ok: false; code: string; data: unknown }

// Tests are not refused a hash because the machine runs many of them at once.
Object.assign(hashQueueRule, { patienceMs: 60_000, mostExpectedMs: 60_000 })

const costlyHashes = { ...argon2Settings }
const cheapHashes = { memoryCost: 64, timeCost: 1 }

// Tests hash thousands of passwords, and few of them are about a hash’s cost.
Object.assign(argon2Settings, cheapHashes)

/** Gives a `describe`’s tests hashes with production cost. */
export const withCostlyHashes = (): void => {
  beforeAll(() => Object.assign(argon2Settings, costlyHashes))
  afterAll(() => Object.assign(argon2Settings, cheapHashes))
}

/** Created with the first picture. The time limit allows for a machine that runs all tests at once. */
const makePicture: MakePicture = (upload, size) => {
  make ??= decoding(pictureDecoder(), { ...decodingRule, maxMs: 20_000, patienceMs: 60_000 })
  return make(upload, size)
}
let make: MakePicture | undefined

/** All worlds share one pool, since a puzzle belongs to nobody until it is drawn. */
const puzzles = puzzlePool()

/** Draws one puzzle of each subtype and gives it to everybody, for tests that solve thousands by their sound. */
export const drawnOnce = (): Deployment['drawPuzzle'] => {
  const drawn = new Map<string, ReturnType<Deployment['drawPuzzle']>>()
  return (subtype) => {
    const puzzle = drawn.get(subtype) ?? puzzles.draw(subtype)
    drawn.set(subtype, puzzle)
    return puzzle
  }
}

type Database = Pick<(typeof databases)[number], 'openMigrated'> & { callsByHttp?: boolean }

/** Opens a world before the tests of a `describe`, and closes it after the last one. */
export const worldOn = (database: Database, otherwise?: Partial<Deployment>): World =>
  openedHere(
    () => openWorld(database, otherwise),
    (world) => world.close(),
  )

const answered = channel(answeredCalls)

/** Records calls, and publishes the name of each call answered with ok. */
const publishing = (told: Parameters<typeof recordingOf>[0]): Recording => {
  const recording = recordingOf(told)
  return {
    ...recording,
    call: async (asked, answer) => {
      const given = await recording.call(asked, answer)
      if (given.outcome.ok) answered.publish(asked.row.name)
      return given
    },
  }
}

/** Warnings that a row of the contract is wrong, or a rule. */
const faultsOfRules = new Set([
  'a call sent a message that its row does not declare',
  'a call that changes something wrote no event',
])

const notListening = 'this world does not listen: await world.listen() first'

/** Opens a world for a single test, which closes it. */
export const openWorld = async (database: Database, otherwise: Partial<Deployment> = {}) => {
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
  const opened = openStorage({ ...place, log })
  let aheadMs = 0
  let heldAt: number | undefined
  const deployment: Deployment = {
    now: () => heldAt ?? Date.now() + aheadMs,
    secrets: [application.key],
    isBreached: () => false,
    askFormer: undefined,
    peppers: { forNew: undefined, all: [], onMissing: () => undefined },
    compose: composeFor(),
    policy: usualPolicy,
    publicUrl: 'http://localhost:3000',
    application: { aid: application.aid, names: { en: 'Butterfly', 'zh-Hans': 'Butterfly' } },
    appSchemes: new Set(['com.example.app']),
    channels: ['sms', 'email'],
    isRefused: async () => false,
    testCodes: new Map(),
    defaultRegion: 'CN',
    drawPuzzle: puzzles.draw,
    speak,
    makePicture,
    defaultPicture,
    fetchPicture: async () => undefined,
    // Tests send no request to the Internet.
    askOutside: outsideClient({ lookUp: async () => [] }),
    readsClientDocuments: true,
    outsideOrLocal: outsideOrLocal({ lookUp: async () => [], isTrusted: isLoopback }),
    judgeVendorToken: undefined,
    smsRegions: undefined,
    blockers: [],
    terms: undefined,
    endings,
    tellNewBrowser,
    smsDailyCap: 1_000_000,
    activityDays: 180,
    organisationLogDays: 365,
    providers: new Map(),
    lookUpTexts: async () => [],
    warn: (fields, message) => {
      if (faultsOfRules.has(message)) throw new Error(`${message}: ${JSON.stringify(fields)}`)
      log.warn(fields, message)
    },
    ...otherwise,
  }
  const storage = storageWith(deployment, opened)
  const service: Service = { deployment, storage }
  const audited: Record<string, unknown>[] = []
  const metrics = createMetrics(hashQueue)
  const recording = publishing({
    service,
    metrics,
    audit: (line) => audited.push(line as Record<string, unknown>),
    // Until they are flushed: a test may compare what is in the database.
    refusalsWaitMs: 2 ** 31 - 1,
  })
  const apiOptions = {
    service,
    recording,
    metrics,
    application: { aid: application.aid, keys: [application.key] },
    log,
    probe: opened.probe,
    readableOutbox: true,
    // Clients sign with the real clock, which the test does not move.
    signatureClock: Date.now,
  }
  const { send: sendHere, idle } = createInProcessApi(apiOptions)
  let api: FastifyInstance | undefined
  let listening: Promise<string> | undefined
  let baseUrl: string | undefined
  /** Listens on a port at the first use, because a server with all routes costs more than most tests. */
  const listen = (): Promise<string> => {
    listening ??= (async () => {
      api = createApi(apiOptions)
      baseUrl = await api.listen({ host: '127.0.0.1', port: 0 })
      return baseUrl
    })()
    return listening
  }
  const send: Send = async (request) => sendByFetch({ ...request, url: (await listen()) + request.url })
  /** A client with an empty cookie jar, unless the options give one. */
  const person = ({
    address = freshAddress(),
    language = 'en',
    jar = new CookieJar(),
    variant = 'web',
    captchaTicket,
    shownTerms,
    requestKey,
    application: caller = application,
    left,
    userAgent = 'test',
  }: PersonOptions = {}) =>
    createClient(
      // Decoding a picture may be slow on a machine that runs all tests at once.
      {
        baseUrl: '',
        application: caller,
        timeoutMs: 25_000,
        ...(caller === application && !database.callsByHttp ? { sendHere } : { send }),
      },
      { variant, jar, language, clientAddress: address, userAgent, captchaTicket, shownTerms, requestKey, left },
    )
  const profileOf = async (accountId: string) => {
    const profile = await storage.accounts.profile(accountId)
    if (!profile) throw new Error('no account')
    return profile
  }
  /** Omits the messages about new browsers, because people in tests mostly sign in from a new one. */
  const newestTo = async (address: string, count: number) =>
    (await storage.outbox.newest(address, 100)).filter(({ purpose }) => purpose !== 'signed_in_new').slice(0, count)
  /** The code of the newest message to an address. @throws if the message has none */
  const codeTo = async (address: string): Promise<string> => {
    const code = (await newestTo(address, 1))[0]?.code
    if (code == null) throw new Error(`no code was sent to ${address}`)
    return code
  }
  /** Sends a code of a purpose to a mobile or an email, and returns it. */
  const codeFor = async (to: string, type: number, client = person()) => {
    await (to.includes('@') ? client.sendEmailCode({ email: to, type }) : client.sendCode({ mobile: to, type }))
    return codeTo(to)
  }
  /** An account’s active sessions, newest first. */
  const sessionsOf = (accountId: string) => storage.sessions.living(accountId, { seen: 0, proven: 0 })
  return {
    deployment,
    /** The service that domain operations take. A test may replace its storage by one that fails. */
    service,
    place,
    storage,
    /** Calls in this process, as the embedded web app makes them. */
    sendHere,
    /** The protocol of open authorisation in this process, as the embedded web app asks it. */
    protocolHere: protocolHere({ ...apiOptions, protocol: new Protocol(service) }),
    listen,
    /** Its listening address. @throws before it listens */
    get baseUrl(): string {
      if (baseUrl === undefined) throw new Error(notListening)
      return baseUrl
    },
    /** The server, once it listens. */
    get api(): FastifyInstance {
      if (!api) throw new Error(notListening)
      return api
    },
    recording,
    metrics,
    /** The lines of the audit log so far. */
    audited,
    /** An account’s events, oldest first, including refusals. */
    eventsOf: async (accountId: string) => {
      await recording.flush()
      return lookInto<Selectable<Schema['events']>>(
        place,
        `select * from events where account_id = '${accountId}' order by id`,
      )
    },
    /** The raw log output so far. */
    logged: () => lines.join(''),
    /** The lines of the log that contain these texts. */
    linesWith: (...texts: string[]): Record<string, unknown>[] =>
      lines.filter((line) => texts.every((text) => line.includes(text))).map((line) => JSON.parse(line)),
    passMinutes: (count: number) => {
      aheadMs += minutes(count)
    },
    /** Freezes the clock during calls, for limits that would recover meanwhile on a slow machine. */
    atOneMoment: async <Made>(calls: () => Promise<Made>): Promise<Made> => {
      heldAt = Date.now() + aheadMs
      return calls().finally(() => {
        heldAt = undefined
      })
    },
    person,
    /** Makes a call. If it answers captcha_required, solves the captcha and makes the call again. */
    insist: async <Given extends Answered>(
      options: PersonOptions & { jar: CookieJar },
      ask: (client: Client) => Promise<Given>,
    ): Promise<Given> => {
      const answer = await ask(person(options))
      if (answer.ok || answer.code !== 'captcha_required') return answer
      const { decision } = answer.data as { decision: { ticket: string } }
      const { id } = dataOf(await person(options).getCaptcha({ decision: decision.ticket }))
      const text = (await captchaOf(storage, options.jar, id))?.spoken ?? ''
      const { captcha_ticket } = dataOf(await person(options).verifyCaptcha({ id, text }))
      return ask(person({ ...options, captchaTicket: captcha_ticket }))
    },
    codeTo,
    profileOf,
    /** The addresses of an account. */
    addressesOf: async (accountId: string) => {
      const { mobile, email, unverifiedEmail } = await profileOf(accountId)
      return { mobile, email, unverifiedEmail }
    },
    /** Signs in to an account again, in its own browser. */
    secondSession: async ({
      mobile,
      password = goodPassword,
    }: {
      mobile: string
      password?: string
    }): Promise<Client> => {
      const client = person()
      dataOf(await client.accountLoginV2({ account: mobile, password }))
      return client
    },
    /** The newest message to an address. */
    toldLast: async (address: string) => (await newestTo(address, 1))[0],
    /** The kinds of the newest messages to an address, newest first. */
    newsTo: async (address: string, count = 1): Promise<string[]> =>
      (await storage.outbox.newest(address, count)).map(({ purpose }) => purpose),
    /** The kind and the detail of each activity entry of an account, newest first. */
    activityOf: async (accountId: string): Promise<[string, string][]> => {
      const entries = await storage.activity.list(accountId, { limit: 100 })
      return entries.map(({ kind, detail }) => [kind, detail])
    },
    /** Expects that the newest message to each address is of this kind. */
    expectTold: async (purpose: string, ...addresses: string[]): Promise<void> => {
      const told = await Promise.all(addresses.map(async (address) => (await newestTo(address, 1))[0]?.purpose))
      expect(told).toEqual(addresses.map(() => purpose))
    },
    messagesTo: async (address: string) => (await newestTo(address, 100)).length,
    codeFor,
    ...registering({ deployment, person, codeFor, storage }),
    /** The ticket for a code that a signed-out visitor enters. */
    validatedTicket: async (to: string, type: number, visitor = person()) => {
      const code = await codeFor(to, type, visitor)
      return ticketIn(
        to.includes('@')
          ? await visitor.validateEmailCode({ email: to, code, type })
          : await visitor.validateCode({ mobile: to, code, type }),
      )
    },
    /** The ticket in the newest link that an address received. */
    linkTicketTo: async (address: string) => {
      const links = (await newestTo(address, 100)).flatMap(({ link }) => link ?? [])
      return new URL(links[0] ?? 'about:blank').searchParams.get('ticket') ?? ''
    },
    sessionsOf,
    /** A person’s account and newest session, as a call reads them. */
    personOf: async (accountId: string) => {
      const [account, [session]] = [await storage.accounts.profile(accountId), await sessionsOf(accountId)]
      if (!account || !session) throw new Error('not signed in')
      return { account, session }
    },
    close: async () => {
      await idle()
      await api?.close()
      await recording.flush()
      await opened.close()
      await place.close()
    },
  }
}

/** The service of a world with different settings. */
export const serviceWith = (world: World, otherwise: Partial<Deployment>): Service => {
  const deployment = { ...world.deployment, ...otherwise }
  return { deployment, storage: storageWith(deployment, world.storage as BareStorage) }
}

/** Runs work while no message text can be made. */
export const withFailingTexts = async <Done>({ deployment }: World, work: () => Promise<Done>): Promise<Done> => {
  const { compose } = deployment
  deployment.compose = () => {
    throw new TypeError('no text')
  }
  return work().finally(() => {
    deployment.compose = compose
  })
}

/** The data of a successful call. @throws if it was refused */
export const dataOf = <Given extends { ok: true; data: unknown } | { ok: false; code: string }>(
  answer: Given,
): Extract<Given, { ok: true }>['data'] => {
  if (!answer.ok) throw new Error(`refused: ${answer.code}`)
  return answer.data
}

export const isSignedIn = async (client: Client): Promise<boolean> => dataOf(await client.checkLogin({})).signed_in

/** Why a call was refused, or `ok`. */
export const codeOf = (answer: { ok: true } | { ok: false; code: string }): string => (answer.ok ? 'ok' : answer.code)

/** What a refusal for this reason says. @throws if the answer is another */
export const refusalIn = <Code extends ErrorName>(
  answer: { ok: true } | { ok: false; code: string; data: unknown },
  code: Code,
): ErrorData<Code> => {
  if (answer.ok || answer.code !== code) throw new Error(`not ${code}: ${codeOf(answer)}`)
  return answer.data as ErrorData<Code>
}

/** Expects that a call is refused for this reason, and what its failure says besides. */
export const refused = async <Code extends string>(
  call: Promise<{ ok: true } | { ok: false; code: Code }>,
  code: NoInfer<Code>,
  data?: object,
): Promise<void> => expect(await call).toMatchObject({ ok: false, code, ...(data && { data }) })

/** A refusal for one field of an input. */
export const isInvalid = (field: string, reason = 'invalid') => ({
  ...{ ok: false, code: 'invalid_input', data: { fields: [{ field, reason }] } },
})

/** A challenge as it is stored, with its solution. */
export const captchaOf = (storage: OpenStorage, jar: CookieJar, id: string) =>
  storage.captchas.find(id, { visitor: hashToken(jar.get(formTokenCookie) ?? ''), at: Date.now() })

let addresses = 0

/** A client address in a network that no other test of this run uses, so limits do not add up. */
export const freshAddress = (): string => {
  addresses++
  return `10.${(addresses >> 8) & 255}.${addresses & 255}.1`
}

/** A visitor who requests a code in a browser that no account knows, for rules called without HTTP. */
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

interface Visiting {
  deployment: Deployment
  person: (options: PersonOptions) => Client
  codeFor: (to: string, type: number, client: Client) => Promise<string>
  storage: OpenStorage
}

/**
 * Registers accounts with a password, each in its own browser, and signs in. Addresses are proven already, as by a
 * code that was typed: most tests are about what comes after.
 */
const registering = ({ person, codeFor, storage }: Visiting) => {
  /** The value_ticket of an address, for a new browser. */
  const prove = async (jar: CookieJar, target: Target): Promise<string> => {
    const formToken = newToken(128)
    jar.store([`${formTokenCookie}=${formToken}`])
    const place = `browser ${hashToken(formToken)}`
    return storage.transaction((stores) => issueValue(stores, { target, place }))
  }
  const registered = async <Given extends object>(
    given: Given,
    register: (
      client: Client,
      jar: CookieJar,
    ) => Promise<{ ok: true; data: { user_id: string } } | { ok: false; code: string }>,
  ) => {
    const jar = new CookieJar()
    const client = person({ jar })
    return { ...given, client, jar, userId: dataOf(await register(client, jar)).user_id }
  }
  const ofMobile = (to: string): Target => ({ channel: 'sms', to, type: mobilePurpose.register })
  const ofEmail = (to: string): Target => ({ channel: 'email', to, type: emailPurpose.register })
  const registerMobileOnly = ({ mobile = freshMobile() } = {}) =>
    registered({ mobile }, async (client, jar) =>
      client.registerByMobile({ mobile, value_ticket: await prove(jar, ofMobile(mobile)) }),
    )
  return {
    /** An account without a password. */
    registerMobileOnly,
    registerMobile: ({ mobile = freshMobile(), password = goodPassword } = {}) =>
      registered({ mobile, password }, async (client, jar) =>
        client.registerByMobile({ mobile, value_ticket: await prove(jar, ofMobile(mobile)), password }),
      ),
    /** An account with a mobile and an email of this age. It has no password, because hashing is slow. */
    registerBothFast: async () => {
      const person = await registerMobileOnly()
      const email = freshEmail()
      const at = (await storage.accounts.profile(person.userId))?.mobileBoundAt ?? 0
      await storage.accounts.bind({ kind: 'email', value: email, accountId: person.userId, at })
      return { ...person, email }
    },
    registerEmail: ({ email = freshEmail(), password = goodPassword } = {}) =>
      registered({ email, password }, async (client, jar) =>
        client.registerByEmail({ email, value_ticket: await prove(jar, ofEmail(email)), password }),
      ),
    registerBoth: ({ mobile = freshMobile(), email = freshEmail() } = {}) => {
      const given = { mobile, email, password: goodPassword }
      return registered(given, async (client, jar) => {
        const value_ticket = await prove(jar, ofMobile(mobile))
        const email_code = await codeFor(email, emailPurpose.register, client)
        return client.registerByMobileAndEmail({ ...given, value_ticket, email_code })
      })
    },
  }
}

/** The ticket in an answer, whether success or failure. */
export const ticketIn = (answer: { data: object }): string => {
  const { ticket, verify_ticket } = answer.data as { ticket?: string; verify_ticket?: string }
  if (ticket === undefined && verify_ticket === undefined) throw new Error(`no ticket: ${JSON.stringify(answer)}`)
  return ticket ?? verify_ticket ?? ''
}

/** The key of the second verification that a call needs. @throws if it needs none */
export const secondKeyIn = (asked: { data: object }): string => {
  const { sms_code_key } = asked.data as { sms_code_key?: string }
  if (sms_code_key === undefined) throw new Error(`no second verification: ${JSON.stringify(asked)}`)
  return sms_code_key
}

type Way = Parameters<Client['verifySecond']>[0]['way']

/** Enters a code, or the password, for the second verification that a call needs. */
export const verifyBy = (client: Client, asked: { data: object }, way: Way, code: string) =>
  client.verifySecond({ sms_code_key: secondKeyIn(asked), way, code })

export const verifyByPassword = (client: Client, asked: { data: object }, password = goodPassword) =>
  verifyBy(client, asked, 'password', password)

/** Enters the code sent to an address, for the second verification that a call needs. */
export const verifyByCode = async (world: World, client: Client, asked: { data: object }, to: string) => {
  const way = to.includes('@') ? 'email' : 'mobile'
  await client.sendSecondCode({ sms_code_key: secondKeyIn(asked), way })
  return verifyBy(client, asked, way, await world.codeTo(to))
}

/** Makes a call. If it asks for a second verification, enters the password and makes the call again. */
export const withPassword = async <Given extends Answered & { data: object }>(
  client: Client,
  ask: () => Promise<Given>,
): Promise<Given> => {
  const asked = await ask()
  if (asked.ok || asked.code !== 'second_verification_required') return asked
  dataOf(await verifyByPassword(client, asked))
  return ask()
}

/** Makes this many concurrent calls. */
export const atOnce = <Made>(count: number, make: (turn: number) => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => make(turn)))

/** Counts the answers: successes as `ok`, and each failure by its code. */
export const endsOf = (answers: ({ ok: true } | { ok: false; code: string })[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const end = answer.ok ? 'ok' : answer.code
    counts[end] = (counts[end] ?? 0) + 1
  }
  return counts
}
