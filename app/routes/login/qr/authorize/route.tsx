import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { AskingClient } from '~/authorisation/asking-client'
import { ScopeText } from '~/authorisation/scope-text'
import type { PageHandle } from '~/document/page-handle'
import { ErrorSummary } from '~/forms/error-summary'
import { LanguageButtons } from '~/forms/language-buttons'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { useOwnAction } from '~/navigation/use-own-action'
import { MatchingNumbers, OtherScreen } from '~/qr/other-screen'
import { FormToken } from '~/session/form-token'
import { readQrToken, scanPathOf } from '~/sign-in/qr-letters'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'

// The page that a scanned QR code opens on the phone when an application asks for something at a screen: the
// application, its request, and the meaning of a confirmation. Opening it changes nothing.
export const handle: PageHandle = { title: 'qrRequest.confirm.page' }

const Decide = z.object({
  scan: z.string().optional(),
  deny: z.string().optional(),
  number: z.coerce.number().int().min(10).max(99).optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const token = readQrToken(args.request.url)
  if (token === undefined) throw await redirectTo(args, '/login/qr/confirm')
  const client = await api(args)
  const answer = await client.openQrToScan({ token })
  if (!answer.ok && answer.code === 'qrcode_for_other')
    throw await redirectTo(args, scanPathOf(answer.data.purpose, token))
  if (!answer.ok && answer.code === 'qrcode_over') {
    const { state } = answer.data
    const over = state === 'used' ? 'move.confirm.used' : `error.qrcode_over_${state}`
    return reply({ asked: null, over, username: '' }, { status: 404 })
  }
  if (!answer.ok && isEnd(answer.code))
    return reply({ asked: null, over: `error.${answer.code}`, username: '' }, { status: 404 })
  const asked = await requireData(args, answer)
  const { username } = await requireData(args, await client.accountInfo({}))
  return reply({ asked, over: '', username })
}

/** Why there is nothing to confirm. */
const isEnd = (code: string): boolean =>
  ['no_such_qrcode', 'no_such_open_request', 'no_such_client', 'open_request_for_other'].includes(code)

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  const { scan, deny, number } = form.value
  const token = readQrToken(args.request.url)
  if (token === undefined) return redirectTo(args, '/login/qr/confirm')
  const here = scanPathOf('open_request', token)
  const client = await api(args)
  if (scan !== undefined) {
    const scanned = await client.openQrScan({ token })
    return scanned.ok ? redirectTo(args, here) : form.reply(scanned)
  }
  const answer = deny === undefined ? { ...(number !== undefined && { matching_number: number }) } : { deny: 1 }
  const decided = await client.openQrConfirm({ token, ...answer })
  const notice = deny === undefined ? 'qr_request_confirmed' : 'qr_request_denied'
  if (decided.ok) return redirectTo(args, { path: '/settings', notice })
  // The page says how it has ended.
  return decided.code === 'qrcode_over' ? redirectTo(args, here) : form.reply(decided)
}

export default function ConfirmRequest() {
  const { t } = useTranslation()
  const { asked, username, over } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  const ownAction = useOwnAction()
  if (asked) return <Decision asked={asked} username={username} />
  return (
    <>
      <ErrorSummary {...page} errors={page.errors.length > 0 ? page.errors : [{ name: '', text: t(over) }]} />
      <h1>{t('qrRequest.confirm.over')}</h1>
      <LinkList title="move.confirm.otherwise" links={{ '/login/qr/confirm': 'qr.letters.title' }} />
      <BackToSettings />
      {page.lines !== undefined && (
        <form method="post" noValidate {...ownAction}>
          <FormToken />
          <LanguageButtons lines={page.lines} />
        </form>
      )}
    </>
  )
}

type Asked = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['asked']>

/** Who would be answered as whom, and the two answers, one as easy as the other. */
const Decision = ({ asked, username }: { asked: Asked; username: string }) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof Decide>()
  const ownAction = useOwnAction()
  const { asker, scopes, needs_proof, matching_numbers } = asked
  const { name } = asker
  const isScanned = matching_numbers.length > 0
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{isScanned ? t('qr.confirm.which') : t('qrRequest.confirm.title', { name })}</h1>
      <p>{t('qrRequest.confirm.means', { name })}</p>
      <AskingClient client={asker} />
      <OtherScreen asked={asked} facts={{ 'qr.confirm.account': username }} />
      {!isScanned && (
        <>
          <h2>{t('authorise.what')}</h2>
          <ul className="rows">
            {scopes.map(({ scope, is_sensitive, value }) => (
              <li key={scope}>
                <ScopeText scope={scope} isSensitive={is_sensitive} value={value} />
              </li>
            ))}
          </ul>
        </>
      )}
      {needs_proof && <p>{t('authorise.proof', { name })}</p>}
      <p>{isScanned ? t('qrRequest.confirm.choose', { name }) : t('qrRequest.confirm.warning')}</p>
      <form method="post" {...ownAction}>
        <FormToken />
        {isScanned ? <MatchingNumbers numbers={matching_numbers} /> : <Button name="scan" text="qr.confirm.go_on" />}{' '}
        <Button name="deny" text="qr.confirm.deny" quiet />
        {page.lines !== undefined && <LanguageButtons lines={page.lines} />}
      </form>
    </>
  )
}
