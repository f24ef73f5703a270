import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilAborted } from '#process/until-aborted'

const hanging = new Promise<never>(() => {})

describe('work until a signal is aborted', () => {
  it('happy: the result is returned, and the signal is released', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('error: an error of the work is thrown', async () => {
    const { signal } = new AbortController()
    await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  })

  it.each([['before it began'], ['while it hangs']])('error: a signal that is aborted %s ends it', async (when) => {
    const stopping = new AbortController()
    if (when === 'before it began') stopping.abort(new Error('stopped'))
    const work = untilAborted(hanging, stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(work).rejects.toThrow('stopped')
  })
})
