import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { env, isOurOrigin } from '~/env.server'
import { readPosted } from '~/forms/posted-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { useFormToken } from '~/session/use-form-token'
import { type Args, visitor } from '~/session/visitor.server'
import { endSessionHere } from '~/sign-in/end-session-here.server'

// Signs out.
export const handle: PageHandle = { title: 'logout.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  if (!(await visitor(args)).signedIn) return redirectTo(args, '/login')
  // A link on our own pages signs out. One from elsewhere may be somebody else's idea, so the page asks first. It also
  // asks in the other language, as the link to that stands on the question.
  return comesFromUs(args.request) && !asksForLanguage(args.request) ? signOut(args) : reply(null)
}

export const action = async (args: ActionFunctionArgs) => {
  const { state } = await readPosted(args)
  if (!(await visitor(args)).signedIn) return redirectTo(args, '/login')
  return state === 'trusted' ? signOut(args) : reply(null, { status: 403 })
}

const signOut = async (args: Args) => {
  await endSessionHere(args)
  return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
}

const asksForLanguage = ({ url }: Request): boolean => new URL(url).searchParams.has('lng')

const comesFromUs = (request: Request): boolean => {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) && isOurOrigin(new URL(referer).origin, env().publicUrl)
}

export default function SignOut() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('logout.title')}</h1>
      <p>{t('logout.text')}</p>
      <form method="post" action="/passport/web/logout">
        <input type="hidden" name="form_token" value={useFormToken()} />
        <button type="submit">{t('logout.submit')}</button>
      </form>
      <p>
        <a href="/settings">{t('logout.stay')}</a>
      </p>
    </>
  )
}
