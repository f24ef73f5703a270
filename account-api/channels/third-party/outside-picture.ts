import { lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type FetchPicture, pictureRule } from '../../domain/picture/kinds'
import { seconds } from '../../domain/time'

/** How long a picture may take in all, and how many are fetched at once. Those beyond are not. */
export const fetchingRule = { patienceMs: seconds(4), mostAtOnce: 4 }

/** Whether an address belongs to a host of the public network: not to this machine, nor to a network around it. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/**
 * Looks a name up, and refuses it if any of its addresses is not public. The connection is made to what was looked up
 * here, so a name that changes its address meanwhile leads nowhere else.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first || !addresses.every(({ address }) => isPublic(address))) {
      callback(error ?? new Error(`${hostname} is not public`), '', 0)
      return
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

interface Ways {
  /** Whether plain http, and an address that is not public, are allowed for a host: for this machine, in a local deployment. */
  isTrusted: (hostname: string) => boolean
}

/**
 * Fetches pictures that people outside have named, which may name anything: over https from public hosts, at the usual
 * port, without following a redirect, with 4 seconds and 5 MB for all of it.
 */
export const pictureFetcher = ({ isTrusted }: Ways): FetchPicture => {
  let under = 0

  const allowed = ({ protocol, hostname, port, username, password }: URL): boolean => {
    if (username !== '' || password !== '') return false
    if (isTrusted(hostname)) return protocol === 'https:' || protocol === 'http:'
    const literal = hostname.replace(/^\[|\]$/g, '')
    return protocol === 'https:' && port === '' && (isIP(literal) === 0 || isPublic(literal))
  }

  return async (address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || !allowed(url) || under >= fetchingRule.mostAtOnce) return undefined
    under += 1
    try {
      return await read(url, isTrusted(url.hostname))
    } catch {
      return undefined
    } finally {
      under -= 1
    }
  }
}

const read = (url: URL, isTrusted: boolean): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const asked = (url.protocol === 'http:' ? plainRequest : request)(url, {
      agent: false,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'butterfly' },
      signal: AbortSignal.timeout(fetchingRule.patienceMs),
      ...(!isTrusted && { lookup: publicLookup }),
    })
    const end = (file?: Uint8Array) => {
      resolve(file)
      asked.destroy()
    }
    asked.on('error', reject)
    asked.on('response', (response) => {
      const announced = Number(response.headers['content-length'] ?? 0)
      if (response.statusCode !== 200 || announced > pictureRule.maxBytes) return end()
      const parts: Buffer[] = []
      let bytes = 0
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > pictureRule.maxBytes) end()
        else parts.push(part)
      })
      response.on('end', () => end(Buffer.concat(parts)))
      response.on('close', () => end())
    })
    asked.end()
  })
