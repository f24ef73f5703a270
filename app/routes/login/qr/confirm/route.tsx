import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { ErrorSummary } from '~/forms/error-summary'
import { TextField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { LanguageButtons } from '~/forms/language-buttons'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { useOwnAction } from '~/navigation/use-own-action'
import { MatchingNumbers, OtherScreen } from '~/qr/other-screen'
import { FormToken } from '~/session/form-token'
import { qrLettersField, readQrToken, scanPathOf } from '~/sign-in/qr-letters'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'

// The page that a scanned QR code opens on the phone: the screen that it would sign in, and the number on it. Opening
// it changes nothing. Without a code, its letters can be typed.
export const handle: PageHandle = { title: 'qr.confirm.title' }

const Decide = z
  .object({
    letters: qrLettersField.optional(),
    scan: z.string().optional(),
    deny: z.string().optional(),
    number: z.coerce.number().int().min(10).max(99).optional(),
  })
  .refine(({ letters, scan, deny, number }) => letters ?? scan ?? deny ?? number, {
    path: ['letters'],
    message: 'field.letters.missing',
  })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const token = readQrToken(args.request.url)
  if (token === undefined) return reply({ asked: null, over: null, username: '' })
  const client = await api(args)
  const answer = await client.toScanQrcode({ token })
  if (!answer.ok && answer.code === 'qrcode_for_other')
    throw await redirectTo(args, scanPathOf(answer.data.purpose, token))
  if (!answer.ok && (answer.code === 'no_such_qrcode' || answer.code === 'qrcode_over')) {
    const over = answer.code === 'qrcode_over' ? answer.data.state : 'expired'
    return reply({ asked: null, over, username: '' }, { status: 404 })
  }
  const asked = await requireData(args, answer)
  const { username } = await requireData(args, await client.accountInfo({}))
  return reply({ asked, over: null, username })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  const { letters, scan, deny, number } = form.value
  const token = readQrToken(args.request.url)
  const client = await api(args)
  if (letters !== undefined) {
    const found = await client.toScanQrcode({ token: letters })
    if (!found.ok && found.code === 'qrcode_for_other') return redirectTo(args, scanPathOf(found.data.purpose, letters))
    return found.ok ? redirectTo(args, scanPathOf('sign_in', letters)) : form.reply(found)
  }
  if (token === undefined) return redirectTo(args, '/login/qr/confirm')
  if (scan !== undefined) {
    const scanned = await client.scanQrcode({ token })
    return scanned.ok ? redirectTo(args, scanPathOf('sign_in', token)) : form.reply(scanned)
  }
  const answer = deny === undefined ? { ...(number !== undefined && { matching_number: number }) } : { deny: 1 }
  const decided = await client.confirmQrcode({ token, ...answer })
  if (!decided.ok) return form.reply(decided)
  return redirectTo(args, { path: '/settings', notice: deny === undefined ? 'qr_confirmed' : 'qr_denied' })
}

export default function ConfirmQrCode() {
  const { asked, username } = useLoaderData<typeof loader>()
  return asked ? <Decision asked={asked} username={username} /> : <Letters />
}

/** The form for letters, when no code was scanned or the scanned one has ended. */
const Letters = () => {
  const { t } = useTranslation()
  const { over } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  const ended = over && t(over === 'expired' ? 'error.no_such_qrcode' : `error.qrcode_over_${over}`)
  return (
    <FormPage
      page={{ ...page, ...(ended && page.errors.length === 0 && { errors: [{ name: '', text: ended }] }) }}
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

/** The screen that would be signed in, and the two answers, one as easy as the other. */
const Decision = ({ asked, username }: { asked: Asked; username: string }) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof Decide>()
  const ownAction = useOwnAction()
  const { matching_numbers } = asked
  const isScanned = matching_numbers.length > 0
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t(isScanned ? 'qr.confirm.which' : 'qr.confirm.title')}</h1>
      <OtherScreen asked={asked} facts={{ 'qr.confirm.account': username }} />
      <p>{t(isScanned ? 'qr.confirm.choose' : 'qr.confirm.warning')}</p>
      <form method="post" {...ownAction}>
        <FormToken />
        {isScanned ? <MatchingNumbers numbers={matching_numbers} /> : <Button name="scan" text="qr.confirm.go_on" />}{' '}
        <Button name="deny" text="qr.confirm.deny" quiet />
        {page.lines !== undefined && <LanguageButtons lines={page.lines} />}
      </form>
    </>
  )
}
