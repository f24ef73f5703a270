import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { BackToSettings } from '~/components/back-to-settings'
import { Facts } from '~/components/facts'
import { MobileField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { HeldRemoval } from '~/components/held-removal'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { bindMobile } from '~/flows/bind-mobile.server'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { withMobile } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { noticeOf } from '~/session/told.server'

// The mobile of the account, and what can be done with it. Where there is none, binding one begins here.
export const handle: PageHandle = { title: 'mobile.title' }

const Bind = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { mobile, mobile_removal_at: removalAt } = await loaded(args, await client.accountInfo({}))
  return json({ mobile, removalAt, notice: noticeOf(args.request) })
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
        <PageNotice notice={notice} />
        <HeldRemoval at={removalAt} />
        <Facts facts={{ 'mobile.now': mobile }} />
        <Ways
          title="mobile.ways"
          ways={{
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
          <PageNotice notice={notice} />
          <p>{t('mobile.why')}</p>
        </>
      }
      after={<BackToSettings />}
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
