import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { BackToSettings } from '~/components/back-to-settings'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { rebindMobile } from '~/flows/rebind-mobile.server'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { leave } from '~/session/leave.server'
import { noticeOf } from '~/session/told.server'
import type { Args } from '~/session/visitor.server'

// A change of mobile begins: a code to the number that is bound.
export const handle: PageHandle = { title: 'mobile.change.title' }

const Change = z.object({})

/** The number that is bound, masked; without one there is nothing to change. */
const boundMobile = async (args: Args): Promise<string> => {
  const client = await api(args)
  const { mobile } = await loaded(args, await client.accountInfo({}))
  if (mobile === null) throw await leave(args, '/settings/mobile')
  return mobile
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return json({ mobile: await boundMobile(args), notice: noticeOf(args.request) })
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
          <PageNotice notice={notice} />
          <p>{t('mobile.change.first', { mobile })}</p>
        </>
      }
      after={
        <>
          <Ways title="mobile.change.no_sms" ways={{ '/account-help/mobile-lost': 'mobile.lost' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
