import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { OtherScreen } from '~/features/qr-codes/other-screen'
import { isScannedBlind } from '~/features/qr-codes/scan-without-look.server'
import { DecideForm, UnknownCode } from '~/features/qr-codes/scanned-code'
import { decideScanned, loadScanned } from '~/features/qr-codes/scanned-code.server'
import { qrLettersField, readQrToken, scanPathOf } from '~/features/sign-in/qr-letters'
import { ErrorSummary } from '~/forms/error-summary'
import { TextField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// The page that a scanned QR code opens on the phone: the screen that it would sign in, and the number on it. Opening
// it changes nothing. Without a code, its letters can be typed.
export const handle: PageHandle = { title: 'qr.confirm.title' }

const Decide = z
  .object({
    letters: qrLettersField.optional(),
    scan: z.string().optional(),
    agree: z.string().optional(),
    deny: z.string().optional(),
    number: z.coerce.number().int().min(10).max(99).optional(),
  })
  .refine(({ letters, scan, agree, deny, number }) => letters ?? scan ?? agree ?? deny ?? number, {
    path: ['letters'],
    message: 'field.letters.missing',
  })

/** A code of this page, and how it ends. */
const code = { purpose: 'sign_in', ends: ['no_such_qrcode'], used: 'error.qrcode_over_used' } as const

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  if (readQrToken(args.request.url, { isOurs: !isScannedBlind('sign_in') }) === undefined)
    return reply({ asked: null, isUnknown: false, isScanned: false, over: '', username: '' })
  return loadScanned(args, { ...code, toScan: (client, token) => client.toScanQrcode({ token }) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  const { letters } = form.value
  if (letters === undefined)
    return decideScanned(args, form, {
      ...code,
      scan: (client, token) => client.scanQrcode({ token }),
      confirm: (client, decision) => client.confirmQrcode(decision),
      notices: { confirmed: 'qr_confirmed', denied: 'qr_denied' },
    })
  // The page of the code scans it.
  if (isScannedBlind('sign_in')) return redirectTo(args, scanPathOf('sign_in', letters))
  const found = await (await api(args)).toScanQrcode({ token: letters })
  if (!found.ok && found.code === 'qrcode_for_other') return redirectTo(args, scanPathOf(found.data.purpose, letters))
  return found.ok ? redirectTo(args, scanPathOf('sign_in', letters)) : form.reply(found)
}

export default function ConfirmQrCode() {
  const { asked, isUnknown, isScanned, username } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  if (isUnknown)
    return (
      <UnknownCode
        page={page}
        title="qr.confirm.title"
        term="qr.confirm.account"
        warning="qr.confirm.warning"
        username={username}
      />
    )
  return asked ? <Decision asked={asked} isScanned={isScanned} username={username} /> : <Letters />
}

/** The form for letters, when no code was scanned or the scanned one has ended. */
const Letters = () => {
  const { t } = useTranslation()
  const { over } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  return (
    <FormPage
      page={{ ...page, ...(over && page.errors.length === 0 && { errors: [{ name: '', text: t(over) }] }) }}
      title="qr.letters.title"
      submit="qr.letters.submit"
      lead={<p>{t('qr.letters.text')}</p>}
      after={<BackToSettings />}
    >
      <TextField
        field={page.fields.letters}
        label="field.letters.label"
        hint="field.letters.hint"
        autoComplete="off"
        maxLength={20}
        className="code"
      />
    </FormPage>
  )
}

type Asked = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['asked']>

/** The screen that would be signed in, and the two answers, equally easy to give. */
const Decision = ({ asked, isScanned, username }: { asked: Asked; isScanned: boolean; username: string }) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof Decide>()
  const { matching_numbers } = asked
  const hasNumbers = matching_numbers.length > 0
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t(hasNumbers ? 'qr.confirm.which' : 'qr.confirm.title')}</h1>
      <OtherScreen asked={asked} facts={{ 'qr.confirm.account': username }} />
      {!hasNumbers && <p>{t('qr.confirm.warning')}</p>}
      {isScanned && <p>{t(hasNumbers ? 'qr.confirm.choose' : 'qr.confirm.at_once')}</p>}
      <DecideForm page={page} numbers={matching_numbers} agree={isScanned ? 'qr.confirm.agree' : undefined} />
    </>
  )
}
