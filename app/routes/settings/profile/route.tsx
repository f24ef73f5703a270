import { z } from 'zod'
import { timeZoneName } from '#contract/terms/fields'
import { comparedUsername, readUsername } from '#rules/typed/username'
import type { PageHandle } from '~/document/page-handle'
import { type Line, usernameLine } from '~/forms/failure-texts'
import { ownPersonNameOrNone, username } from '~/forms/field-schemas'
import { describedBy, FieldFrame } from '~/forms/fields/field-frame'
import { OwnNameField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { type PageField, usePageForm } from '~/forms/use-page-form'
import { birthdayParts, withBirthday } from '~/forms/values/birthday'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { fallbackLanguage, fullLanguages, languageNames } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { useIdentifiers } from '~/navigation/open-pages/use-open-pages'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { BirthdayField } from './birthday-field'
import { automatic, TimeZoneField } from './time-zone-field'
import { UsernameField } from './username-field'

// The profile: username, birthday, time zone, and the language of messages.
export const handle: PageHandle = { title: 'profile.title' }

const Profile = withBirthday({
  username,
  username_was: username.optional(),
  name: ownPersonNameOrNone,
  name_was: z.string().default(''),
  language: z.enum(fullLanguages, { error: 'fieldRefusal.unsupported' }),
  // The field is missing if the account API has no time zones.
  time_zone: z
    .string()
    .refine((chosen) => chosen === automatic || timeZoneName.safeParse(chosen).success, 'fieldRefusal.unsupported')
    .transform((chosen) => (chosen === automatic ? '' : chosen))
    .optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const answers = await Promise.all([
    client.accountInfo({}),
    client.checkDefaultInfo({}),
    client.remainingUpdateTimes({}),
    client.recommendedName({}),
  ])
  const [account, defaults, times, recommended] = [
    await requireData(args, answers[0]),
    await requireData(args, answers[1]),
    await requireData(args, answers[2]),
    await requireData(args, answers[3]),
  ]
  const isFixed = !defaults.name_is_default && times.username?.remaining === 0
  return reply({
    account,
    isFixed,
    isDefault: defaults.name_is_default,
    times: times.username ?? null,
    recommended: recommended.names,
    notice: flashOf(args.request),
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Profile)
  if (!form.ok) return form.reply(form.state === 'invalid' ? wrongUsername(args) : [])
  const client = await api(args)
  // A username needs a fresh proof, and a name is reviewed. Their fields have the previous values, unless they were
  // changed.
  const { username, username_was: was, name, name_was, ...others } = form.value
  const changed = { ...(username !== was && { username }), ...((name ?? '') !== name_was && { name: name ?? '' }) }
  const answer = await client.accountSet({ ...others, ...changed })
  if (!answer.ok) return form.reply(answer)
  const notice = answer.data.is_sensitive ? 'username_held' : 'profile_saved'
  return redirectTo(args, { path: '/settings/profile', notice })
}

/**
 * The faults of a new username, shown with the errors of other fields. On its own, the account API checks it, because
 * it may be taken.
 */
const wrongUsername = (args: ActionFunctionArgs): Line[] => {
  const [username = '', was] = ['username', 'username_was'].map((name) => String(args.context.typed?.get(name) ?? ''))
  const read = readUsername(username, visitorRegion(args))
  return comparedUsername(username) === '' || username === was || read.ok ? [] : [usernameLine(read)]
}

export default function ProfilePage() {
  const { account, isDefault, times, recommended, notice, ...loaded } = useLoaderData<typeof loader>()
  const isOff = !useIdentifiers().includes('username')
  const isFixed = loaded.isFixed || isOff
  const offered = isFixed ? [] : recommended
  const page = usePageForm<typeof Profile>({
    username: account.username,
    name: account.name ?? '',
    language: fullLanguages.find((language) => language === account.language) ?? fallbackLanguage,
    time_zone: (account.time_zone_is_chosen && account.time_zone) || automatic,
    ...birthdayParts(account.birthday),
  })
  return (
    <FormPage page={page} title="profile.title" submit="profile.submit" notice={notice} after={<BackToSettings />}>
      <input type="hidden" name="username_was" value={account.username} />
      <input type="hidden" name="name_was" value={account.name ?? ''} />
      <OwnNameField field={page.fields.name} hint="profile.name_hint" isOptional />
      <UsernameField
        field={page.fields.username}
        isDefault={isDefault}
        isFixed={isFixed}
        isOff={isOff}
        remaining={times?.remaining ?? null}
        resetsAt={times?.resets_at ?? null}
        timeZone={account.time_zone}
        held={account.held_username}
        offered={isDefault || page.fields.username.error ? offered : []}
      />
      <BirthdayField fields={page.fields} />
      <LanguageField field={page.fields.language} label="profile.language" hint="profile.language_hint" />
      {account.time_zone !== null && (
        <TimeZoneField
          field={page.fields.time_zone}
          inForce={account.time_zone}
          isChosen={account.time_zone_is_chosen}
        />
      )}
    </FormPage>
  )
}

/** A choice of the languages of messages, each named in itself. */
const LanguageField = ({ field, label, hint }: { field: PageField; label: string; hint: string }) => (
  <FieldFrame field={field} label={label} hint={hint}>
    <select id={field.name} name={field.name} defaultValue={field.value} {...describedBy(field, hint)}>
      {fullLanguages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  </FieldFrame>
)
