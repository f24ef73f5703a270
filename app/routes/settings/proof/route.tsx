import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { waitingFormOf } from '~/forms/step-up/parked.server'
import { ProvingLinks } from '~/forms/step-up/proving-links'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'

// The end of a visit to a provider that proves its person: the waiting form is sent from here.
export const handle: PageHandle = { title: 'stepUp.title.second', ownForms: true }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const waiting = await waitingFormOf(args)
  if (!waiting) throw await redirectTo(args, '/settings')
  const { parked, address, isProven, isWhole, requirement } = waiting
  const { platforms } = requirement
  return reply({ parked, address, isProven, isWhole, platforms, notice: flashOf(args.request) })
}

export default function Proof() {
  const { t } = useTranslation()
  const { parked, address, isProven, isWhole, platforms, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t(isProven && isWhole ? 'stepUp.title.proven' : 'stepUp.title.second')}</h1>
      <FlashMessage notice={notice} />
      {isProven && isWhole && (
        <form method="post" action={address}>
          <FormToken />
          <input type="hidden" name="parked" value={parked} />
          <Button name="proven" text="stepUp.continue" />
        </form>
      )}
      {isProven && !isWhole && <p>{t('stepUp.second.send_again')}</p>}
      {!isProven && <ProvingLinks platforms={platforms} />}
      <LinkRows links={{ [address]: 'stepUp.close' }} />
    </>
  )
}
