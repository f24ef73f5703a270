import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { SearchPeople } from '~/features/desk/search-people'
import { waitingAtDesk } from '~/features/desk/waiting.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { fullLanguageOf } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireOperator } from '~/runtime/operator.server'
import { FlashMessage } from '~/ui/flash-message'

// The first page of the operator's desk: the waiting work that the operator may see.
export const handle: PageHandle = { title: 'desk.overview.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { scopes } = await requireOperator(args)
  return reply({ ...(await waitingAtDesk(args, scopes)), notice: flashOf(args.request) })
}

export default function Desk() {
  const { t, i18n } = useTranslation()
  const { findsPeople, names, recoveries, messages, announcements, notice } = useLoaderData<typeof loader>()
  const number = ({ count, hasMore }: { count: number; hasMore: boolean }) => (hasMore ? `${count}+` : String(count))
  const waiting = [
    { of: names, path: '/desk/names', text: 'names' },
    { of: recoveries, path: '/desk/people/recoveries', text: 'recoveries' },
  ].flatMap(({ of, ...more }) => (of ? [{ of, ...more }] : []))
  const due = waiting.filter(({ of }) => of.count > 0)
  return (
    <>
      <h1>{t('desk.overview.title')}</h1>
      <FlashMessage notice={notice} />
      {findsPeople && <SearchPeople />}
      {!names && !recoveries && !messages && !announcements && <p>{t('desk.overview.nothing_to_see')}</p>}
      {due.length > 0 && (
        <ul className="rows">
          {due.map(({ of, path, text }) => (
            <li key={path}>
              <a href={path}>{t(`desk.overview.${text}`, { number: number(of) })}</a>
            </li>
          ))}
        </ul>
      )}
      {waiting.map(({ of, path, text }) => of.count === 0 && <p key={path}>{t(`desk.overview.no_${text}`)}</p>)}
      {messages?.length === 0 && <p>{t('desk.overview.no_messages')}</p>}
      {messages && messages.length > 0 && (
        <>
          <h2>{t('desk.overview.messages')}</h2>
          <ul className="rows">
            {messages.map(({ channel, waiting, failed }) => (
              <li key={channel}>
                <a href="/desk/messages">{t(`desk.overview.channel.${channel}`)}</a>
                <p>{t('desk.overview.waiting_failed', { waiting: number(waiting), failed: number(failed) })}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      {announcements?.length === 0 && <p>{t('desk.overview.no_announcements')}</p>}
      {announcements && announcements.length > 0 && (
        <>
          <h2>{t('desk.overview.announcements')}</h2>
          <ul className="rows">
            {announcements.map(({ id, texts, starts_at, ends_at }) => (
              <li key={id}>
                <a href="/desk/announcements">{texts[fullLanguageOf(i18n.language)]}</a>
                <p>
                  {t('desk.overview.shown', {
                    from: momentIn(i18n.language, null, starts_at),
                    until: momentIn(i18n.language, null, ends_at),
                  })}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
