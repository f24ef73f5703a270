import { useTranslation } from 'react-i18next'
import { keyDays } from '#contract/operator/access/keys-calls'
import type { PageHandle } from '~/document/page-handle'
import type { DataOf } from '~/features/desk/act'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { makeKey } from '~/routes/desk/keys/key-acts'
import { requireOperator } from '~/runtime/operator.server'
import { ShownOnce } from '~/ui/shown-once'

// Makes an operator key. The answer to the form shows it, once.
export const handle: PageHandle = { title: 'act.makeKey.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await requireOperator(args, makeKey.call))

export const action = actAction(makeKey)

export default function MakeKey() {
  return (
    <ActPage
      act={makeKey}
      defaults={{ days: String(keyDays.usual) }}
      shown={(data: DataOf<'makeKey'>) => <MadeKey made={data} />}
      back={{ path: '/desk/keys', text: 'desk.keys.back' }}
    />
  )
}

const MadeKey = ({ made: { key, key_id, expires_at } }: { made: DataOf<'makeKey'> }) => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (
    <ShownOnce
      title="desk.keys.made_title"
      once="desk.keys.shown_once"
      facts={{
        'desk.keys.key': { copied: key },
        'desk.keys.id': { copied: key_id },
        'desk.keys.state': t('desk.keys.good_until', { time: moment(expires_at) }),
      }}
      keep="desk.keys.keep"
      kept="desk.keys.kept"
      path="/desk/keys"
    />
  )
}
