import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { lostMobileByEmail, lostMobileByPassword } from '~/flows/accounts/lost-mobile.server'
import { password } from '~/forms/field-schemas'
import { PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { NoMobile } from '~/routes/account-help/mobile-lost/no-mobile'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { visitor } from '~/session/visitor.server'

// Removing a lost mobile by email, step 3: confirm it.
export const handle: PageHandle = { title: 'lost.confirm.title' }

const Confirm = z.object({ password: password.optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await lostMobileByEmail.require(args, 'confirm')
  // Then only the account API knows what will happen.
  if (isAbsent('unusableMobileCheck')) return reply({ isKnown: false as const, email: step.to ?? '' })
  const client = await api(args)
  const answer = await client.unusableMobileCheck({ ticket: step.ticket })
  if (!answer.ok && answer.code === 'ticket_refused') throw await step.restart()
  return reply({ isKnown: true as const, ...(await requireData(args, answer)) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await lostMobileByEmail.require(args, 'confirm')
  const form = await readForm(args, Confirm)
  if (!form.ok) return form.reply()
  const [client, { jar }] = [await api(args), await visitor(args)]
  const before = jar.session
  const answer = await client.unbindUnusableMobile({ ticket: step.ticket, password: form.value.password })
  if (answer.ok && answer.data.done) {
    // Another account API may only remove the number, without signing anybody in.
    const isLeftOut = isAbsent('unusableMobileCheck') && jar.session === before
    return step.finish(isLeftOut ? { path: '/login', notice: 'lost_mobile_removed_only' } : undefined)
  }
  if (answer.ok) {
    const { takes_effect_at: takesEffectAt, time_zone: timeZone } = answer.data
    return lostMobileByPassword.begin(args, 'asked', { takesEffectAt, timeZone })
  }
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ConfirmLostMobile() {
  const found = useLoaderData<typeof loader>()
  return found.isKnown ? <Known found={found} /> : <Unknown email={found.email} />
}

/** Stops before anything is removed. */
const stop = { path: '/account-help', text: 'pendingChange.mobile.stop' }

/** The confirmation if only the proven address of the account is known. */
const Unknown = ({ email }: { email: string }) => {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm<typeof Confirm>()}
      title="lost.confirm.title"
      submit="lost.confirm.submit"
      safe={stop}
      lead={<p>{t('lost.confirm.unknown', { email })}</p>}
    />
  )
}

type Found = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isKnown: true }>

/** The confirmation with the effects and their time. */
const Known = ({ found }: { found: Found }) => {
  const { t } = useTranslation()
  const { mobile, email, hold_hours: hours, password_helps: isAtOnce } = found
  const page = usePageForm<typeof Confirm>()
  if (mobile === null) return <NoMobile />
  return (
    <FormPage
      page={page}
      title="lost.confirm.title"
      submit="lost.confirm.submit"
      safe={stop}
      lead={
        <>
          {isAtOnce && <p>{t('lost.confirm.text', { mobile })}</p>}
          {isAtOnce && <p>{t('stepUp.second.password_before')}</p>}
          <p>{t(isAtOnce ? 'lost.confirm.otherwise' : 'lost.held.text', { mobile, hours })}</p>
          <p>{t('lost.confirm.stops')}</p>
          <p>{t('lost.confirm.told', { mobile, email })}</p>
        </>
      }
    >
      {isAtOnce && <PasswordField field={page.fields.password} label="lost.confirm.password" />}
    </FormPage>
  )
}
