import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { type PostgresAddress, readPostgresUrl } from '#settings/postgres-url'

/**
 * A connection of the library, as a PostgreSQL URL describes it.
 * @throws BadPostgresUrl
 */
export const clientConfigOf = (url: string): pg.ClientConfig => {
  const { tls, parameters, port, ...place } = readPostgresUrl(url)
  const { application_name, options, client_encoding, sslnegotiation, channel_binding } = parameters
  return {
    ...place,
    ...(port !== undefined && { port: Number(port) }),
    ...(tls !== undefined && { ssl: tls === 'off' ? false : secureContext(tls, parameters) }),
    ...(channel_binding !== undefined && { enableChannelBinding: channel_binding !== 'disable' }),
    ...(application_name !== undefined && { application_name }),
    ...(options !== undefined && { options }),
    ...(client_encoding !== undefined && { client_encoding }),
    ...(sslnegotiation !== undefined && { sslnegotiation }),
  } as pg.ClientConfig
}

const secureContext = (
  tls: Exclude<PostgresAddress['tls'], 'off' | undefined>,
  { sslrootcert, sslcert, sslkey }: PostgresAddress['parameters'],
): pg.ClientConfig['ssl'] => ({
  rejectUnauthorized: tls !== 'unverified',
  ...(sslrootcert !== undefined && sslrootcert !== 'system' && { ca: readFileSync(sslrootcert) }),
  ...(sslcert !== undefined && { cert: readFileSync(sslcert) }),
  ...(sslkey !== undefined && { key: readFileSync(sslkey) }),
  // Names the function in the error: a name that does not match is its own fault.
  ...(tls === 'authority' && { checkServerIdentity: () => undefined }),
})
