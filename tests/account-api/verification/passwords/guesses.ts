import { CookieJar } from '#contract/wire/cookie-jar'
import { knownBrowserCookie } from '#contract/wire/headers'
import type { World } from '#tests/account-api/worlds/world'

export type Typed = Partial<Record<'mobile' | 'email' | 'username' | 'account' | 'region', string>> & {
  password: string
}

export const wrong = 'not this one'

let networks = 0

/** A client address in its own network. */
export const elsewhere = (): string => {
  networks++
  return `11.${networks >> 8}.${networks & 255}.7`
}

/** Types a password, and solves a required captcha like a current solver program. */
export const type = (world: World, typed: Typed, address = elsewhere(), jar = new CookieJar()) =>
  world.insist({ address, jar }, (client) => client.passwordLogin(typed))

export const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Runs the tasks with limited concurrency. */
export const inParallel = async <Task, Result>(
  tasks: Task[],
  run: (task: Task) => Promise<Result>,
  atOnce = 10,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let next = 0; next < tasks.length; next += atOnce)
    results.push(...(await Promise.all(tasks.slice(next, next + atOnce).map(run))))
  return results
}

export const copyOf = (jar: CookieJar) => new CookieJar({ [knownBrowserCookie]: jar.get(knownBrowserCookie) ?? '' })
