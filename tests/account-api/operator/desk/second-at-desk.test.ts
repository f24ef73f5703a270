import { expect, it } from 'vitest'
import type { OperatorClient } from '#contract/client'
import { answeredOf, operatorsOf } from '#tests/account-api/operator/keys/operators'
import { hours } from '#tests/account-api/worlds/attacks'
import { codeOf, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'
import { enterDesk, newOperator } from './desk'

const reason = 'she has shown her passport'
const refusedTo = 'not_another_operator'

describeWorlds('two operators at the desk on $name', (world) => {
  const { own, by } = operatorsOf(world)

  type Person = Awaited<ReturnType<typeof newOperator>>

  /** The client of an operator who enters the desk in a session of today. */
  const enter = async (person: Person): Promise<OperatorClient> => by(await enterDesk(world, person))

  const wantedFor = async () => {
    const { userId: user_id } = await world.registerBothFast()
    return { user_id, to: freshEmail(), reason }
  }

  const agreed = async (first: OperatorClient, second: OperatorClient) => {
    const wanted = await wantedFor()
    answeredOf(await first.recoverUser({ ...wanted, with_second: true }))
    return codeOf(await second.confirmRecovery(wanted))
  }

  /** Two people whose roles are old enough, at the desk. */
  const twoAtDesk = async () => {
    const people = [await newOperator(world, 'support'), await newOperator(world, 'support')] as const
    world.passMinutes(hours(48))
    return { people, first: await enter(people[0]), second: await enter(people[1]) }
  }

  it('happy: two people who got the role by the application key can approve for each other', async () => {
    const { first, second } = await twoAtDesk()
    expect(await agreed(first, second)).toBe('ok')
  })

  it('security: an operator who grants the role to their own second account cannot approve with it', async () => {
    const giver = await newOperator(world, 'all')
    const spare = await newOperator(world, 'support')
    const other = await newOperator(world, 'support')
    const atDesk = await enter(giver)
    for (const { userId: user_id } of [spare, other]) {
      answeredOf(await own().removeOperator({ user_id, reason }))
      answeredOf(await atDesk.addOperator({ user_id, scopes: ['support'], reason }))
    }
    world.passMinutes(hours(48))
    const [first, second] = [await enter(spare), await enter(other)]
    expect(await agreed(first, second)).toBe(refusedTo)
    expect(await agreed(first, await enter(giver))).toBe(refusedTo)
  })

  it('security: two keys created by one operator cannot approve for each other', async () => {
    const giver = await newOperator(world, 'all')
    const atDesk = await enter(giver)
    const keyOf = async (holder: string) =>
      by(answeredOf(await atDesk.makeKey({ name: holder, holder, scopes: ['all'], days: 90 })).key)
    const [one, other] = [await keyOf('Di'), await keyOf('Ed')]
    world.passMinutes(hours(48))
    expect(await agreed(one, other)).toBe(refusedTo)
  })

  it('security: an operator’s requests end with the role, even if it is granted again', async () => {
    const { people, first, second } = await twoAtDesk()
    const wanted = await wantedFor()
    answeredOf(await first.recoverUser({ ...wanted, with_second: true }))
    answeredOf(await own().removeOperator({ user_id: people[0].userId, reason }))
    expect(codeOf(await second.confirmRecovery(wanted))).toBe(refusedTo)
    answeredOf(await own().addOperator({ user_id: people[0].userId, scopes: ['support'], reason }))
    expect(codeOf(await second.confirmRecovery(wanted))).toBe(refusedTo)
  })
})
