import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionNames } from '#contract/terms/permissions'
import { pathMap } from '#contract/wire/path-map'
import { done, subjectId } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { idOf, memberCalled } from '#tests/app/organisations/answers'
import { root } from '#tests/fixtures/programs/server'
import { env } from '~/runtime/env.server'

/** The calls that an account API of the specification does not have. */
export const plainPaths = pathMap.parse(
  JSON.parse(readFileSync(join(root, 'docs/integrators/own-account-api.json'), 'utf8')),
)

/** The account API that the pages of a test file talk to, without those calls. */
export const withPlainAccountApi = (): ReturnType<typeof withFakeAccountApi> => {
  const fake = withFakeAccountApi()
  withSettings({ accountApi: { ...env().accountApi, paths: plainPaths } })
  return fake
}

/** An organisation, as a list of the specification contains it. */
export const orchard = {
  subject_uid: '1',
  sec_subject_uid: subjectId,
  subject_name: 'Orchard',
  identity_id: idOf('m'),
  deputy_name: 'Ann',
  is_manager: true,
}

/** The person who is signed in is a member of some organisations, by default the manager of one. */
export const answerActing = (fake: ReturnType<typeof withFakeAccountApi>, subjects = [orchard]): void => {
  const is_manager = subjects.some((subject) => subject.is_manager)
  fake.answer('listSubjects', done({ subjects, has_more: false }))
  fake.answer('ownPermissions', done({ is_manager, roles: [], permissions: is_manager ? [...permissionNames] : [] }))
}

/** The members of a list, without what the specification does not name. */
export const plainMember = (name: string, otherwise: Parameters<typeof memberCalled>[1] = {}) => {
  const { sec_user_id, joined_at, roles, allowed, ...member } = memberCalled(name, otherwise)
  return member
}
