import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { qrMove } from '~/features/qr-codes/qr-move.server'
import { isScannedBlind } from '~/features/qr-codes/scan-without-look.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Steps } from '~/ui/steps'

// Moving a number, an email or a third-party identity here from another account, by a QR code: explains what is needed.
export const handle: PageHandle = { title: 'move.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ notice: flashOf(args.request), isPlain: isScannedBlind('change_bind') })
}

export const action = qrMove.show

export default function Move() {
  const { t } = useTranslation()
  const { notice, isPlain } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="move.title"
      submit="qr.show"
      notice={notice}
      lead={
        <>
          <p>{t('move.text')}</p>
          <p>{t('move.means')}</p>
          <Steps
            steps={[
              { text: 'qr.step_show' },
              { text: isPlain ? 'qr.step_scan_only' : 'qr.step_scan' },
              { text: isPlain ? 'move.step_choose' : 'move.step_number' },
              { text: 'move.step_agree' },
            ]}
          />
        </>
      }
      after={<BackToSettings />}
    />
  )
}
