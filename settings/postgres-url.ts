import { cutPassword, hasCutPassword, notDecoded, unescaped } from './credentials'

/**
 * How strictly a connection verifies the server: no TLS, TLS without its certificate, its authority alone, or
 * everything.
 */
export type PostgresTls = 'off' | 'unverified' | 'authority' | 'full'

/**
 * A database as described by its URL. The program and PostgreSQL's own tools both use this to connect. Missing parts
 * come from the PG… variables of the environment.
 */
export interface PostgresAddress {
  host?: string
  port?: string
  user?: string
  password?: string
  database?: string
  /** Undefined if the URL does not mention TLS. */
  tls?: PostgresTls
  /** The other parameters of the URL. `sslrootcert`, `sslcert` and `sslkey` are paths of PEM files. */
  parameters: Partial<Record<Parameter, string>>
}

const passedOn = [
  ...(['sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'channel_binding'] as const),
  ...(['application_name', 'options', 'client_encoding', 'connect_timeout'] as const),
]
type Parameter = (typeof passedOn)[number]

const ofPlace = ['host', 'port', 'user', 'password']
const ofTls = ['sslmode', 'ssl', 'uselibpqcompat']
const known = [...ofPlace, ...ofTls, ...passedOn]

/**
 * A URL that cannot be used. The message continues after the name of the setting, and contains no secret of the URL.
 */
export class BadPostgresUrl extends Error {}

const shape = 'has to be an address such as postgres://host/name'

/** @throws BadPostgresUrl */
export const readPostgresUrl = (text: string): PostgresAddress => {
  const [, userInfo = '', place, rest = ''] = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(.*)$/s.exec(text) ?? []
  if (hasCutPassword(text)) throw new BadPostgresUrl(cutPassword)
  const [, path = '', query = ''] = /^(?:\/([^?\s]*))?(?:\?(\S*))?$/.exec(rest) ?? [undefined]
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^\s:,[\]]*)(?::(\d*))?$/i.exec(place ?? ',') ?? [undefined, ',']
  const parameters = parametersIn(query)
  const [user = '', ...password] = userInfo.split(':')
  const named = {
    host: parameters.get('host') ?? decoded(host).replace(/^\[(.*)\]$/, '$1'),
    port: parameters.get('port') ?? port,
    user: parameters.get('user') ?? decoded(user),
    password: parameters.get('password') ?? decoded(password.join(':')),
    database: decoded(path),
  }
  if (named.host.includes(',') || !isPort(named.port) || /[\s#]/.test(rest)) throw new BadPostgresUrl(shape)
  const tls = tlsOf(parameters)
  return {
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '')),
    ...(tls && { tls }),
    parameters: Object.fromEntries([...parameters].filter(([name]) => isPassedOn(name))),
  }
}

const isPassedOn = (name: string): boolean => (passedOn as readonly string[]).includes(name)

const isPort = (text: string): boolean =>
  text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535)

const parametersIn = (query: string): Map<string, string> => {
  const parts = query.split('&').filter((part) => part !== '')
  const entries = parts.map((part): [string, string] => {
    const [name = '', ...value] = part.split('=')
    return [decoded(name), decoded(value.join('='))]
  })
  const unknown = entries.find(([name]) => !known.includes(name))
  if (unknown) throw new BadPostgresUrl(`has to have only the parameters ${known.join(', ')}, not ${unknown[0]}`)
  return new Map(entries)
}

/** A % that begins no escape is an ordinary character. */
const decoded = (text: string): string => {
  const whole = unescaped(text.replace(/%(?![\da-f]{2})/gi, '%25'))
  if (whole === undefined) throw new BadPostgresUrl(notDecoded)
  return whole
}

/** The checks of each sslmode. The program never falls back from TLS to plain text. */
const modes: Record<string, PostgresTls> = {
  disable: 'off',
  'no-verify': 'unverified',
  require: 'full',
  'verify-ca': 'full',
  'verify-full': 'full',
}
/** Two of these modes check less in PostgreSQL's own programs. */
const asLibpq: Record<string, PostgresTls> = { ...modes, require: 'unverified', 'verify-ca': 'authority' }

const ofSsl: Record<string, PostgresTls> = {
  ...{ true: 'full', '1': 'full', 'no-verify': 'unverified' },
  ...{ false: 'off', '0': 'off' },
}

const tlsOf = (parameters: Map<string, string>): PostgresTls | undefined => {
  const [mode, ssl] = [parameters.get('sslmode'), parameters.get('ssl')]
  const hasAuthority = parameters.has('sslrootcert')
  const chosen = parameters.get('uselibpqcompat') === 'true' ? asLibpq : modes
  if (mode === undefined && ssl === undefined) return hasAuthority || parameters.has('sslcert') ? 'full' : undefined
  const tls = mode === undefined ? ofSsl[ssl ?? ''] : chosen[mode]
  if (tls === undefined && mode === undefined)
    throw new BadPostgresUrl(`has to have ssl as one of ${Object.keys(ofSsl).join(', ')}`)
  if (tls === undefined) throw new BadPostgresUrl(`has to have sslmode as one of ${Object.keys(modes).join(', ')}`)
  if (tls === 'authority' && !hasAuthority)
    throw new BadPostgresUrl('has to have sslrootcert if its sslmode is verify-ca')
  // Like PostgreSQL's own programs, checks the authority if one is named.
  return chosen === asLibpq && mode === 'require' && hasAuthority ? 'authority' : tls
}
