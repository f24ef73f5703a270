// `npm run bench -- --authorisation`: how many requests for tokens and for claims one second of CPU answers, compared
// with sign-ins with a password. One JSON line per figure. All requests pass through the web app, like those of
// applications.
import { print } from './measuring/figure'
import { drive } from './measuring/load'
import { key, startMeasuredPair } from './measuring/measured-pair'
import { type Authorised, addApplication } from './visitors/application'

const rounds = 6
/** Enough of them for the engine to have compiled the code. */
const warmUps = 3
/** A person can begin no more requests in an hour than these rounds have codes. */
const times = { signIn: 40, code: 24, refresh: 200, userInfo: 400 }
const connections = 8

const pair = await startMeasuredPair('bench-authorisation', { signIns: (warmUps + rounds) * times.signIn })
const { url, apiUrl, person } = pair
const { config, authorised, authorisedForLong, exchange, refresh } = await addApplication({
  url,
  apiUrl,
  key,
  isFirstParty: true,
})

/** Runs an action for each of many, some at the same moment. */
const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> => {
  const left = [...items]
  const one = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: connections }, one))
}

const all = (count: number) => Promise.all(Array.from({ length: count }, () => authorised(person)))

const chains: { refreshToken: string }[] = []
while (chains.length < connections) {
  const { refresh_token: refreshToken = '' } = await exchange(await authorisedForLong(person))
  chains.push({ refreshToken })
}
const { access_token } = await exchange(await authorised(person))
const userInfo = {
  url: config.serverMetadata().userinfo_endpoint ?? '',
  headers: { authorization: `Bearer ${access_token}` },
  status: 200,
}

/** The measured loads. Their preparation is not measured. */
const loads: Record<keyof typeof times, () => Promise<() => Promise<void>>> = {
  signIn: async () => () => drive(pair.signIn, times.signIn, { connections: 1 }),
  code: async () => {
    const codes: Authorised[] = []
    while (codes.length < times.code) codes.push(...(await all(connections)))
    return () => each(codes.slice(0, times.code), exchange)
  },
  refresh: async () => () =>
    each(chains, async (chain) => {
      for (let count = 0; count < times.refresh / connections; count += 1)
        chain.refreshToken = (await refresh(chain.refreshToken)).refresh_token ?? ''
    }),
  userInfo: async () => () => drive(userInfo, times.userInfo, { connections }),
}

const names = Object.keys(times) as (keyof typeof times)[]
const spent = Object.fromEntries(names.map((name) => [name, 0])) as Record<keyof typeof times, number>
for (let round = -warmUps; round < rounds; round += 1)
  for (const name of names) {
    const { bothMs } = await pair.cpuOf(await loads[name]())
    if (round >= 0) spent[name] += bothMs / times[name] / rounds
  }

const perSecond = (name: keyof typeof times) => 1000 / spent[name]
print('sign-ins with a password, per second of CPU of the two programs', perSecond('signIn'), 'a second')
print('codes exchanged for tokens', perSecond('code'), 'a second')
print('access tokens refreshed', perSecond('refresh'), 'a second')
print('requests for claims', perSecond('userInfo'), 'a second')
print('a code exchanged, against a sign-in', spent.code / spent.signIn, 'times')
print('a request for claims, against a sign-in', spent.userInfo / spent.signIn, 'times')

await pair.stop()
