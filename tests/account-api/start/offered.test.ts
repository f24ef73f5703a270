import { expect, it } from 'vitest'
import { offeredIn } from '#account-api/start/offered'
import { usualPolicy } from '#settings/policy/policy'

const deployment = (registration: 'open' | 'invited') =>
  ({ channels: [], testCodes: new Map(), providers: new Map(), policy: { ...usualPolicy, registration } }) as never

it('happy: the start-up line says who may register, unless anybody may', () => {
  expect(offeredIn(deployment('open'))).toBe('offered: sign-in by password; invitations by link')
  expect(offeredIn(deployment('invited'))).toBe(
    'offered: sign-in by password; invitations by link; registration: invited',
  )
})

it('happy: the start-up line says which kinds get codes, and which identifiers sign in, unless all do', () => {
  const { policy, ...others } = deployment('open') as { policy: typeof usualPolicy }
  const decided = { ...others, channels: ['email'], policy: { ...policy, identifiers: ['username', 'email'] } } as never
  expect(offeredIn(decided)).toBe(
    'offered: sign-in by password, code by email; invitations by email, link; identifiers: username, email',
  )
})
