import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { qrMove } from '~/flows/qr-move.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireSignedIn } from '~/navigation/guards.server'
import { askForMove } from '~/sign-in/qr-code.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { Steps } from '~/ui/steps'

// Moving a number, an email or a third-party identity here from another account, by a QR code: what it takes.
export const handle: PageHandle = { title: 'move.title' }

const Show = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Show)
  if (!form.ok) return form.reply()
  const asked = await askForMove(args)
  return asked.ok ? qrMove.begin(args, 'code', asked.code) : form.reply(asked)
}

export default function Move() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Show>()
  return (
    <FormPage
      page={page}
      title="move.title"
      submit="qr.show"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('move.text')}</p>
          <p>{t('move.means')}</p>
          <Steps
            steps={[
              { text: 'qr.step_show' },
              { text: 'qr.step_scan' },
              { text: 'move.step_number' },
              { text: 'move.step_agree' },
            ]}
          />
        </>
      }
      after={<BackToSettings />}
    />
  )
}
