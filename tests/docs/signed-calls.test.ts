import { describe, expect, it } from 'vitest'
import { application, worldOn } from '#tests/account-api/worlds/world'
import { anyDatabase } from '#tests/fixtures/databases/databases'
import { runningHere } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { root } from '#tests/fixtures/programs/server'
import { startBash } from './bash'

describe('examples/signed-calls/sign.mjs with curl', () => {
  const world = worldOn(anyDatabase)
  const folder = ownFolder('signed-calls')
  const bash = runningHere(async () => {
    const env = {
      ...{ PATH: process.env.PATH, HOME: folder.path, BASE: await world.listen(), JAR: folder.at('visitor') },
      SIGN: `${root}examples/signed-calls/sign.mjs`,
      ACCOUNT_API_AID: application.aid,
      ACCOUNT_API_KEY: application.key,
    }
    return startBash({ cwd: folder.path, env })
  })

  /** The data of the last answer that a block prints. */
  const dataOf = async (block: string): Promise<Record<string, unknown>> => {
    const { stdout } = await bash.run(`${block}\n`)
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '').data
  }

  it('happy: a call signed by sign.mjs is answered', async () => {
    expect(await dataOf('curl -sSK <(node "$SIGN" GET /passport/web/check_login)')).toEqual({ signed_in: false })
  })

  it.each([
    ['GET', 'Usage: sign.mjs'],
    ['POST /passport/web/sms_login mobile', 'Neither a field nor a header: mobile'],
  ])('error: sign.mjs with the arguments %s writes no request, and says why', async (words, reason) => {
    const said = await bash.run(`node "$SIGN" ${words}\n`)
    expect(said).toMatchObject({ stdout: '', exitCode: 1 })
    expect(said.stderr).toContain(reason)
  })

  it('error: a call without a required field is answered with the field’s name', async () => {
    const data = await dataOf('curl -sSK <(node "$SIGN" POST /passport/web/sms_login mobile=+8613800000000)')
    expect(data).toMatchObject({ description: 'invalid_input', fields: [{ field: 'code', reason: 'missing' }] })
  })
})
