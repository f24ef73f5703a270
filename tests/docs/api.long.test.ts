import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { providersOf } from '#account-api/addresses/platforms/providers/providers'
import { contentOf, read as readAnswer } from '#contract/wire/read-answer'
import { application, worldOn } from '#tests/account-api/worlds/world'
import { anyDatabase } from '#tests/fixtures/databases/databases'
import { runningHere } from '#tests/fixtures/hooks'
import { newestCaptcha } from '#tests/fixtures/parties/captcha-answers'
import { plannedIssuer, startOpenIdIssuer } from '#tests/fixtures/parties/openid-issuer'
import { signInAtIssuer } from '#tests/fixtures/parties/signed-in-there'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { root } from '#tests/fixtures/programs/server'
import { type CallMade, callSections, callsIn, type Example, examplesIn, formOf, languages } from './api-document'
import { startBash } from './bash'

const examples = examplesIn()

it('happy: docs/integrators/api.md says for whom each call is, and shows a call and its answer', () => {
  expect(languages).toEqual(['json', 'sh', 'text'])
  expect(examples.length).toBeGreaterThan(30)
  const made = (name: string) => examples.filter(({ heading, shell }) => heading === name && makes(shell, name))
  expect(callSections.filter(({ name }) => made(name).every(({ shown }) => shown === undefined))).toEqual([])
  expect(callSections.filter(({ text }) => !/^(For|The same) /.test(text))).toEqual([])
})

const makes = (shell: string, name: string): boolean => callsIn(shell).some(({ row }) => row.name === name)

describe('the examples of docs/integrators/api.md, one after the other', async () => {
  const issuer = await plannedIssuer()
  const corp = {
    kind: 'openid' as const,
    issuer: issuer.url,
    client_id: issuer.clientId,
    client_secret: issuer.clientSecret,
    scope: 'openid profile',
    own: true,
  }
  const world = worldOn(anyDatabase, { providers: providersOf(new Map([['corp', corp]])) })
  const folder = ownFolder('api-examples')
  const returnsTo = 'http://localhost:3000/passport/oauth/login'
  runningHere(() => startOpenIdIssuer(issuer, [returnsTo]))
  const bash = runningHere(async () => {
    // The folder of a clone, with the key that a deployment has made there.
    mkdirSync(folder.at('data'))
    folder.file('data/account-api-key', `${application.key}\n`)
    symlinkSync(`${root}examples`, folder.at('examples'))
    const { PATH } = process.env
    const env = { PATH, HOME: folder.path, TMPDIR: folder.path, BASE: await world.listen() }
    return startBash({ cwd: folder.path, env })
  })

  /** What a person types for each variable that an example reads, after the output of the example so far. */
  const typed: Record<string, (output: string) => Promise<string>> = {
    DIGITS: async () => (await newestCaptcha(world.place)).spoken,
    OUTSIDE_CODE: async (output) => signInAtIssuer(String(answerIn(output).data.url), { person: 'Ann', returnsTo }),
  }

  /** Runs an example. Its last line is given apart, where that reads what the others have asked for. */
  const run = async ({ shell, reads }: Example): Promise<string> => {
    const last = reads === undefined ? '' : `read -r ${reads}\n`
    const said = await bash.run(shell.slice(0, shell.length - last.length))
    expect(said).toMatchObject({ stderr: '', exitCode: 0 })
    if (reads === undefined) return said.stdout
    const answer = await typed[reads]?.(said.stdout)
    expect(answer, `the test knows no answer for ${reads}`).toBeDefined()
    expect(await bash.run(last, answer)).toMatchObject({ stderr: '', exitCode: 0 })
    return said.stdout
  }

  it.each(examples)(
    'happy: the call under $heading, line $line, is answered as the document shows',
    async (example) => {
      const { shell, reads, shown } = example
      const before = world.logged().length
      const output = await run(example)
      const calls = callsIn(shell)
      const last = calls.at(-1)
      // A call that waits for a captcha is refused before.
      let outcome = reads === 'DIGITS' ? 'captcha_required' : 'ok'
      if (shown !== undefined) {
        if (!last) throw new Error('an answer is shown where nothing is called')
        const answer = answerIn(output)
        expect(formOf(answer)).toEqual(formOf(shown))
        outcome = outcomeOf(last, answer)
        expect(outcomeOf(last, shown)).toBe(outcome)
      }
      // These calls have arrived, and no other.
      const expected = calls.map((call) => [call.row.name, call === last ? outcome : 'ok'])
      const isOwn = ([name = '']: string[]) => !ofFunctions.includes(name)
      const answered = answeredIn(world.logged().slice(before))
      expect(answered.filter(isOwn)).toEqual(expected.filter(isOwn))
      expect(answered.filter((each) => !isOwn(each)).filter(([, told]) => told !== 'ok')).toEqual([])
    },
  )
})

/** The calls that functions of the document make, in whichever example uses them. */
const ofFunctions = ['getCaptcha', 'captchaSound', 'verifyCaptcha']

/** `ok`, or the failure that a call answers. @throws UpstreamFailure when an answer does not fit the row of the call */
const outcomeOf = ({ row, variant }: CallMade, answer: unknown): string => {
  const body = Buffer.from(JSON.stringify(answer))
  const content = contentOf(row, variant, { status: 200, header: () => 'application/json', body })
  if (!content) throw new Error(`not in the envelope of ${row.name}`)
  const { ok, code = '' } = readAnswer(row, content, { logId: '', status: 200 })
  return ok ? 'ok' : code
}

/** The last line of an output that is an answer. */
const answerIn = (output: string): { data: Record<string, unknown> } => {
  const line = output
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .at(-1)
  if (line === undefined) throw new Error(`no answer in: ${output}`)
  return JSON.parse(line)
}

/** The calls in a part of the log, each with how it ended. */
const answeredIn = (log: string): string[][] =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { msg: string; call?: string; outcome?: string })
    .filter(({ msg, call }) => msg === 'call answered' && call !== 'none')
    .map(({ call = '', outcome = '' }) => [call, outcome])
