import { done, refuse } from '#contract/server'
import { captchaCodes } from '#contract/verification/captchas'
import { headerNames } from '#contract/wire/headers'
import type { Received } from '#tests/fake-account-api/fake'

export type Subtype = keyof typeof captchaCodes

/** The failure of a call that requires a captcha. */
export const decision = (subtype: Subtype = 'text') =>
  refuse('captcha_required', { decision: { code: captchaCodes[subtype], subtype, ticket: 'decision-of-a-test-0001' } })

let opened = 0

/** How many challenges were opened so far; the last one has this number in its id. */
export const openedSoFar = (): number => opened

/** A challenge, with its own id: of a subtype, or of an upstream that names only the code. */
export const challenge = (kind: Subtype | { code: number } = 'text') => {
  opened += 1
  const subtype = typeof kind === 'string' ? kind : undefined
  const wanted = subtype === '3d' ? ({ size: 'small', shape: 'cone' } as const) : {}
  return done({
    id: `challenge-of-a-test-${opened}`,
    code: typeof kind === 'string' ? captchaCodes[kind] : kind.code,
    subtype,
    prompt: wanted,
    pictures: [{ part: 'scene' as const, width: 208, height: 150 }],
    expires_at: '2030-01-01T00:00:00.000Z',
    wait_seconds: 300,
  })
}

/** The ticket of a captcha that was solved. */
export const solved = 'ticket-of-a-captcha-0001'

/** Whether a call carries that ticket. */
export const isProven = ({ headers }: Received): boolean => headers.get(headerNames.captchaTicket) === solved
