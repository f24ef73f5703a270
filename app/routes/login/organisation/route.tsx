import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { identityId, subjectUid } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { BackToOrganisations } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { RadioField } from '~/forms/fields/radio-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { PageLinks, pageOf } from '~/ui/page-links'

// After signing in: the choice of an identity. A person in one organisation continues at once.
export const handle: PageHandle = { title: 'login.organisation.title' }

/** Identifies one of the account's identities in the form. */
interface Choice {
  subject_uid: string
  identity_id: string
}

/** An identity as the value of its radio button. */
const choiceOf = ({ subject_uid, identity_id }: Choice): string => `${subject_uid} ${identity_id}`

/** The identity in a value; undefined for any other text. The account API checks its owner. */
const choiceIn = (value: string): Choice | undefined => {
  const [subject_uid = '', identity_id = '', ...more] = value.split(' ')
  const fits = subjectUid.safeParse(subject_uid).success && identityId.safeParse(identity_id).success
  return fits && more.length === 0 ? { subject_uid, identity_id } : undefined
}

/** True when a person can act in an organisation. The manager of a suspended organisation can too, to lift the suspension. */
const mayChoose = ({ is_frozen, is_manager }: { is_frozen: number; is_manager: boolean }): boolean =>
  is_frozen === 0 || is_manager

const Choose = z.object({
  identity: z.string('login.organisation.missing').refine((typed) => choiceIn(typed) !== undefined, {
    message: 'login.organisation.missing',
  }),
})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const page = pageOf(args.request)
  const client = await api(args)
  const { subjects, has_more, acting } = await requireData(args, await client.subjectLoginList({ page }))
  const next = await returnAddressOf(args)
  const [only, ...others] = subjects
  // The account API treats the only identity as the chosen one, so nothing has to be stored.
  if (page === 1 && only && others.length === 0 && mayChoose(only))
    throw await redirectTo(args, next ?? organisationPath(only))
  return reply({
    subjects,
    chosen: subjects.find(isActing(acting)) ?? null,
    page,
    hasMore: has_more,
    next: next ?? null,
  })
}

const isActing = (acting: { identity_id: string } | null) => (subject: Choice) =>
  subject.identity_id === acting?.identity_id

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Choose)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.subjectLogin(choiceIn(form.value.identity) ?? { subject_uid: '', identity_id: '' })
  if (!answer.ok) return form.reply(answer)
  // The same person as before, so forms in other tabs stay valid.
  return redirectTo(args, (await returnAddressOf(args)) ?? organisationPath(answer.data))
}

export default function ChooseOrganisation() {
  const { t } = useTranslation()
  const { subjects, chosen, page: number, hasMore, next } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choose>(chosen ? { identity: choiceOf(chosen) } : {})
  if (subjects.length === 0) return <NoOrganisation next={next} />
  return (
    <FormPage
      page={page}
      title="login.organisation.title"
      submit="login.organisation.submit"
      after={
        <>
          <PageLinks page={number} hasMore={hasMore} />
          <BackToOrganisations />
        </>
      }
    >
      <RadioField
        field={page.fields.identity}
        label="login.organisation.choose"
        options={subjects.map((subject) => ({
          value: choiceOf(subject),
          text: subject.subject_name,
          more: [
            t(subject.is_manager ? 'organisations.managed_as' : 'organisations.member_as', {
              name: subject.deputy_name,
            }),
            ...(subject.is_frozen === 1 ? [t('organisations.frozen')] : []),
          ].join(' ·\u00A0'),
          disabled: !mayChoose(subject),
        }))}
      />
    </FormPage>
  )
}

const NoOrganisation = ({ next }: { next: string | null }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('login.organisation.none_title')}</h1>
      <p>{t('organisations.none')}</p>
      <p>
        <a className="button" href="/settings/organisations/new">
          {t('organisations.create')}
        </a>
      </p>
      <nav className="ways" aria-label={t('login.organisation.go_on')}>
        <h2>{t('login.organisation.go_on')}</h2>
        <ul className="rows">
          <li>
            <a href={next ?? '/settings'}>
              {t(next ? 'login.organisation.to_page' : 'login.organisation.to_settings')}
            </a>
          </li>
        </ul>
      </nav>
    </>
  )
}
