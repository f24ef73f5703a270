import { expect, it } from 'vitest'
import { offeredIn } from '../../../account-api/start/offered'
import { usualPolicy } from '../../../settings/policy/policy'

const setting = (registration: 'open' | 'invited') =>
  ({ channels: [], testCodes: new Map(), providers: new Map(), policy: { ...usualPolicy, registration } }) as never

it('happy: the line of the start says who gets an account, where it is not anybody', () => {
  expect(offeredIn(setting('open'))).toBe('offered: sign-in by password; invitations by link')
  expect(offeredIn(setting('invited'))).toBe('offered: sign-in by password; invitations by link; registration: invited')
})
