import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { QrCodePage } from '~/features/qr-codes/qr-code-page'
import { qrMove } from '~/features/qr-codes/qr-move.server'
import { isWaiting } from '~/features/qr-codes/qr-status'
import { accountNames, methodText } from '~/features/sign-in/qr-letters'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformName } from '~/i18n/platforms'
import { unbroken } from '~/i18n/texts'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { SummaryList } from '~/ui/summary-list'

// Moving a sign-in method here: the code, until a phone has confirmed it, and then the question whether to move it.
export const handle: PageHandle = { title: 'qr.code.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { step, seen, view } = await qrMove.load(args)
  const { moves, from, done } = seen
  if (done) throw await step.finish()
  return reply({ ...view, moves, from })
}

export const action = qrMove.act

const titles: Record<string, string> = {
  confirmed: 'move.code.title_confirmed',
  denied: 'move.code.title_denied',
}

export default function MoveCode() {
  const { moves, from, ...view } = useLoaderData<typeof loader>()
  const { status } = view
  return (
    <QrCodePage
      view={view}
      title={titles[status]}
      text={isWaiting(status) ? undefined : `move.code.${status}`}
      facts={moves && from && <Agreed moves={moves} from={from} />}
      // The page first shows what would move, so the island never agrees to it.
      isSentByHand
      after={<BackToSettings />}
    >
      {moves ? (
        <>
          <input type="hidden" name="moves" value={methodText(moves)} />
          <Button text="move.code.submit" />{' '}
          {!isWaiting(status) && <Button text="qr.code.another" name="another" quiet />}
        </>
      ) : undefined}
    </QrCodePage>
  )
}

interface AgreedProps {
  moves: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['moves']>
  from: Parameters<typeof accountNames>[0]
}

/** The sign-in method that would move, and its account. */
const Agreed = ({ moves: { platform, name }, from }: AgreedProps) => {
  const { t, i18n } = useTranslation()
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
