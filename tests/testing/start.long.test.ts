import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { type Butterfly, start } from '../../testing/deployment/start'

const folder = ownFolder('kept')
let butterfly: Butterfly
beforeAll(async () => {
  butterfly = await start({ folder: folder.path })
})
afterAll(() => butterfly.stop())

it.each([
  [{ email: true as const }, 'email'],
  [{ mobile: '+8613800004711', email: 'bo@example.com', name: 'Bo' }, 'mobile'],
])('happy: a person registers with %o', async (options, kind) => {
  const person = await butterfly.person(options)
  expect(person.identifier).toBe(person[kind as 'mobile' | 'email'])
  expect(person).toMatchObject(options.email === true ? {} : options)
})

it('happy: messages to an address are kept, and its newest code is known', async () => {
  const { mobile = '' } = await butterfly.person()
  const robot = butterfly.robot()
  await robot.open('/login/sms')
  await robot.send({ mobile })
  const { body, code } = await butterfly.lastMessage(mobile)
  expect(body).toContain(code)
  await robot.send({ code: await butterfly.lastCode(mobile) })
  expect(robot.page.path).toBe('/settings')
  await expect(butterfly.lastCode('+8613899999999')).rejects.toThrow('no such message to +8613899999999')
})

it('happy: an organisation’s manager is the person it was created for', async () => {
  const ann = await butterfly.person({ name: 'Ann' })
  const { url, name } = await butterfly.organisation(ann, { name: 'Ledger & Sons' })
  const page = await ann.robot.open(url)
  expect([page.status, page.text.includes(name)]).toEqual([200, true])
})

it('error: an address that cannot be registered is reported in the words of the page', async () => {
  await expect(butterfly.person({ email: 'nowhere' })).rejects.toThrow(
    /Sending a code to nowhere: .* answered 422\. \S/,
  )
})

it('happy: a given folder keeps its people', async () => {
  const ann = await butterfly.person()
  await butterfly.stop()
  butterfly = await start({ folder: folder.path })
  const robot = butterfly.robot()
  await robot.open('/login')
  await robot.send({ account: ann.identifier, password: ann.password })
  expect(robot.page.path).toBe('/settings')
})

it('error: a folder without a Butterfly is refused with a hint', async () => {
  await expect(start({ butterfly: folder.path })).rejects.toThrow('is not the folder of a Butterfly')
})
