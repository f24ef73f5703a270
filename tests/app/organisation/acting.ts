import type { Member } from '../../../app/organisation/member-rows'
import { type Permission, permissionNames } from '../../../contract/permissions'
import { actingAs } from '../answers'
import type { withFakeAccountApi } from '../browser'
import { signedInBrowser } from '../person'

/** The public id of a member of the organisation. */
export const memberId = 'M'.repeat(22)

/** The signed-in person acts in an organisation: as its manager, or as a deputy with these permissions. */
export const actAs = (
  fake: ReturnType<typeof withFakeAccountApi>,
  permissions: readonly Permission[] | 'manager' = 'manager',
): void => {
  const deputy = { roles: [{ role_key: 'office', role_name: 'Office' }] }
  fake.answer(
    'subjectInfo',
    permissions === 'manager'
      ? actingAs()
      : actingAs(
          { is_manager: false },
          { ...deputy, permissions: permissionNames.filter((name) => permissions.includes(name)) },
        ),
  )
}

/** The browser of a person who acts so in an organisation. */
export const actingBrowser = async (
  fake: ReturnType<typeof withFakeAccountApi>,
  permissions: readonly Permission[] | 'manager' = 'manager',
) => {
  const browser = await signedInBrowser(fake)
  actAs(fake, permissions)
  return browser
}

/** An id that is easy to tell from others. */
export const idOf = (letter: string) => letter.repeat(22)

/** A member, whose id is made of the first letter of the name, with what a test wants otherwise. */
export const memberCalled = (deputy_name: string, otherwise: Partial<Member> = {}): Member => ({
  identity_id: idOf(deputy_name[0] ?? ''),
  sec_user_id: idOf('u'),
  deputy_name,
  is_manager: false,
  is_frozen: 0,
  joined_at: '2026-01-02T03:04:05.000Z',
  roles: [],
  allowed: ['rename', 'freeze', 'remove'],
  ...otherwise,
})

/** An application of the organisation, which keeps a secret. */
export const application = {
  client_key: 'a2345bcdefghijklmnop',
  name: 'Ledger',
  icon: null,
  is_verified: false,
  is_confidential: true,
  redirect_uris: ['https://ledger.example/back'],
  post_logout_uris: [],
  logout_url: null,
  scopes: ['openid' as const, 'email' as const],
  created_at: '2026-01-02T03:04:05.000Z',
  disabled_since: null,
  disabled_by: null,
  secret_id: 'of the present one',
  previous_secret_until: null,
}
