import { expect, it } from 'vitest'
import { SteadyClock } from '#contract/wire/steady-clock'

/** A steady clock on a machine with a clock that the test sets. */
const machine = () => {
  const time = { wallMs: 1_000_000_000, tickMs: 0 }
  const clock = new SteadyClock(
    () => time.wallMs,
    () => time.tickMs,
  )
  return {
    clock,
    pass: (ms: number) => {
      time.wallMs += ms
      time.tickMs += ms
    },
    step: (ms: number) => {
      time.wallMs += ms
    },
    wall: () => time.wallMs,
  }
}

it('happy: the clock follows the machine, also after a step forward', () => {
  const { clock, pass, step, wall } = machine()
  pass(5000)
  expect(clock.now()).toBe(wall())
  step(3_600_000)
  expect(clock.now()).toBe(wall())
})

it('security: the clock never goes back, and agrees with the machine again after twice the step', () => {
  const { clock, pass, step, wall } = machine()
  const before = clock.now()
  step(-600_000)
  let last = before
  for (let minute = 0; minute < 19; minute += 1) {
    pass(60_000)
    const now = clock.now()
    expect(now).toBeGreaterThan(last)
    expect(now).toBeGreaterThan(wall())
    last = now
  }
  pass(60_000)
  expect(clock.now()).toBe(wall())
})

it('happy: the clock follows the machine if its signatures are refused because of their time', () => {
  const { clock, step, wall } = machine()
  expect(clock.resync(clock.now())).toBe(false)
  step(-600_000)
  const [one, other] = [clock.now(), clock.now()]
  expect(clock.resync(one)).toBe(true)
  // A call at the same moment is signed again as well.
  expect(clock.resync(other)).toBe(true)
  expect(clock.now()).toBe(wall())
})
