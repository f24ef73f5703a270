import { expect, it } from 'vitest'
import { endInTime } from '../../account-api/stopping'

const never = () => new Promise<void>(() => undefined)
const atOnce = async () => undefined

const stopped = async (stages: Parameters<typeof endInTime>[0], mostMs = 60_000) => {
  const told: { fields: object; message: string }[] = []
  const log = { error: (fields: object, message: string) => void told.push({ fields, message }) }
  return { isWhole: await endInTime(stages, { mostMs, log }), told }
}

it('happy: stages end one after the other, and the parts of a stage at once', async () => {
  const done: string[] = []
  const ends = (name: string) => async () => void done.push(name)
  let go = () => {}
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  const first = async () => {
    await waits
    done.push('one')
  }
  const second = async () => go()
  expect(await stopped([{ first, second }, { third: ends('two') }])).toEqual({ isWhole: true, told: [] })
  expect(done).toEqual(['one', 'two'])
})

it('error: what hangs is named, with what waits behind it, and the rest has ended', async () => {
  const { isWhole, told } = await stopped(
    [{ requests: atOnce }, { delivery: never, erasing: atOnce }, { storage: atOnce }],
    20,
  )
  expect(isWhole).toBe(false)
  expect(told).toEqual([
    { fields: { hanging: ['delivery', 'storage'] }, message: 'the stop took too long and was cut off' },
  ])
})

it('error: a part that fails is logged, and the next ones end all the same', async () => {
  let isClosed = false
  const failing = async () => {
    throw new Error('no connection')
  }
  const close = async () => {
    isClosed = true
  }
  const { isWhole, told } = await stopped([{ delivery: failing }, { storage: close }])
  expect({ isWhole, isClosed }).toEqual({ isWhole: false, isClosed: true })
  expect(told).toMatchObject([{ fields: { part: 'delivery', reason: expect.stringContaining('no connection') } }])
})
