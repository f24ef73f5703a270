import { expect, it } from 'vitest'
import { tellInviters } from '#account-api/organisations/invitation-answers/tell-inviters'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { atOnce, dataOf, describeWorlds, freshEmail, withFailingTexts } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { inviteByLink, inviteMobile } from './invitations'

describeWorlds('messages to an inviter on $name', (world) => {
  const opened = async (people: number) => {
    const at = await openOrganisation(world, 'Riverside School')
    const email = freshEmail()
    const { userId } = at.manager
    await world.storage.accounts.bind({ kind: 'email', value: email, accountId: userId, at: world.deployment.now() })
    const { invite_ticket } = await inviteByLink(at, people)
    const accept = async (deputy_name: string) => {
      const { client } = await world.registerMobileOnly()
      return dataOf(await client.acceptInvitation({ invite_ticket, deputy_name }))
    }
    return { ...at, email, accept }
  }

  const told = async (email: string) =>
    (await world.storage.outbox.newest(email, 100)).map(({ body }) => body).reverse()
  const tell = () => tellInviters(world.service)

  it('happy: an acceptance after a quiet hour is reported by name to the email only, and the next hour’s in one message', async () => {
    const { email, accept, manager, sec_subject_uid } = await opened(5)
    const before = await world.messagesTo(manager.mobile)
    await accept('Bo')
    await tell()
    const page = `http://localhost:3000/settings/organisations/${sec_subject_uid}/invitations`
    const first = `"Bo" accepted your invitation to the organisation "Riverside School" on Butterfly. See your invitations here: ${page}`
    expect((await told(email)).map(plain)).toEqual([first])
    await accept('Eve')
    await accept('Dan')
    world.passMinutes(59)
    await tell()
    expect(await told(email)).toHaveLength(1)
    world.passMinutes(1)
    await tell()
    expect((await told(email))[1]).toContain('were answered: 2 accepted. See them here')
    world.passMinutes(60)
    await tell()
    await accept('Fay')
    await tell()
    expect((await told(email))[2]).toContain('Fay')
    expect(await world.messagesTo(manager.mobile)).toBe(before)
  })

  it('happy: a declined invitation is reported without a name', async () => {
    const at = await opened(1)
    const { client, mobile } = await world.registerMobileOnly()
    const { invite_ticket } = await inviteMobile(at, mobile)
    dataOf(await client.declineInvitation({ invite_ticket }))
    await tell()
    expect((await told(at.email))[0]).toContain('were answered: 1 declined')
  })

  it('error: an inviter whose message fails is notified later', async () => {
    const { email, accept } = await opened(1)
    await accept('Bo')
    await withFailingTexts(world, tell)
    expect(await told(email)).toEqual([])
    world.passMinutes(10)
    await tell()
    expect(await told(email)).toHaveLength(1)
  })

  it('security: concurrent answers and messages lose and repeat nothing', async () => {
    const { email, accept } = await opened(20)
    await atOnce(6, (turn) => accept(`Person ${turn}`))
    await atOnce(3, tell)
    await atOnce(4, async (turn) => Promise.all([accept(`Later ${turn}`), tell()]))
    world.passMinutes(60)
    await atOnce(3, tell)
    const bodies = await told(email)
    expect(bodies.map((body) => body.match(/(\d+) accepted/)?.[1])).toEqual(['6', '4'])
  })

  it('security: nobody is notified of answers in a suspended organisation', async () => {
    const { email, accept, id } = await opened(2)
    await accept('Bo')
    await writeInto(world.place, "update organisations set frozen_by = 'operator' where id = $1", [id])
    await tell()
    expect(await told(email)).toEqual([])
  })
})

/** A mail with straight quotation marks. */
const plain = (body: string): string => body.replace(/[“”]/g, '"')
