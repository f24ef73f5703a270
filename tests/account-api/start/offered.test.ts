import { expect, it } from 'vitest'
import { offeredIn } from '#account-api/start/offered'
import { usualPolicy } from '#settings/policy/policy'

const setting = (registration: 'open' | 'invited') =>
  ({ channels: [], testCodes: new Map(), providers: new Map(), policy: { ...usualPolicy, registration } }) as never

it('happy: the start-up line says who may register, unless anybody may', () => {
  expect(offeredIn(setting('open'))).toBe('offered: sign-in by password; invitations by link')
  expect(offeredIn(setting('invited'))).toBe('offered: sign-in by password; invitations by link; registration: invited')
})

it('happy: the start-up line says which identifiers sign in, unless all do', () => {
  const { policy, ...others } = setting('open') as { policy: typeof usualPolicy }
  const decided = { ...others, policy: { ...policy, identifiers: ['username', 'email'] } } as never
  expect(offeredIn(decided)).toBe('offered: sign-in by password; invitations by link; identifiers: username, email')
})
