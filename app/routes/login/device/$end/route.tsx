import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkRows } from '~/ui/link-list'

// How the request of a device has ended. Any other word is not found.
const ends = ['done', 'declined', 'over'] as const

const endIn = ({ end }: Record<string, string | undefined>) => ends.find((each) => each === end) ?? 'over'

export const handle: PageHandle = { title: (params) => `device.${endIn(params)}.title` }

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const end = endIn(params)
  return reply({ end }, { status: end === 'over' ? 404 : 200 })
}

export default function DeviceEnd() {
  const { t } = useTranslation()
  const { end } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t(`device.${end}.title`)}</h1>
      <p>{t(`device.${end}.text`)}</p>
      {end === 'over' && <LinkRows links={{ '/login/device': 'device.again' }} />}
      <BackToSettings />
    </>
  )
}
