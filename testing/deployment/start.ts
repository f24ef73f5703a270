import { secretFile } from '../../settings/files/secret-file'
import { temporaryFolder } from '../../tests/fixtures/programs/folder'
import { freePort } from '../../tests/fixtures/programs/free-port'
import { startAccountApi, startWebApp } from '../../tests/fixtures/programs/server'
import { Robot, type RobotOptions } from '../robot/robot'
import { butterflyHome } from './home'
import { type Message, messagesTo } from './outbox'
import {
  create,
  type Organisation,
  type OrganisationOptions,
  type Person,
  type PersonOptions,
  register,
} from './people'
import { startRelay } from './relay'

export interface StartOptions {
  /** The folder of a built Butterfly. Default: the folder in BUTTERFLY_HOME, or the clone around this package. */
  butterfly?: string
  /** The data folder, which is kept. Default: a temporary folder, which is deleted at the end. */
  folder?: string
  /** The port of the web app. Default: a free one. */
  port?: number
  /** The address for browsers. Default: http://localhost with the port. */
  url?: string
  /** Other settings from docs/operators/settings.md, for both programs. */
  environment?: Record<string, string>
}

/** A running Butterfly for tests. */
export interface Butterfly {
  /** The address of the web app for browsers. */
  url: string
  /** The port of the web app on this machine. */
  port: number
  /** The address of the account API, only on this machine. */
  accountApiUrl: string
  folder: string
  /** Registers a person on the pages. */
  person(options?: PersonOptions): Promise<Person>
  organisation(manager: Person, options?: OrganisationOptions): Promise<Organisation>
  /** The newest code to a mobile (E.164) or an email. */
  lastCode(to: string): Promise<string>
  /** The newest message to a mobile (E.164) or an email. */
  lastMessage(to: string): Promise<Message>
  /**
   * The next call with this name fails with an error of the contract.
   * @param call a name in docs/integrators/openapi.json, such as accountLoginV2
   * @param error its name or its number, such as too_many_requests or 1005
   * @param data the data of the error, such as { retry_after: 30 }
   */
  failNext(call: string, error: string | number, data?: Record<string, unknown>): void
  /** A browser without script, at its own client address, so it has its own limits. */
  robot(options?: RobotOptions): Robot
  /** A header that gives a browser a unique client address. */
  clientAddressHeader(): Record<string, string>
  /** Ends both programs, and removes a temporary folder. */
  stop(): Promise<void>
}

let addresses = 0

/** Each in its own network, because limits also count the codes of a /24. */
const freshAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 8) % 256}.${addresses % 256}.1`
}

const newest = async (accountApiUrl: string, to: string, isWanted: (message: Message) => boolean): Promise<Message> => {
  const found = (await messagesTo(accountApiUrl, to)).find(isWanted)
  if (found) return found
  throw new Error(`There is no such message to ${to}. A mobile is named with its country code, as +8613800000001.`)
}

/**
 * Starts both programs of Butterfly on loopback, as a local deployment with SQLite. Nothing is sent: messages are
 * stored. It ends with this process at the latest.
 */
export const start = async (options: StartOptions = {}): Promise<Butterfly> => {
  if ((options.environment?.DEPLOYMENT ?? 'local') !== 'local')
    throw new Error('start() starts a local deployment alone, whose messages can be read: leave DEPLOYMENT out.')
  const home = butterflyHome(options.butterfly)
  const temporary = options.folder === undefined ? temporaryFolder('testing') : undefined
  const folder = options.folder ?? temporary?.path ?? ''
  const [port, apiPort] = [options.port ?? (await freePort()), await freePort()]
  const url = options.url ?? `http://localhost:${port}`
  const accountApiUrl = `http://127.0.0.1:${apiPort}`
  const shared = { ...options.environment, DEPLOYMENT: 'local', DATA_DIR: folder, PUBLIC_URL: url }
  // Both programs find the key in the folder. It is made here, so they do not both make it.
  secretFile(folder, 'account-api-key')
  const api = await startAccountApi({ ...shared, ACCOUNT_API_PORT: String(apiPort) }, home)
  const relay = await startRelay(apiPort)
  const ofWebApp = { PORT: String(port), HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', ACCOUNT_API_URL: relay.url }
  const stopApi = async () => {
    await relay.stop()
    await api.stop()
    temporary?.remove()
  }
  const web = await startWebApp({ ...shared, ...ofWebApp }, home).catch(async (error: unknown) => {
    await stopApi()
    throw error
  })

  const clientAddressHeader = () => ({ 'x-forwarded-for': freshAddress() })
  const robot = ({ headers, ...others }: RobotOptions = {}) =>
    new Robot(url, { ...others, headers: { ...clientAddressHeader(), ...headers } })
  const lastCode = async (to: string) => (await newest(accountApiUrl, to, ({ code }) => code !== null)).code ?? ''
  const place = { url, robot, lastCode }
  return {
    ...place,
    port,
    accountApiUrl,
    folder,
    clientAddressHeader,
    person: (asked) => register(place, asked),
    organisation: (manager, asked) => create(place, manager, asked),
    lastMessage: (to) => newest(accountApiUrl, to, () => true),
    failNext: relay.failNext,
    stop: async () => {
      await web.stop()
      await stopApi()
    },
  }
}
