import { beforeAll, expect, it } from 'vitest'
import { operatorScopes } from '#contract/operator/operator-power'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { read } from '#tests/docs/documents'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { operatorsOf } from './operators'

const guide = read('docs/operators/administration.md')

it('happy: the guide lists each scope', () => {
  for (const scope of Object.keys(operatorScopes)) expect(guide).toContain(`| \`${scope}\` |`)
})

describeWorlds('the examples of docs/operators/administration.md on $name', (world) => {
  beforeAll(() => world.listen())
  it('happy: the guide’s curl commands work as printed', async () => {
    const [, shell = ''] = /<!-- tested: calls of the operator -->\n```sh\n(.*?)```/s.exec(guide) ?? []
    const folder = folderForTest('operator-guide')
    folder.file('orchard.png', await photo.png())
    const { key } = await operatorsOf(world).make(['support', 'clients'])
    const env = { PATH: process.env.PATH, ACCOUNT_API_URL: world.baseUrl, OPERATOR_KEY: key }
    const { ended, said } = await runProgram('sh', ['-euc', shell], { cwd: folder.path, env })
    expect(ended).toBe(0)
    expect(said).toMatch(
      /^\{"code":"no_such_user","description":"There is no user ann\.","log_id":"[\da-f]+"\}\{"clients":\[\]\}\{"secret":"[^"]+"\}\{\}$/,
    )
    expect((await world.storage.openClients.find('orchard'))?.icon).not.toBe(null)
  })
})
