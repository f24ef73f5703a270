import { beforeEach } from 'vitest'
import { type Permission, permissionNames } from '#contract/terms/permissions'
import { actingAs } from '#tests/app/browser/answers'
import type { Browser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, withPerson } from '#tests/app/browser/person'

/** The public id of a member of the organisation. */
export const memberId = 'M'.repeat(22)

type Fake = ReturnType<typeof withFakeAccountApi>
type Acting = readonly Permission[] | 'manager'

/** The signed-in person acts in an organisation: as its manager, or as a deputy with these permissions. */
export const actAs = (fake: Fake, permissions: Acting = 'manager'): void => {
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
export const actingBrowser = async (fake: Fake, permissions?: Acting) => {
  const browser = await signedInBrowser(fake)
  actAs(fake, permissions)
  return browser
}

/** The same, which is another browser in each test. */
export const withActing = (fake: Fake, permissions?: Acting): Browser => {
  const browser = withPerson(fake)
  beforeEach(() => actAs(fake, permissions))
  return browser
}
