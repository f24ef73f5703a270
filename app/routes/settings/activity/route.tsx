import { useTranslation } from 'react-i18next'
import { activityKey } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { ActivityEntries } from '~/features/activity/activity-entries'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkRows } from '~/ui/link-list'
import { KeyLinks, keysOf } from '~/ui/page-links'

// The activity of the account, newest first, ten entries a page.
export const handle: PageHandle = { title: 'activity.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const asked = keysOf(args.request, activityKey)
  const client = await api(args)
  const listed = await requireData(args, await client.listActivity(asked))
  const { entries, newer, older, kept_days: days, time_zone: timeZone } = listed
  // Entries are deleted after a time.
  if (entries.length === 0 && asked.before !== undefined) throw await redirectTo(args, '/settings/activity')
  return reply({ entries, timeZone, days, newer, older })
}

export default function Activity() {
  const { t } = useTranslation()
  const { entries, timeZone, days, newer, older } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('activity.title')}</h1>
      <p>{t(entries.length > 0 ? 'activity.text' : 'activity.none', { days })}</p>
      <LinkRows links={{ '/account-help/not-me': entries.length > 0 ? 'activity.not_me' : 'help.not_me' }} />
      <ActivityEntries entries={entries} timeZone={timeZone} />
      <KeyLinks newer={newer} older={older} />
      <BackToSettings />
    </>
  )
}
