import type { PageHandle } from '~/document/page-handle'
import { actAt, titleOfAct } from '~/features/desk/act'
import { actsAction, requireActAt } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { personAtDesk } from '~/features/desk/desk-paths'
import { type LoaderFunctionArgs, reply, useLoaderData, useParams } from '~/framework'
import { personOf } from '~/routes/desk/people/$user/person.server'
import { PersonFacts } from '~/routes/desk/people/$user/person-overview'
import { RevealedPerson } from '~/routes/desk/people/$user/revealed-person'
import { personActs } from '~/routes/desk/people/person-acts'

export const handle: PageHandle = {
  title: titleOfAct(personActs),
  named: (data) => (data as { person: { username: string } }).person.username,
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireActAt(args, personActs)
  return reply({ person: await personOf(args) })
}

export const action = actsAction(personActs)

export default function PersonAct() {
  const { person } = useLoaderData<typeof loader>()
  const one = actAt(personActs, useParams())
  if (!one) return null
  return (
    <ActPage
      act={one}
      about={<PersonFacts person={person} />}
      defaults={{ with_second: '0' }}
      back={{ path: personAtDesk(person.user_id), text: 'deskPerson.back' }}
      shown={(whole: typeof person) => <RevealedPerson person={whole} />}
    />
  )
}
