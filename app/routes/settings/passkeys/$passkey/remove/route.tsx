import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requirePasskey } from '../../own-passkey.server'
import { passkeysPage } from '../../passkeys-page'

// The last question before a passkey is removed.
export const handle: PageHandle = { title: 'passkeys.remove_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { label } = await requirePasskey(args)
  return reply({ label })
}

export const action = buttonAction({
  call: (client, _typed, { params }) => client.removePasskey({ passkey_id: params.passkey ?? '' }),
  done: () => ({ path: passkeysPage, notice: 'passkey_removed' }),
  // The second of two clicks finds none.
  otherwise: ({ code }) => (code === 'no_such_passkey' ? passkeysPage : undefined),
})

export default function RemovePasskey() {
  const { t } = useTranslation()
  const { label } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
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
