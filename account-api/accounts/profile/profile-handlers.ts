import type { z } from 'zod'
import type { Calls } from '../../../contract/calls'
import { birthday, messageLanguage, timeZone, username } from '../../../contract/fields'
import type { Handlers } from '../../../contract/server'
import { done, type Outcome, refuse } from '../../../contract/server'
import { isSlowToReplace } from '../../addresses/binding/rebind'
import { findProfile } from '../../addresses/platforms/platform'
import { siblingsOf } from '../../applications/applications/application'
import type { CallContext, MemberContext, UserContext } from '../../calls/context'
import type { Service } from '../../kernel/service'
import type { AccountProfile } from '../account/account-store'
import { maskEmail, maskMobile } from '../account/identifier'
import { signInMethodsOf } from '../account/sign-in-methods'
import { timeZoneOf } from '../account/time-zone'
import { entryOf } from '../activity/entry-on-wire'
import { listActivity } from '../activity/list'
import { recommendedUsernames } from '../names/recommended'
import { allowance } from '../names/username'
import { maskedSuccessor, pendingChangesOf, pendingHours } from '../pending-changes/pending-change'
import type { PictureKind } from '../pictures/kinds'
import { choosePicture, pictureOf } from '../pictures/picture'
import { changeProfile, type ProfileChange, type ProfileChanged } from './profile'

const addressKinds = ['mobile', 'email'] as const

type AccountCalls =
  | 'accountInfo'
  | 'accountSet'
  | 'updateUserInfo'
  | 'checkDefaultInfo'
  | 'recommendedName'
  | 'remainingUpdateTimes'
  | 'oauthProfile'

export const accountHandlers: Pick<Handlers<CallContext, UserContext, MemberContext>, AccountCalls> = {
  accountInfo: async (input, { service, account, aid }) => {
    const plain = input.need_plaintext === 1
    const pending = await pendingChangesOf(service.storage, account)
    const email = account.email ?? account.unverifiedEmail
    return done({
      user_id: account.id,
      username: account.username,
      held_username: account.pendingUsername,
      birthday: account.birthday,
      language: account.language,
      time_zone: timeZoneOf(account),
      time_zone_is_chosen: account.timeZone !== null,
      mobile: account.mobile && (plain ? account.mobile : maskMobile(account.mobile)),
      email: email && (plain ? email : maskEmail(email)),
      email_verified: account.email !== null,
      pending_changes: pending.map((change) => ({
        way: change.method,
        becomes: maskedSuccessor(change),
        takes_effect_at: new Date(change.takesEffectAt).toISOString(),
      })),
      has_password: account.passwordHash !== null,
      avatar: pictureOf(account, 'avatar'),
      background: pictureOf(account, 'background'),
      created_at: new Date(account.createdAt).toISOString(),
      ...(input.need_changes === 1 && { slow_changes: await slowChangesOf(service, account) }),
      ...(input.need_overview === 1 && { overview: await overviewOf(service, account, aid) }),
    })
  },

  accountSet: async (input, context) => {
    const { time_zone, ...change } = input
    const changed = await changeProfile(context.service, { ...context, change: { ...change, timeZone: time_zone } })
    if (!changed.ok) return refuseChange(changed, 'birthday')
    return done({ username: changed.username, is_sensitive: changed.isPending ? 1 : 0 })
  },

  updateUserInfo: async (input, context) => {
    const change = userInfo[`${input.field_namespace}/${input.field}`]
    return change ? change(input.value, context) : refuseField('field', 'unsupported')
  },

  checkDefaultInfo: async (_input, { account }) =>
    done({ avatar_is_default: account.avatar === null, name_is_default: !account.usernameIsChosen }),

  recommendedName: async (_input, { service, account, language }) =>
    done({ names: await recommendedUsernames(service, { accountId: account.id, language }) }),

  remainingUpdateTimes: async (_input, { service, account }) => {
    const { remaining, nextAt } = await allowance(service.setting, service.storage, account.id)
    return done({ username: { remaining, resets_at: nextAt === undefined ? null : new Date(nextAt).toISOString() } })
  },

  oauthProfile: async (input, { service }) => {
    const profile = await findProfile(service.setting, service.storage, input.profile_key)
    return profile ? done({ platform: profile.platform, name: profile.name }) : refuse('ticket_refused', {})
  },
}

const slowChangesOf = async (service: Service, account: AccountProfile) => {
  const isSlow = await Promise.all(addressKinds.map((kind) => isSlowToReplace(service, account, kind)))
  return addressKinds.filter((_, nth) => isSlow[nth]).map((way) => ({ way, hours: pendingHours }))
}

const overviewOf = async (service: Service, account: AccountProfile, aid: string) => {
  const { setting, storage } = service
  const [platforms, { entries }, siblings] = await Promise.all([
    storage.platforms.of(account.id),
    listActivity(service, account.id, { limit: 3 }),
    siblingsOf(setting, storage, { aid, language: account.language }),
  ])
  return {
    ways: signInMethodsOf(account, platforms),
    activity: entries.map(entryOf),
    has_siblings: siblings.length > 0,
  }
}

type UserInfoOutcome = Outcome<Calls['updateUserInfo']>

/** Changes one field. The value has to fit the field's schema. */
const oneField =
  (form: z.ZodType<string>, changeTo: (value: string) => ProfileChange) =>
  async (value: string, context: UserContext): Promise<UserInfoOutcome> => {
    if (!form.safeParse(value).success) return refuseField('value', 'invalid')
    const changed = await changeProfile(context.service, { ...context, change: changeTo(value) })
    return changed.ok ? done({ is_sensitive: changed.isPending ? 1 : 0 }) : refuseChange(changed, 'value')
  }

/** Shows a default picture, or the account's own, by its key. */
const onePicture =
  (kind: PictureKind) =>
  async (key: string, { service, account, from }: UserContext): Promise<UserInfoOutcome> => {
    const chosen = await choosePicture(service, { account, kind, key, from })
    return chosen.ok ? done({ is_sensitive: 0 }) : refuse('no_such_picture', {})
  }

/** The fields that updateUserInfo can change, by namespace and name. */
const userInfo: Record<string, (value: string, context: UserContext) => Promise<UserInfoOutcome>> = {
  'profile/avatar': onePicture('avatar'),
  'profile/background': onePicture('background'),
  'account/username': oneField(username, (value) => ({ username: value })),
  'account/birthday': oneField(birthday, (value) => ({ birthday: value })),
  'preference/language': oneField(messageLanguage, (value) => ({ language: value })),
  'preference/time_zone': oneField(timeZone, (value) => ({ timeZone: value })),
}

const refuseChange = (refused: Exclude<ProfileChanged, { ok: true }>, birthdayField: 'birthday' | 'value') => {
  switch (refused.code) {
    case 'username_refused':
      return refuse('username_refused', { reason: refused.reason })
    case 'changed_too_often':
      return refuse('changed_too_often', { field: 'username', retry_after: refused.retryAfter })
    case 'too_many_requests':
      return refuse('too_many_requests', { retry_after: refused.retryAfter })
    case 'birthday_refused':
      return refuseField(birthdayField, 'invalid')
  }
}

const refuseField = (field: string, reason: 'invalid' | 'unsupported') =>
  refuse('invalid_input', { fields: [{ field, reason }] })
