import type { Load } from '#bench/measuring/load'
import { codeOf, type PostOffice } from '#tests/fixtures/messages/post-office'
import { Browser } from './browser'

/** The password of every account of a bench. */
export const password = 'fourteen calm violins'

/** The client address of the nth person. They share many networks, so no limit of a network is reached. */
export const addressOf = (nth: number): string =>
  `${20 + (nth % 180)}.${nth % 250}.${(nth >> 8) & 255}.${1 + (nth >> 16)}`

export const mobileOf = (nth: number): string => `+86138${10_000_000 + nth}`

/** Fewer than an account has at once (`leakyBuckets.signIns`). */
const signInsEach = 40

interface Crowd {
  url: string
  office: PostOffice
  signIns: number
}

/**
 * Registers as many people as are needed to sign in `signIns` times, at a web app that trusts this machine as its
 * proxy.
 * @returns a function that returns the request of the next sign-in, of each person in turn
 */
export const crowdThatSignsIn = async ({ url, office, signIns }: Crowd): Promise<() => Load> => {
  const loads: Load[] = []
  while (loads.length * signInsEach < signIns) {
    const [mobile, address] = [mobileOf(loads.length), addressOf(loads.length)]
    const person = new Browser(url, address)
    await person.send('/login/register', { mobile, region: 'CN' })
    await person.send('/login/register/code', { code: await codeOf(office, mobile), password })
    // Most people sign in from a browser that their account knows.
    await person.send('/passport/web/logout', {})
    const sent = await person.post('/login', { account: mobile, password })
    loads.push({ url: `${url}/login`, ...sent, status: 303 })
  }
  let nth = 0
  return () => {
    const load = loads[nth % loads.length]
    if (load === undefined) throw new RangeError('Nobody signs in')
    nth += 1
    return load
  }
}
