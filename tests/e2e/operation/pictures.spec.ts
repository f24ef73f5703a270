import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from '#tests/e2e/journey'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { buttonOf, open } from '#tests/e2e/steps/pages'
import { blankPng } from '#tests/fixtures/pictures/picture-files'
import { childrenOf } from '#tests/fixtures/programs/process-tree'

/** The most memory that a process has held so far, MB (Linux, proc(5)); 0 for one that has ended. */
const mostMemoryOf = (pid: number): number => {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return (Number(kilobytes ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}

/** 25 megapixels that can only be decoded as a whole. */
const progressiveJpeg = () =>
  sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#35c' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
const interlacedPng = () => blankPng({ width: 5000, height: 5000, interlaced: true, unpackedBytes: 100_012_000 })
const bomb = () => blankPng({ width: 30_000, height: 30_000, depth: 1, colour: 0, unpackedBytes: 3751 * 30_000 })

test('security: hostile pictures use limited memory, and other requests are answered', async ({ visitor, pair }) => {
  const { page, t } = visitor
  await signedInWithMobile(visitor)
  const before = mostMemoryOf(pair.pid)
  let decoderMemory = 0
  const watching = setInterval(() => {
    for (const decoder of childrenOf(pair.pid)) decoderMemory = Math.max(decoderMemory, mostMemoryOf(decoder))
  }, 5)

  for (const make of [progressiveJpeg, interlacedPng, bomb]) {
    const buffer = await make()
    await open(visitor, 'avatar')
    const field = page.getByLabel(t('field.pic.label'), { exact: true })
    await field.setInputFiles({ name: 'photo', mimeType: 'image/jpeg', buffer })
    let isAnswered = false
    const answered = buttonOf(visitor, 'avatar')
      .click()
      .then(() => page.getByRole('status').or(page.getByRole('alert')).waitFor())
      .finally(() => {
        isAnswered = true
      })
    let others = 0
    while (!isAnswered) {
      // This asks the account API, as every page does.
      expect((await fetch(`${pair.url}/passport/image/nothing`)).status).toBe(404)
      others += 1
    }
    await answered
    expect(others).toBeGreaterThan(3)
  }
  clearInterval(watching)

  expect(decoderMemory).toBeGreaterThan(100)
  expect(decoderMemory).toBeLessThan(300)
  // The process that answers holds the bytes of the uploads for a while, and nothing else of them.
  expect(mostMemoryOf(pair.pid) - before).toBeLessThan(60)
})
