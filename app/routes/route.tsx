import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { hashForwarder } from '~/islands/hash-forwarder'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { api } from '~/runtime/api.server'
import { type Args, endSession, visitor } from '~/session/visitor.server'
import { LinkRows } from '~/ui/link-list'

// The home page redirects a signed-in person to the account, and others to the sign-in.
export const handle: PageHandle = { title: 'home.title', remembered: true, hashForwarder: true }

export const loader = async (args: LoaderFunctionArgs) => reply({ signedIn: await isSignedIn(args) })

/** True when the session is alive, because it may have ended elsewhere. A browser without one needs no call. */
const isSignedIn = async (args: Args): Promise<boolean> => {
  if (!(await visitor(args)).signedIn) return false
  const client = await api(args)
  // While the account API gives no answer, the page stays available and assumes that the session is alive.
  const answer = await client.checkLogin({}).catch((problem: unknown) => {
    if (problem instanceof Response) return undefined
    throw problem
  })
  if (!answer?.ok || answer.data.signed_in) return true
  await endSession(args)
  return false
}

export default function Home() {
  const { t } = useTranslation()
  const { signedIn } = useLoaderData<typeof loader>()
  const mayRegister = useIsOpen()('/login/register')
  return (
    <>
      <script>{hashForwarder}</script>
      <h1>{t('home.title')}</h1>
      <p>{t(signedIn ? 'home.what_signed_in' : mayRegister ? 'home.what' : 'home.what_closed')}</p>
      <p>{t('home.how')}</p>
      <p>
        <a className="button" href={signedIn ? '/settings' : '/login'}>
          {t(signedIn ? 'home.settings' : 'home.sign_in')}
        </a>
      </p>
      <LinkRows links={{ ...(!signedIn && { '/login/register': 'home.create' }), '/account-help': 'home.help' }} />
    </>
  )
}
