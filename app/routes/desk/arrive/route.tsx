import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { deskSignIn, pathAtDesk } from '~/navigation/guards/desk-sign-in.server'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { withQuery } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { requireDesk } from '~/runtime/operator.server'
import { deskTokenIn, deskVerifierIn, setDeskToken } from '~/session/desk-cookies.server'

// Redeems the ticket of an operator's browser that returns from the public site.
export const handle: PageHandle = { title: 'desk.over.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  requireDesk(args)
  const { request } = args
  const { searchParams } = new URL(request.url)
  const to = pathAtDesk(searchParams.get('to'))
  const [ticket, verifier] = [searchParams.get('ticket') ?? '', deskVerifierIn(request)]
  if (verifier !== undefined && ticket !== '') {
    const redeemed = await (await api(args)).redeemDeskTicket({ ticket, verifier })
    if (redeemed.ok) {
      const { token, renews } = redeemed.data
      // A form that waits for the factor stays valid.
      throw await redirectTo(args, to, { cookies: [setDeskToken(token)], rotate: !renews })
    }
  }
  // A reloaded page sends a used ticket. Its browser has entered by now.
  if (deskTokenIn(request) !== undefined) throw await redirectTo(args, to)
  return replyOver(args, 'desk.over.title', { start: withQuery(deskSignIn, { to }) }, 400)
}

export default function Arrive() {
  const { t } = useTranslation()
  const { start } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('desk.over.title')}</h1>
      <p>{t('desk.over.text')}</p>
      <p>
        <a className="button" href={start}>
          {t('desk.over.again')}
        </a>
      </p>
    </>
  )
}
