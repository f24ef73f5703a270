import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { act, type DataOf, reasonForLog } from '~/features/desk/act'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireOperator } from '~/runtime/operator.server'
import { BackLink } from '~/ui/back-link'

// Makes new keys that sign tokens.
export const handle: PageHandle = { title: 'act.rotateSigningKeys.title' }

const rotate = act('rotateSigningKeys', { fields: { reason: reasonForLog } })

const back = { path: '/desk/applications', text: 'desk.applications.back' }

export const loader = async (args: LoaderFunctionArgs) => reply(await requireOperator(args, rotate.call))

export const action = actAction(rotate)

export default function SigningKeys() {
  return <ActPage act={rotate} shown={(data: DataOf<'rotateSigningKeys'>) => <Rotated {...data} />} back={back} />
}

const Rotated = ({ signs_from }: DataOf<'rotateSigningKeys'>) => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (
    <>
      <h1>{t('desk.registered.signing_keys_made')}</h1>
      <p>{t('desk.registered.signs_from', { time: moment(signs_from) })}</p>
      <BackLink {...back} />
    </>
  )
}
