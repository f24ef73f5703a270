import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { qrMove } from '~/flows/qr-move.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformName } from '~/i18n/platforms'
import { unbroken } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { LeaveStill, ShownQrCode } from '~/pictures/shown-qr-code'
import { askForMove, lookAtMove, viewOf } from '~/sign-in/qr-code.server'
import { accountNames } from '~/sign-in/qr-letters'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { SummaryList } from '~/ui/summary-list'

// Moving something here: the code, until a phone has confirmed it, and then the question what moves.
export const handle: PageHandle = { title: 'qr.code.title' }

const Continue = z.object({
  another: z.string().optional(),
  /** The method that the page has shown, and that its person agrees to move. */
  moves: z.string().optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const step = await qrMove.require(args, 'code')
  const { status, moves, from, done } = await requireData(args, await lookAtMove(args, step))
  if (done) throw await step.finish()
  const isWaiting = status === 'new' || status === 'scanned'
  // The island exists as long as there is something to wait for.
  if (isWaiting) args.context.islandOrigins = []
  return reply({ status, moves, from, notice: flashOf(args.request), ...viewOf(args, step, isWaiting) })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const step = await qrMove.require(args, 'code')
  const form = await readForm(args, Continue)
  if (!form.ok) return form.reply()
  if (form.value.another !== undefined) {
    const asked = await askForMove(args)
    return asked.ok ? step.stay(asked.code) : form.reply(asked)
  }
  const seen = await lookAtMove(args, step)
  if (!seen.ok) return form.reply(seen)
  const { status, moves, done } = seen.data
  if (done) return step.finish()
  if (moves === null && (status === 'new' || status === 'scanned'))
    return redirectTo(args, { path: '/settings/move/code', notice: 'qr_not_confirmed' })
  // Only the shown method moves.
  if (moves === null || form.value.moves !== shownAs(moves)) return step.stay({})
  const taken = await (await api(args)).checkChangeBindQrcode({ token: step.token })
  if (!taken.ok) return form.reply(taken)
  return taken.data.done ? step.finish() : step.stay({})
}

type Moves = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['moves']>

const shownAs = ({ platform, name }: Moves): string => `${platform} ${name}`

export default function MoveCode() {
  const { t } = useTranslation()
  const { status, moves, number, notice, refreshSeconds, from, ...code } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Continue>()
  const isWaiting = status === 'new' || status === 'scanned'
  const title = {
    new: 'qr.code.title',
    scanned: 'qr.code.title_scanned',
    confirmed: 'move.code.title_confirmed',
    denied: 'move.code.title_denied',
  }
  return (
    <FormPage
      page={page}
      title={title[status as keyof typeof title] ?? `qr.code.title_${status}`}
      lead={
        <>
          <FlashMessage notice={notice} />
          {status === 'new' && <ShownQrCode here="/settings/move/code" {...code} />}
          {moves && from && <Agreed moves={moves} from={from} />}
          <p role="status">
            {t(isWaiting ? `qr.code.${status}` : `move.code.${status}`)} {isWaiting && <strong>{number}</strong>}
          </p>
          {/* Outside of the form: the island shows what would move, and never agrees to it. */}
          {isWaiting && <span data-island="qr" data-status={status} />}
        </>
      }
      after={
        <>
          {isWaiting && refreshSeconds !== undefined && <LeaveStill here="/settings/move/code" />}
          <BackToSettings />
        </>
      }
    >
      {moves && <input type="hidden" name="moves" value={shownAs(moves)} />}
      {isWaiting && <Button text="qr.code.done" />}
      {moves && <Button text="move.code.submit" />}{' '}
      {!isWaiting && <Button text="qr.code.another" name="another" quiet={moves !== null} />}
    </FormPage>
  )
}

/** The sign-in method that would move, and its account. */
const Agreed = ({ moves, from }: { moves: Moves; from: Parameters<typeof accountNames>[0] }) => {
  const { t, i18n } = useTranslation()
  const { platform, name } = moves
  const isAddress = platform === 'mobile' || platform === 'email'
  return (
    <SummaryList
      facts={{
        [isAddress ? `settings.${platform}` : 'move.identity']: isAddress
          ? name
          : `${platformName(i18n.language, platform)}: ${name}`,
        'move.from': accountNames(from).map(unbroken).join(t('move.and')),
      }}
    />
  )
}
