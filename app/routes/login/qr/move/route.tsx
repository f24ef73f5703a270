import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { ErrorSummary } from '~/forms/error-summary'
import { LanguageButtons } from '~/forms/language-buttons'
import { RadioField } from '~/forms/radio-field'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformName } from '~/i18n/platforms'
import { unbroken } from '~/i18n/texts'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { useOwnAction } from '~/navigation/use-own-action'
import { MatchingNumbers, OtherScreen } from '~/qr/other-screen'
import { FormToken } from '~/session/form-token'
import { accountNames, readQrToken, scanPathOf } from '~/sign-in/qr-letters'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'

// The page that a scanned QR code opens on the phone when it moves something to another account: what would move, and
// the account that gets it. Opening it changes nothing.
export const handle: PageHandle = { title: 'move.confirm.title' }

const Decide = z
  .object({
    scan: z.string().optional(),
    deny: z.string().optional(),
    platform: z.string().optional(),
    number: z.coerce.number().int().min(10).max(99).optional(),
  })
  .refine(({ scan, deny, platform }) => scan ?? deny ?? platform, {
    path: ['platform'],
    message: 'field.platform.missing',
  })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const token = readQrToken(args.request.url)
  if (token === undefined) throw await redirectTo(args, '/login/qr/confirm')
  const client = await api(args)
  const answer = await client.toScanChangeBindQrcode({ token })
  if (!answer.ok && answer.code === 'qrcode_for_other')
    throw await redirectTo(args, scanPathOf(answer.data.purpose, token))
  if (!answer.ok && answer.code === 'qrcode_over') {
    const { state } = answer.data
    const over = state === 'used' ? 'move.confirm.used' : `error.qrcode_over_${state}`
    return reply({ asked: null, over, username: '' }, { status: 404 })
  }
  if (!answer.ok && (answer.code === 'no_such_qrcode' || answer.code === 'qrcode_of_own_account'))
    return reply({ asked: null, over: `error.${answer.code}`, username: '' }, { status: 404 })
  const asked = await requireData(args, answer)
  const { username } = await requireData(args, await client.accountInfo({}))
  return reply({ asked, over: '', username })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  const { scan, deny, platform, number } = form.value
  const token = readQrToken(args.request.url)
  if (token === undefined) return redirectTo(args, '/login/qr/confirm')
  const client = await api(args)
  if (scan !== undefined) {
    const scanned = await client.scanChangeBindQrcode({ token })
    return scanned.ok ? redirectTo(args, scanPathOf('change_bind', token)) : form.reply(scanned)
  }
  const agreed = {
    ...(platform !== undefined && { platform }),
    ...(number !== undefined && { matching_number: number }),
  }
  const decided = await client.confirmChangeBindQrcode({ token, ...(deny === undefined ? agreed : { deny: 1 }) })
  if (decided.ok)
    return redirectTo(args, { path: '/settings', notice: deny === undefined ? 'qr_move_agreed' : 'qr_move_denied' })
  // The page shows the movable methods.
  if (decided.code === 'already_bound' || decided.code === 'nothing_bound' || decided.code === 'last_way')
    return redirectTo(args, scanPathOf('change_bind', token))
  return form.reply(decided)
}

export default function ConfirmMove() {
  const { t } = useTranslation()
  const { asked, username, over } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  const ownAction = useOwnAction()
  if (asked) return <Decision asked={asked} username={username} />
  return (
    <>
      <ErrorSummary {...page} errors={page.errors.length > 0 ? page.errors : [{ name: '', text: t(over) }]} />
      <h1>{t('move.confirm.over')}</h1>
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

/** The sign-in method that would move, the account that gets it, and the two answers, one as easy as the other. */
const Decision = ({ asked, username }: { asked: Asked; username: string }) => {
  const { t, i18n } = useTranslation()
  const page = usePageForm<typeof Decide>()
  const ownAction = useOwnAction()
  const { matching_numbers, to, methods } = asked
  const isScanned = matching_numbers.length > 0
  const canMove = methods.some(({ obstacle }) => obstacle === null)
  const options = methods.map(({ platform, name, obstacle }) => ({
    value: platform,
    text: platform === 'mobile' || platform === 'email' ? name : `${platformName(i18n.language, platform)}: ${name}`,
    disabled: obstacle !== null,
    ...(obstacle !== null && { more: t(`move.obstacle.${obstacle}`) }),
  }))
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t(canMove ? 'move.confirm.title' : 'move.confirm.cannot')}</h1>
      <OtherScreen
        asked={asked}
        facts={{
          'move.confirm.account': username,
          'move.confirm.to': accountNames(to).map(unbroken).join(t('move.and')),
        }}
      />
      <p>{t(canMove ? (isScanned ? 'move.confirm.choose' : 'move.confirm.warning') : 'move.confirm.nothing')}</p>
      {!(isScanned && canMove) && (
        <Possible methods={options} title={canMove ? 'move.confirm.possible' : 'move.confirm.impossible'} />
      )}
      <form method="post" noValidate {...ownAction}>
        <FormToken />
        {isScanned && canMove && (
          <RadioField field={page.fields.platform} label="field.platform.label" options={options} />
        )}
        {isScanned && canMove && <p>{t('move.confirm.which')}</p>}
        {isScanned && canMove && (
          <p>
            <MatchingNumbers numbers={matching_numbers} />
          </p>
        )}
        {!isScanned && canMove && <Button name="scan" text="qr.confirm.go_on" />}{' '}
        <Button name="deny" text="qr.confirm.deny" quiet />
        {page.lines !== undefined && <LanguageButtons lines={page.lines} />}
      </form>
      {!canMove && <BackToSettings />}
    </>
  )
}

/** The movable methods, before the code is scanned, and the obstacles of the others. */
const Possible = ({ methods, title }: { methods: { value: string; text: string; more?: string }[]; title: string }) => (
  <>
    <h2>{useTranslation().t(title)}</h2>
    <ul className="rows">
      {methods.map(({ value, text, more }) => (
        <li key={value}>
          {text}
          {more && <p>{more}</p>}
        </li>
      ))}
    </ul>
  </>
)
