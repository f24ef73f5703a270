import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilAborted } from '#outgoing/until-aborted'

const hanging = new Promise<never>(() => {})

describe('work until a signal is aborted', () => {
  it('happy: the result comes back, and the signal is let go', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('error: what the work throws comes back', async () => {
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
