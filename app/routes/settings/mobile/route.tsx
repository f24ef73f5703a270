import { useTranslation } from 'react-i18next'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { bindMobile } from '~/flows/bind-mobile.server'
import { withMobile } from '~/forms/field-schemas'
import { MobileField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { PendingRemoval } from '~/routes/settings/mobile/pending-removal'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// The mobile of the account, and what can be done with it. Where there is none, binding one begins here.
export const handle: PageHandle = { title: 'mobile.title' }

const Bind = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { mobile, mobile_removal_at: removalAt } = await requireData(args, await client.accountInfo({}))
  return reply({ mobile, removalAt, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Bind)
  if (!form.ok) return form.reply()
  const { mobile } = form.value
  const client = await api(args)
  const answer = await client.sendCode({ mobile, type: mobilePurpose.bind })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return bindMobile.begin(args, 'code', { mobile: sentFirst(mobile, answer) })
}

export default function Mobile() {
  const { t } = useTranslation()
  const { mobile, removalAt, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Bind>()
  if (mobile !== null)
    return (
      <>
        <h1>{t('mobile.title')}</h1>
        <FlashMessage notice={notice} />
        <PendingRemoval at={removalAt} />
        <SummaryList facts={{ 'mobile.now': mobile }} />
        <LinkList
          title="mobile.ways"
          links={{
            '/settings/mobile/change': 'mobile.change.link',
            '/settings/mobile/remove': 'mobile.remove.link',
            '/account-help/mobile-lost': 'mobile.lost',
          }}
        />
        <BackToSettings />
      </>
    )
  return (
    <FormPage
      page={page}
      title="mobile.title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('mobile.why')}</p>
        </>
      }
      after={<BackToSettings />}
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
