import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { DeskList } from '~/features/desk/desk-list'
import { personAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { namesPath } from './name-acts'

// The usernames that await review, the longest wait first.
export const handle: PageHandle = { title: 'deskNames.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await deskData(args, 'listNames', {})), notice: flashOf(args.request) })

export default function Names() {
  const { t } = useTranslation()
  const moment = useMoment()
  const { names, has_more, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="deskNames.title"
      lead="deskNames.text"
      none="deskNames.none"
      notice={notice}
      back={{ path: '/desk', text: 'desk.back' }}
      after={has_more && <p>{t('deskNames.more')}</p>}
      rows={names.map(({ user_id, username, current, asked_at }) => {
        const path = `${namesPath}/${encodeURIComponent(user_id)}`
        return {
          id: user_id,
          name: username,
          facts: {
            'deskNames.current': { value: current, path: personAtDesk(user_id), link: 'deskNames.person' },
            'deskNames.asked_at': moment(asked_at),
          },
          links: [
            { path: `${path}/approve`, call: 'approveName', isDanger: true },
            { path: `${path}/refuse`, call: 'refuseName', isDanger: true },
          ],
        }
      })}
    />
  )
}
