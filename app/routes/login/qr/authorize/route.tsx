import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { AskingClient } from '~/features/authorisation/asking-client'
import { ScopeText } from '~/features/authorisation/scope-text'
import { OtherScreen } from '~/features/qr-codes/other-screen'
import { DecideForm, ScannedCodeOver, UnknownCode } from '~/features/qr-codes/scanned-code'
import { decideScanned, loadScanned } from '~/features/qr-codes/scanned-code.server'
import { ErrorSummary } from '~/forms/error-summary'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'

// The page that a scanned QR code opens on the phone when an application at a screen makes a request: the application,
// its request, and the meaning of a confirmation. Opening it changes nothing.
export const handle: PageHandle = { title: 'qrRequest.confirm.page' }

const Decide = z.object({
  scan: z.string().optional(),
  agree: z.string().optional(),
  deny: z.string().optional(),
  number: z.coerce.number().int().min(10).max(99).optional(),
})

/** A code of this page, and how it ends. */
const code = {
  purpose: 'open_request',
  ends: ['no_such_qrcode', 'no_such_open_request', 'no_such_client', 'open_request_for_other'],
} as const

export const loader = (args: LoaderFunctionArgs) =>
  loadScanned(args, { ...code, toScan: (client, token) => client.openQrToScan({ token }) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  return decideScanned(args, form, {
    ...code,
    scan: (client, token) => client.openQrScan({ token }),
    confirm: (client, decision) => client.openQrConfirm(decision),
    notices: { confirmed: 'qr_request_confirmed', denied: 'qr_request_denied' },
    // The page explains how it has ended.
    explained: ['qrcode_over'],
  })
}

export default function ConfirmRequest() {
  const { asked, isUnknown, isScanned, username, over } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  if (isUnknown)
    return (
      <UnknownCode
        page={page}
        title="qrRequest.confirm.page"
        term="qr.confirm.account"
        warning="qrRequest.confirm.warning"
        username={username}
      />
    )
  return asked ? (
    <Decision asked={asked} isScanned={isScanned} username={username} />
  ) : (
    <ScannedCodeOver page={page} title="qrRequest.confirm.over" over={over} />
  )
}

type Asked = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['asked']>

/** The account that would answer and the receiver, and the two answers, equally easy to give. */
const Decision = ({ asked, isScanned, username }: { asked: Asked; isScanned: boolean; username: string }) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof Decide>()
  const { asker, scopes, needs_proof, matching_numbers } = asked
  const { name } = asker
  const hasNumbers = matching_numbers.length > 0
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{hasNumbers ? t('qr.confirm.which') : t('qrRequest.confirm.title', { name })}</h1>
      <p>{t('qrRequest.confirm.means', { name })}</p>
      <AskingClient client={asker} />
      <OtherScreen asked={asked} facts={{ 'qr.confirm.account': username }} />
      {!hasNumbers && (
        <>
          <h2>{t('authorise.what')}</h2>
          <ul className="rows">
            {scopes.map(({ scope, api, is_sensitive, value }) => (
              <li key={scope}>
                <ScopeText scope={scope} api={api} isSensitive={is_sensitive} value={value} isOwn />
              </li>
            ))}
          </ul>
        </>
      )}
      {needs_proof && <p>{t('authorise.proof', { name })}</p>}
      {!hasNumbers && <p>{t('qrRequest.confirm.warning')}</p>}
      {isScanned && <p>{t(hasNumbers ? 'qrRequest.confirm.choose' : 'qrRequest.confirm.at_once', { name })}</p>}
      <DecideForm page={page} numbers={matching_numbers} agree={isScanned ? 'qrRequest.confirm.agree' : undefined} />
    </>
  )
}
