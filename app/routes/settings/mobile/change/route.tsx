import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindMobile } from '~/flows/rebind-mobile.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/session/visitor.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// A change of mobile begins: a code to the number that is bound.
export const handle: PageHandle = { title: 'mobile.change.title' }

const Change = z.object({})

/** The number that is bound, masked; without one there is nothing to change. */
const boundMobile = async (args: Args): Promise<string> => {
  const client = await api(args)
  const { mobile } = await requireData(args, await client.accountInfo({}))
  if (mobile === null) throw await redirectTo(args, '/settings/mobile')
  return mobile
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ mobile: await boundMobile(args), notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const mobile = await boundMobile(args)
  const client = await api(args)
  const answer = await client.sendCode({ type: mobilePurpose.verifyOld })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return rebindMobile.begin(args, 'old', { mobile: sentFirst(mobile, answer) })
}

export default function ChangeMobile() {
  const { t } = useTranslation()
  const { mobile, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  return (
    <FormPage
      page={page}
      title="mobile.change.title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('mobile.change.first', { mobile })}</p>
        </>
      }
      after={
        <>
          <LinkList title="mobile.change.no_sms" links={{ '/account-help/mobile-lost': 'mobile.lost' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
