import { useTranslation } from 'react-i18next'
import { ActivityEntries } from '~/activity/activity-entries'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkRows } from '~/ui/link-list'

// The activity of the account, newest first, ten entries a page.
export const handle: PageHandle = { title: 'activity.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const page = pageOf(args.request)
  const client = await api(args)
  const { entries, total, time_zone: timeZone } = await requireData(args, await client.listActivity({ page }))
  // Entries are deleted after a time, and anybody can type a page number.
  if (entries.length === 0 && page > 1) throw await redirectTo(args, '/settings/activity')
  return reply({ entries, timeZone, page, pages: Math.max(1, Math.ceil(total / 10)) })
}

/** The page that the URL asks for; the first one where it asks for none. */
const pageOf = (request: Request): number => {
  const asked = new URL(request.url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
}

export default function Activity() {
  const { t } = useTranslation()
  const { entries, timeZone, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('activity.title')}</h1>
      <p>{t('activity.text')}</p>
      <LinkRows links={{ '/account-help/not-me': 'activity.not_me' }} />
      <ActivityEntries entries={entries} timeZone={timeZone} />
      {pages > 1 && <Pages page={page} pages={pages} />}
      <BackToSettings />
    </>
  )
}

const Pages = ({ page, pages }: { page: number; pages: number }) => {
  const { t } = useTranslation()
  const addressOf = (other: number) => `/settings/activity?page=${other}`
  return (
    <nav aria-label={t('pages.label')}>
      <p>{t('pages.at', { page, pages })}</p>
      <ul className="pages">
        {page > 1 && (
          <li>
            <a href={addressOf(page - 1)}>{t('pages.newer')}</a>
          </li>
        )}
        {page < pages && (
          <li>
            <a href={addressOf(page + 1)}>{t('pages.older')}</a>
          </li>
        )}
      </ul>
    </nav>
  )
}
