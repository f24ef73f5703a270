import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { MatchingNumbers, OtherScreen } from '~/features/qr-codes/other-screen'
import { ScannedCodeOver, UnknownCode } from '~/features/qr-codes/scanned-code'
import { decideScanned, loadScanned } from '~/features/qr-codes/scanned-code.server'
import { accountNames } from '~/features/sign-in/qr-letters'
import { ErrorSummary } from '~/forms/error-summary'
import { RadioField } from '~/forms/fields/radio-field'
import { LanguageButtons } from '~/forms/language-buttons'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { platformName } from '~/i18n/platforms'
import { unbroken } from '~/i18n/texts'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'

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

/** A code of this page, and how it ends. */
const code = { purpose: 'change_bind', ends: ['no_such_qrcode', 'qrcode_of_own_account'] } as const

export const loader = (args: LoaderFunctionArgs) =>
  loadScanned(args, { ...code, toScan: (client, token) => client.toScanChangeBindQrcode({ token }) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  return decideScanned(args, form, {
    ...code,
    scan: (client, token) => client.scanChangeBindQrcode({ token }),
    confirm: (client, decision) => client.confirmChangeBindQrcode(decision),
    notices: { confirmed: 'qr_move_agreed', denied: 'qr_move_denied' },
    // The page shows the movable methods.
    explained: ['already_bound', 'nothing_bound', 'last_way'],
  })
}

export default function ConfirmMove() {
  const { asked, isUnknown, isScanned, username, over } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Decide>()
  if (isUnknown)
    return (
      <UnknownCode
        page={page}
        title="move.confirm.title"
        term="move.confirm.account"
        warning="move.confirm.warning"
        username={username}
      />
    )
  return asked ? (
    <Decision asked={asked} isScanned={isScanned} username={username} />
  ) : (
    <ScannedCodeOver page={page} title="move.confirm.over" over={over} />
  )
}

type Asked = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['asked']>

/** The sign-in method that would move, the account that gets it, and the two answers, equally easy to give. */
const Decision = ({ asked, isScanned, username }: { asked: Asked; isScanned: boolean; username: string }) => {
  const { t, i18n } = useTranslation()
  const page = usePageForm<typeof Decide>()
  const ownAction = useOwnAction()
  const { matching_numbers, to, methods } = asked
  const hasNumbers = matching_numbers.length > 0
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
        {hasNumbers && canMove && <p>{t('move.confirm.which')}</p>}
        {hasNumbers && canMove && (
          <p>
            <MatchingNumbers numbers={matching_numbers} />
          </p>
        )}
        {!isScanned && canMove && <Button name="scan" text="qr.confirm.go_on" />}
        {isScanned && !hasNumbers && canMove && <Button text="move.confirm.agree" />}{' '}
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
