import { useTranslation } from 'react-i18next'
import { mayMakeNamed } from '#contract/operator/operator-calls'
import type { UserShown } from '#contract/operator/people/user-shown'
import type { PageHandle } from '~/document/page-handle'
import { ActLinks } from '~/features/desk/desk-links'
import { personAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashedUntil, flashOf } from '~/navigation/flash/flash.server'
import { personActs } from '~/routes/desk/people/person-acts'
import { awaitingRecoveryOf } from '~/routes/desk/people/recoveries/recoveries.server'
import { requireOperator } from '~/runtime/operator.server'
import { FormToken } from '~/session/form-token'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { personOf } from './person.server'
import { PersonOverview } from './person-overview'

// The overview of a person for an operator. Addresses are masked until the operator asks for them.
export const handle: PageHandle = {
  title: 'deskPerson.title',
  named: (data) => (data as { person: { username: string } }).person.username,
  ownForms: true,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const { scopes } = await requireOperator(args, 'showUser')
  const person = await personOf(args)
  const isAwaiting = hasRecovery(person) && (await awaitingRecoveryOf(args, person.user_id)) !== undefined
  return reply({
    ...{ person, scopes, isAwaiting },
    notice: flashOf(args.request),
    until: flashedUntil(args.request),
  })
}

export default function Person() {
  const { t } = useTranslation()
  const moment = useMoment()
  const { person, scopes, isAwaiting, notice, until } = useLoaderData<typeof loader>()
  const path = personAtDesk(person.user_id)
  return (
    <>
      <h1>
        <bdi>{person.username}</bdi>
      </h1>
      <FlashMessage notice={notice} {...(until !== null && { values: { time: moment(until) } })} />
      <PersonOverview
        person={person}
        opensOrganisations={mayMakeNamed(scopes, 'showOrganisation')}
        awaitsOperator={isAwaiting}
      >
        {mayMakeNamed(scopes, 'revealUser') && (
          <form method="post" action={`${path}/reveal`}>
            <FormToken />
            <p>{t('act.revealUser.text')}</p>
            <Button text="act.revealUser.submit" quiet />
          </form>
        )}
        <ActLinks acts={personActs} path={path} scopes={scopes} without={['reveal', ...uselessActs(person)]} />
      </PersonOverview>
      <BackLink path="/desk/people" text="deskPerson.back_to_search" />
    </>
  )
}

type State = Pick<UserShown, 'frozen_at' | 'erased_on' | 'pending' | 'sessions'>

/** True while a recovery of the person is open. */
const hasRecovery = ({ pending }: Pick<UserShown, 'pending'>): boolean =>
  pending.some(({ method }) => method === 'recovery_link')

/** The acts that would change nothing in the person's present state, by the last part of their URL. */
const uselessActs = ({ frozen_at, erased_on, pending, sessions }: State): string[] => {
  const isOpen = frozen_at === null && erased_on === null
  const isRecovered = hasRecovery({ pending })
  const useful = {
    freeze: frozen_at === null,
    unfreeze: frozen_at !== null,
    'end-sessions': sessions.length > 0,
    restore: erased_on !== null,
    recover: isOpen && !isRecovered,
    'stop-recovery': isRecovered,
  }
  return Object.entries(useful).flatMap(([name, isUseful]) => (isUseful ? [] : [name]))
}
