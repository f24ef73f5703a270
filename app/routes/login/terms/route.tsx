import { Trans, useTranslation } from 'react-i18next'
import { z } from 'zod'
import { termsVersionName } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { OperatorPage } from '~/forms/agreement'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { languageOf } from '~/i18n/i18n.server'
import { fullLanguageOf } from '~/i18n/texts'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { useBrand } from '~/runtime/brand'
import type { Args } from '~/runtime/load-context'
import { askedTerms } from '~/runtime/terms.server'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'
import { TimedText } from '~/ui/timed-text'

// The operator has new terms: a person accepts them and continues, or declines them and is signed out.
export const handle: PageHandle = { title: 'terms.title' }

const Decide = z.object({ version: termsVersionName.catch(''), decline: z.string().optional() })

const goOn = async (args: Args) => redirectTo(args, (await returnAddressOf(args)) ?? '/settings')

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { terms_due } = await requireData(args, await client.accountInfo({}))
  const terms = askedTerms()
  if (terms === undefined || terms.version !== terms_due) throw await goOn(args)
  const { version, countFrom, changes } = terms
  return reply({ version, countFrom, changes: changes?.[fullLanguageOf(await languageOf(args))] ?? null })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  if (form.value.decline !== undefined) {
    await endSessionHere(args)
    return redirectAndRotate(args, '/login/terms/declined')
  }
  const answer = await (await api(args)).acceptTerms({ terms_version: form.value.version })
  return answer.ok ? goOn(args) : form.reply(answer)
}

export default function Terms() {
  const { t, i18n } = useTranslation()
  const { version, countFrom, changes } = useLoaderData<typeof loader>()
  const { terms, privacy } = useBrand() ?? {}
  const day = dayIn(i18n.language, 'UTC', countFrom)
  return (
    <FormPage
      page={usePageForm<typeof Decide>()}
      title="terms.title"
      lead={
        <>
          <p>
            <TimedText text={t('terms.lead', { day })} time={day} at={countFrom} />
          </p>
          {changes !== null && (
            <>
              <h2>{t('terms.changes')}</h2>
              <p>{changes}</p>
            </>
          )}
          <p>
            <Trans
              i18nKey={privacy === undefined ? 'terms.read' : 'terms.read_both'}
              components={{ terms: <OperatorPage href={terms} />, privacy: <OperatorPage href={privacy} /> }}
            />
          </p>
          <p>{t('terms.declining')}</p>
        </>
      }
      after={
        <LinkList
          title="terms.without"
          links={{
            '/settings/export': 'terms.export',
            '/settings/cancel': 'terms.cancel',
            '/passport/web/logout': 'settings.sign_out',
          }}
        />
      }
    >
      <input type="hidden" name="version" value={version} />
      <Button text="terms.accept" /> <Button name="decline" text="terms.decline" quiet />
    </FormPage>
  )
}
