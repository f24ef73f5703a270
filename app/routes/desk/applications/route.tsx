import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireOperator } from '~/runtime/operator.server'

// The applications that people sign in to: links to the lists.
export const handle: PageHandle = { title: 'desk.applications.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await requireOperator(args, 'listClients'))

const kinds = ['clients', 'services', 'sites', 'web-apps', 'signing-keys'] as const

export default function Applications() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('desk.applications.title')}</h1>
      <ul className="rows">
        {kinds.map((kind) => (
          <li key={kind}>
            <a href={`/desk/applications/${kind}`}>{t(`desk.applications.${kind}`)}</a>
            <p>{t(`desk.applications.about_${kind}`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
