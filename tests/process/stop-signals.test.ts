import { afterEach, expect, it, vi } from 'vitest'
import { onStopSignal } from '#process/stop-signals'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const before = signals.map((signal) => process.listeners(signal))
afterEach(() => {
  for (const [nth, signal] of signals.entries())
    for (const listener of process.listeners(signal).filter((each) => !before[nth]?.includes(each)))
      process.off(signal, listener)
  vi.unstubAllEnvs()
})

it.each([
  ['happy: SIGHUP does not stop a supervised process', undefined, true],
  ['happy: a process started by npm ends with its terminal', 'start', false],
] as const)('%s', (_name, event, isIgnored) => {
  vi.stubEnv('npm_lifecycle_event', event)
  const stop = vi.fn(async () => undefined)
  onStopSignal(stop, () => undefined)
  // Without a listener, the signal ends the process.
  expect(process.emit('SIGHUP')).toBe(isIgnored)
  expect(stop).not.toHaveBeenCalled()
})
