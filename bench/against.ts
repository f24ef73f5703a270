// `npm run bench -- --against FOLDER`: the CPU of acts, in ms over all threads, of this build and of another clone's, in
// turns. Several clones can be given. `oursAgainstIt` is the median over rounds. Names of acts limit it to these acts.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { memoryFolder, temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { root, startWebApp } from '#tests/fixtures/programs/server'
import { drive } from './measuring/load'
import { key } from './measuring/measured-pair'
import { median } from './measuring/median'
import { measured, usedBy } from './measuring/used'
import { addApplication } from './visitors/application'
import { Browser } from './visitors/browser'
import { crowdThatSignsIn, password } from './visitors/crowd'

const { values, positionals } = parseArgs({
  options: { against: { type: 'string', multiple: true, default: [] }, rounds: { type: 'string', default: '8' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const warmUps = 6
const times = { signedOutPage: 500, settings: 150, signIn: 20, refresh: 80, userInfo: 200 }
type Act = keyof typeof times
const acts = (Object.keys(times) as Act[]).filter((act) => positionals.length === 0 || positionals.includes(act))

const mobile = '+8613800138000'
const page = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en', accept: 'text/html' }

/** Starts the build of a folder as an operator does, with a person, a crowd that signs in, and an application. */
const deploymentOf = async (home: string) => {
  const [folder, reports] = [memoryFolder('bench-against'), temporaryFolder('bench-against-used')]
  const [port, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const web = await startWebApp(
    {
      LOG_LEVEL: 'info',
      DATA_DIR: folder.path,
      PORT: String(port),
      PUBLIC_URL: url,
      ACCOUNT_API_PORT: String(apiPort),
      ACCOUNT_API_KEY: key,
      TRUST_PROXY: '127.0.0.1',
      ...measured(reports.path),
    },
    home,
  )
  const office = outboxOffice(apiPort)
  const person = new Browser(url)
  await person.send('/login/register', { mobile, region: 'CN' })
  await person.send('/login/register/code', { code: await codeOf(office, mobile), password })
  const cookie = person.cookies()

  const signedOutPage = { url: `${url}/login`, headers: page, status: 200 }
  const settings = { url: `${url}/settings`, headers: { ...page, cookie }, status: 200 }
  // The first pages take long, and the rest of a crowd would not wait for them.
  await drive(settings, 20, { connections: 1 })
  const works: Partial<Record<Act, () => Promise<void>>> = {
    signedOutPage: () => drive(signedOutPage, times.signedOutPage),
    settings: () => drive(settings, times.settings),
  }
  if (acts.includes('signIn')) {
    const signIn = await crowdThatSignsIn({ url, office, signIns: (warmUps + rounds) * times.signIn })
    works.signIn = () => drive(signIn, times.signIn, { connections: 1 })
  }
  if (acts.includes('refresh') || acts.includes('userInfo')) {
    const application = await addApplication({ url, apiUrl: `http://127.0.0.1:${apiPort}`, key, isFirstParty: true })
    const tokens = await application.exchange(await application.authorisedForLong(person))
    const authorization = `Bearer ${tokens.access_token}`
    const { userinfo_endpoint = '' } = application.config.serverMetadata()
    const userInfo = { url: userinfo_endpoint, headers: { authorization }, status: 200 }
    works.userInfo = () => drive(userInfo, times.userInfo)
    let refreshToken = tokens.refresh_token
    works.refresh = async () => {
      for (let count = 0; count < times.refresh; count += 1)
        refreshToken = (await application.refresh(refreshToken)).refresh_token
    }
  }
  return {
    cpuOf: async (act: Act) => {
      const before = await usedBy(reports.path)
      await works[act]?.()
      return ((await usedBy(reports.path)).cpuMs - before.cpuMs) / times[act]
    },
    stop: async () => {
      await web.stop()
      for (const each of [folder, reports]) each.remove()
    },
  }
}

const homes = [root, ...values.against.map((home) => `${resolve(home)}/`)]
const deployments: Awaited<ReturnType<typeof deploymentOf>>[] = []
for (const home of homes) deployments.push(await deploymentOf(home))
const rounded = (value: number) => Number(value.toPrecision(4))

for (const act of acts) {
  const spent: number[][] = homes.map(() => [])
  for (let round = -warmUps; round < rounds; round += 1)
    for (let turn = 0; turn < homes.length; turn += 1) {
      // The first one of a round changes, because whatever else runs may come in waves.
      const nth = (turn + rounds + round) % homes.length
      const ms = (await deployments[nth]?.cpuOf(act)) ?? 0
      if (round >= 0) spent[nth]?.push(ms)
    }
  const [ours = []] = spent
  for (const [nth, theirs] of spent.entries()) {
    const ratio = median(ours.map((ms, round) => ms / (theirs[round] ?? ms)))
    const line = { act, build: homes[nth], ms: rounded(median(theirs)), oursAgainstIt: rounded(ratio) }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
}
for (const { stop } of deployments) await stop()
