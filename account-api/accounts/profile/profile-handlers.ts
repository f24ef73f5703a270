import type { z } from 'zod'
import type { Handling, UserContext } from '#account-api/accounts/call-context'
import { recommendedUsernames } from '#account-api/accounts/names/recommended'
import { readNameHere } from '#account-api/accounts/names/shown-name'
import { allowance } from '#account-api/accounts/names/username'
import type { PictureKind } from '#account-api/accounts/pictures/kinds'
import { choosePicture } from '#account-api/accounts/pictures/picture'
import type { Calls } from '#contract/calls'
import { done, type Outcome, refuse } from '#contract/server'
import { birthday, messageLanguage, timeZone, username } from '#contract/terms/fields'
import { personNameOrNone } from '#contract/terms/person-name'
import type { NameRefusal } from '#contract/terms/shown-names'
import { spelt } from '#rules/typed/text'
import { changeProfile, type ProfileChange, type ProfileChanged } from './profile'

export const profileHandlers = {
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
    const { remaining, nextAt } = await allowance(service.storage, account.id)
    return done({ username: { remaining, resets_at: nextAt === undefined ? null : new Date(nextAt).toISOString() } })
  },
} satisfies Handling

type UserInfoOutcome = Outcome<Calls['updateUserInfo']>

/** Changes one field. The value has to fit the field's schema. */
const oneField =
  (form: z.ZodType<string>, changeTo: (value: string) => ProfileChange) =>
  async (value: string, context: UserContext): Promise<UserInfoOutcome> => {
    if (!form.safeParse(value).success) return refuseField('value', 'invalid')
    const changed = await changeProfile(context.service, { ...context, change: changeTo(value) })
    return changed.ok ? done({ is_sensitive: changed.isPending ? 1 : 0 }) : refuseChange(changed, 'value')
  }

/** The name is reviewed here, because the contract cannot tell which value of this call is a visible name. */
const ownName = async (value: string, context: UserContext): Promise<UserInfoOutcome> => {
  const { account, service } = context
  const read = readNameHere(service.deployment, 'member', value)
  const isReviewed = value.trim() !== '' && value !== account.name
  return isReviewed && !read.ok ? refuseField('value', read.reason) : changeName(value, context)
}

const changeName = oneField(personNameOrNone, (value) => ({ name: spelt(value) }))

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
  'profile/name': ownName,
  'account/username': oneField(username, (value) => ({ username: value })),
  'account/birthday': oneField(birthday, (value) => ({ birthday: value })),
  'preference/language': oneField(messageLanguage, (value) => ({ language: value })),
  'preference/time_zone': oneField(timeZone, (value) => ({ timeZone: value })),
}

const refuseChange = (refused: Exclude<ProfileChanged, { ok: true }>, birthdayField: 'birthday' | 'value') => {
  switch (refused.code) {
    case 'username_refused': {
      const { reason, character } = refused
      return refuse('username_refused', { reason, ...(character !== undefined && { character }) })
    }
    case 'changed_too_often':
      return refuse('changed_too_often', { field: 'username', retry_after: refused.retryAfter })
    case 'too_many_requests':
      return refuse('too_many_requests', { retry_after: refused.retryAfter })
    case 'birthday_refused':
      return refuseField(birthdayField, 'invalid')
  }
}

const refuseField = (field: string, reason: 'invalid' | 'unsupported' | NameRefusal) =>
  refuse('invalid_input', { fields: [{ field, reason }] })
