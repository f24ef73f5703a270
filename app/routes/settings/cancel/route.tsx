import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { type secondWays, typedWays } from '#contract/verification/proof-errors'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { cancelAccount } from '~/flows/accounts/cancel-account.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { platformAccount } from '~/i18n/platforms'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'
import { OpenLink } from '~/ui/open-link'
import { TimedText } from '~/ui/timed-text'

// Cancelling an account, step 1: what happens, and how to prove that the account is yours.
export const handle: PageHandle = { title: 'cancel.title' }

const pressed = z.string().optional()
const Choose = z.object({
  use_mobile: pressed,
  use_email: pressed,
  use_password: pressed,
  use_authenticator: pressed,
  use_platform: pressed,
  verify_ticket: ticket.optional(),
})

/** The ways that the page offers: all but passkeys, which need script. */
const typedOf = <Way extends string>(ways: { way: Way; masked: string }[]) =>
  ways.flatMap(({ way, masked }) => (way === 'passkey' ? [] : [{ way: way as Exclude<Way, 'passkey'>, masked }]))

/** The ways of a proof. An account API that returns none sends a code to an address of the account. */
const waysOf = async (
  args: Args,
  ways: Parameters<typeof typedOf<(typeof secondWays)[number]>>[0],
  platforms: readonly object[],
) => {
  const isSent = ({ way }: { way: string }) => way === 'mobile' || way === 'email'
  if (ways.length + platforms.length > 0) return typedOf(isAbsent('verifySecond') ? ways.filter(isSent) : ways)
  const { mobile, email } = await requireData(args, await (await api(args)).accountInfo({}))
  return typedOf([
    ...(mobile === null ? [] : [{ way: 'mobile' as const, masked: mobile }]),
    ...(email === null ? [] : [{ way: 'email' as const, masked: email }]),
  ])
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const [checked, asked] = await Promise.all([client.cancelCheck({}), client.cancelVerifyWay({})])
  const check = await requireData(args, checked)
  const { ways, platforms = [] } = await requireData(args, asked)
  const shown = await waysOf(args, ways, platforms)
  return reply({ ...check, ways: shown, platforms, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Choose)
  if (!form.ok) return form.reply()
  const { use_platform, verify_ticket } = form.value
  // The form waited while its person gave a proof at a provider.
  if (verify_ticket !== undefined) return cancelAccount.begin(args, 'confirm', { ticket: verify_ticket })
  const client = await api(args)
  const asked = await client.cancelVerifyWay({})
  if (!asked.ok) return form.reply(asked)
  const { sms_code_key: key, ways, platforms = [] } = asked.data
  if (use_platform !== undefined && platforms.length > 0)
    return form.reply({ ...asked, ok: false, code: 'second_verification_required', description: 'SECOND_VALID' })
  // If a method on the page was removed meanwhile, the page is shown again with the remaining ones.
  const chosen = typedWays.find((way) => form.value[`use_${way}`] !== undefined)
  const way = (await waysOf(args, ways, platforms)).find((each) => each.way === chosen)
  if (!way) return redirectTo(args, '/settings/cancel')
  if (way.way === 'password' || way.way === 'authenticator') return cancelAccount.begin(args, way.way, { key })
  const answer = await addressCalls[way.way](client).sendCode('verifyOld')
  if (!isOnItsWay(answer)) return form.reply(answer)
  return cancelAccount.begin(args, 'code', { kind: way.way, code: sentFirst(way.masked, answer) })
}

export default function Cancel() {
  const { t, i18n } = useTranslation()
  const { blockers, subjects, losses, restorable_until, time_zone, ways, platforms, notice } =
    useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choose>()
  const day = dayIn(i18n.language, time_zone, restorable_until)
  if (blockers.length > 0)
    return (
      <>
        <h1>{t('cancel.title')}</h1>
        <p>{t('cancel.blocked')}</p>
        <ul>
          {blockers.map((blocker) => (
            <li key={blocker}>{t(`cancellationBlocker.${blocker}`, { defaultValue: blocker })}</li>
          ))}
        </ul>
        {subjects.map((subject) => (
          <LinkList
            key={subject.sec_subject_uid}
            title="cancel.manages"
            values={{ organisation: subject.subject_name }}
            links={{
              [organisationPath(subject, '/manager')]: 'cancel.hand_over',
              [organisationPath(subject, '/close')]: 'cancel.close',
            }}
          />
        ))}
        <BackToSettings />
      </>
    )
  return (
    <FormPage
      page={page}
      title="cancel.title"
      notice={notice}
      lead={
        <>
          <p>{t('cancel.at_once')}</p>
          {restorable_until !== '' && (
            <>
              <p>
                <TimedText text={t('cancel.restorable', { day })} time={day} at={restorable_until} />
              </p>
              <h2>{t('cancel.erased_title')}</h2>
              <ul>
                {losses.map(({ kind, text, platform }) => (
                  <li key={kind + text}>
                    {t(`cancelLoss.${kind}`, {
                      text: platform === undefined ? text : platformAccount(i18n.language, platform, text),
                    })}
                  </li>
                ))}
              </ul>
              <p>{t('cancel.freed')}</p>
            </>
          )}
          <p>
            <OpenLink path="/settings/export">{t('cancel.take_along')}</OpenLink>
          </p>
        </>
      }
      after={<BackToSettings />}
    >
      <h2>{t('cancel.verify_title')}</h2>
      <p>{t('cancel.verify')}</p>
      {ways.length + platforms.length === 0 && <p>{t('error.second_verification_impossible')}</p>}
      <div className="buttons">
        {ways.map(({ way, masked }) => (
          <Fragment key={way}>
            <Button name={`use_${way}`} text={`stepUp.second.use_${way}`} values={{ masked }} quiet />{' '}
          </Fragment>
        ))}
        {platforms.length > 0 && <Button name="use_platform" text="stepUp.second.go_to_platform" quiet />}
      </div>
    </FormPage>
  )
}
