import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { sentence } from '~/i18n/sentence'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { PendingChange } from '~/routes/settings/pending-change'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// The passkeys of the account. The button asks for the proof that a new one needs, before the page that makes it.
export const handle: PageHandle = { title: 'passkeys.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const listed = await requireData(args, await client.listPasskeys({}))
  return reply({ ...listed, notice: flashOf(args.request) })
}

export const action = buttonAction({
  call: (client) => client.startPasskey({}),
  done: () => '/settings/passkeys/new',
})

export default function Passkeys() {
  const { t, i18n } = useTranslation()
  const { passkeys, most, time_zone: timeZone, notice } = useLoaderData<typeof loader>()
  const day = (at: string) => dayIn(i18n.language, timeZone, at)
  return (
    <FormPage
      page={usePageForm()}
      title="passkeys.title"
      notice={notice}
      {...(passkeys.length < most && { submit: 'passkeys.add' })}
      lead={
        <>
          <p>{t('passkeys.text')}</p>
          {passkeys.length > 0 && (
            <ul className="rows devices">
              {passkeys.map(({ passkey_id: id, label, made_at, used_at, removed_at }) => (
                <li key={id}>
                  <div>
                    <strong>
                      <bdi>{label}</bdi>
                    </strong>
                    <p>
                      {t('passkeys.made', { day: day(made_at) })}
                      <br />
                      {used_at === null ? t('passkeys.unused') : t('passkeys.used', { day: day(used_at) })}
                    </p>
                  </div>
                  <div>
                    <a
                      className="button quiet small"
                      href={`/settings/passkeys/${encodeURIComponent(id)}`}
                      aria-label={t('passkeys.change_one', { name: label })}
                    >
                      {t('passkeys.change')}
                    </a>
                  </div>
                  {removed_at !== null && (
                    <PendingChange
                      kind="passkey"
                      pending={{ at: removed_at, becomes: null, timeZone }}
                      path="/settings/passkey/keep"
                      isNew={notice === 'passkey_removal_asked'}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {passkeys.length >= most && <p>{sentence(t, t('error.too_many_passkeys'))}</p>}
        </>
      }
      after={<BackToSettings />}
    />
  )
}
