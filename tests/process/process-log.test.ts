import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLog } from '#process/process-log'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { eventually } from '#tests/fixtures/time/eventually'

const logTo = () => {
  const folder = folderForTest('process-log')
  const file = folder.at('log')
  const written = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { log: createLog({ level: 'info', service: 'web', file }), written }
}

test('happy: a line from warn on is written at once, after the lines before it', () => {
  const { log, written } = logTo()
  log.info('first')
  expect(written()).toEqual([])
  log.child({ logId: 'abc' }).warn('second')
  expect(written()).toMatchObject([
    { service: 'web', level: 30, msg: 'first' },
    { service: 'web', level: 40, logId: 'abc', msg: 'second' },
  ])
})

test('happy: a line below warn is written soon, even if no other line follows, and one below the level never', async () => {
  const { log, written } = logTo()
  log.debug('no')
  log.info('yes')
  await eventually('the line', async () => (written().length > 0 ? true : undefined))
  expect(written()).toMatchObject([{ msg: 'yes' }])
})
