import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Failure } from '#contract/client'
import type { PageHandle } from '~/document/page-handle'
import { readForm } from '~/forms/read-form.server'
import { stepUpFor, stepUpResponse } from '~/forms/step-up/step-up.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { askedFirst } from '~/navigation/guards/verify-first.server'
import { redirectTo } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { keepCaptchaProof } from '~/session/captcha-proof.server'

// For a page whose data need a captcha or a second verification first. It leads back to that page, which repeats its
// call.
export const handle: PageHandle = { title: 'stepUp.title.captcha' }

const nothing = z.object({})
const longest = 8192

export const loader = async (args: LoaderFunctionArgs) => {
  const next = (await returnAddressOf(args)) ?? '/settings'
  const asked = await askedFirst(args)
  const closed = new URL(args.request.url).searchParams.has('closed')
  const failure = { ok: false, description: '', logId: '', ...asked } as Failure
  const stepUp = asked && !closed ? await stepUpFor(args, new FormData(), failure, longest) : undefined
  if (stepUp) throw stepUpResponse(stepUp)
  if (!closed) throw await redirectTo(args, next)
  return reply({ next })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, nothing)
  const { pathname, searchParams } = new URL(args.request.url)
  if (!form.ok) {
    searchParams.set('closed', '1')
    return redirectTo(args, `${pathname}?${searchParams}`)
  }
  return redirectTo(args, (await returnAddressOf(args)) ?? '/settings', { cookies: await keepCaptchaProof(args) })
}

export default function Verify() {
  const { t } = useTranslation()
  const { next } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('stepUp.title.captcha')}</h1>
      <p>{t('stepUp.closed')}</p>
      <p>
        <a className="button" href={next}>
          {t('stepUp.again')}
        </a>
      </p>
    </>
  )
}
