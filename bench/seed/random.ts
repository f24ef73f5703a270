import { hash } from 'node:crypto'

/** Random choices that follow from a seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `end`. */
  whole(end: number): number
  /** True with this probability. */
  chance(share: number): boolean
  one<Choice>(choices: readonly Choice[]): Choice
  /** This many hexadecimal digits. */
  hex(digits: number): string
}

/** The random choices of one person, by mulberry32, which passes the usual tests of small generators. */
export const randomOf = (seed: number, nth: number): Random => {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (end: number) => Math.floor(next() * end)
  return {
    next,
    whole,
    chance: (share) => next() < share,
    one: (choices) => choices[whole(choices.length)] as (typeof choices)[number],
    hex: (digits) => {
      let text = ''
      while (text.length < digits)
        text += whole(2 ** 32)
          .toString(16)
          .padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}

/** As long as the base64 of a small photograph. */
export const picture = 'QUJD'.repeat(1500)

/** A token derived from its use: 256 bits as base64url, or the 22 characters of a shorter one. */
export const tokenOf = (...what: (string | number)[]): string => hash('sha256', what.join('\n'), 'base64url')

export const shortTokenOf = (...what: (string | number)[]): string => tokenOf(...what).slice(0, 22)
