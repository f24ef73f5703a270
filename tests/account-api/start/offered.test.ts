import { expect, it } from 'vitest'
import { offeredIn } from '#account-api/start/offered'
import { usualPolicy } from '#settings/policy/policy'

const setting = (registration: 'open' | 'invited') =>
  ({ channels: [], testCodes: new Map(), providers: new Map(), policy: { ...usualPolicy, registration } }) as never

it('happy: the line of the start says who gets an account, where it is not anybody', () => {
  expect(offeredIn(setting('open'))).toBe('offered: sign-in by password; invitations by link')
  expect(offeredIn(setting('invited'))).toBe('offered: sign-in by password; invitations by link; registration: invited')
})

it('happy: it says what people sign in by, where that is not all', () => {
  const { policy, ...others } = setting('open') as { policy: typeof usualPolicy }
  const decided = { ...others, policy: { ...policy, identifiers: ['username', 'email'] } } as never
  expect(offeredIn(decided)).toBe('offered: sign-in by password; invitations by link; identifiers: username, email')
})
