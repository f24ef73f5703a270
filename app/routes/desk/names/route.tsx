import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { personAtDesk } from '~/features/desk/desk-paths'
import { useMay } from '~/features/desk/use-may'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { BackLink } from '~/ui/back-link'
import { FlashMessage } from '~/ui/flash-message'
import { namesPath } from './name-acts'

// The usernames that await review, the longest wait first.
export const handle: PageHandle = { title: 'deskNames.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await deskData(args, 'listNames', {})), notice: flashOf(args.request) })

export default function Names() {
  const { t } = useTranslation()
  const moment = useMoment()
  const may = useMay()
  const { names, has_more, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('deskNames.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t(names.length > 0 ? 'deskNames.text' : 'deskNames.none')}</p>
      {names.length > 0 && (
        <ul className="rows devices">
          {names.map(({ user_id, username, current, asked_at }) => (
            <li key={user_id}>
              <div>
                <strong>{username}</strong>
                <p>
                  {t('deskNames.instead', { current })}
                  <br />
                  {t('deskNames.asked', { time: moment(asked_at) })}
                  <br />
                  <a href={personAtDesk(user_id)}>{t('deskNames.person')}</a>
                </p>
              </div>
              {may('approveName') && (
                <div>
                  {(['approve', 'refuse'] as const).map((decision) => (
                    <div key={decision}>
                      <a
                        className="button quiet small"
                        href={`${namesPath}/${encodeURIComponent(user_id)}/${decision}`}
                        aria-label={t(`deskNames.${decision}_one`, { username })}
                      >
                        {t(`deskNames.${decision}`)}
                      </a>
                    </div>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {has_more && <p>{t('deskNames.more')}</p>}
      <BackLink path="/desk" text="desk.back" />
    </>
  )
}
