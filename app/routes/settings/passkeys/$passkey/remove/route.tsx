import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requirePasskey } from '~/routes/settings/passkeys/own-passkey.server'
import { passkeysPage } from '~/routes/settings/passkeys/passkeys-page'

// The last question before a passkey is removed. A person who cannot prove enough may wait instead.
export const handle: PageHandle = { title: 'passkeys.remove_title' }

/** `wait`: set by the step-up that asks for more, if its person prefers to wait. */
const Remove = z.object({ wait: z.string().optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const { label } = await requirePasskey(args)
  return reply({ label })
}

export const action = formAction(Remove, {
  call: (client, { wait }, { params }) =>
    client.removePasskey({ passkey_id: params.passkey ?? '', ...(wait === '1' && { wait: 1 }) }),
  done: (_args, { done }) => ({ path: passkeysPage, notice: done ? 'passkey_removed' : 'passkey_removal_asked' }),
  // The second of two clicks finds it gone.
  otherwise: ({ code }) => (code === 'no_such_passkey' ? passkeysPage : undefined),
})

export default function RemovePasskey() {
  const { t } = useTranslation()
  const { label } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm<typeof Remove>()}
      title="passkeys.remove_title"
      submit="passkeys.remove"
      safe={{ path: passkeysPage, text: 'passkeys.back' }}
      lead={
        <>
          <p>
            <strong>
              <bdi>{label}</bdi>
            </strong>
          </p>
          <p>{t('passkeys.remove_text')}</p>
        </>
      }
    />
  )
}
