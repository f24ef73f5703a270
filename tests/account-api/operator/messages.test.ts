import { describe, expect, it } from 'vitest'
import { batchRule } from '#account-api/kernel/queue/batches'
import { messageRule } from '#account-api/operator/messages/message-acts'
import { emailPurpose } from '#contract/terms/purposes'
import { operate } from '#tests/account-api/applications/services/services'
import { freshEmail, worldForTest } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { changeForTest } from '#tests/fixtures/hooks'

const reason = 'the mail server is well again'
const minute = 60_000

describe.each(databases)('the message queue for operators on $name', (database) => {
  const open = async () => {
    const world = await worldForTest(database)
    /** A message with a code, to an address without an account. */
    const message = async () => {
      const email = freshEmail()
      await world.codeFor(email, emailPurpose.register)
      const [entry] = await world.storage.outbox.newest(email, 1)
      if (!entry) throw new Error('no message')
      return entry
    }
    const fail = async (forMs: number) => {
      const entry = await message()
      await world.storage.outbox.postpone(entry.id, world.deployment.now() + forMs, 'EENVELOPE 450')
      return entry
    }
    const due = async () => {
      const lane = { channel: 'email', kind: 'codes' } as const
      const now = world.deployment.now() + 1
      return (await world.storage.outbox.claim(lane, now, now + minute, 100)).map(({ id }) => id)
    }
    const ask = (...words: string[]) => operate(world, 'messages', ...words)
    return { world, message, fail, due, ask }
  }

  it('happy: the queue counts messages by channel and age, and names the oldest', async () => {
    const { world, message, ask } = await open()
    const { createdAt } = await message()
    world.passMinutes(11)
    await message()
    const said = await ask()
    expect(said.text).toContain('email\t2 wait\tolder than 1 min: 1\tolder than 10 min: 1\tolder than 60 min: 0')
    expect(said.text).toContain(`oldest ${new Date(createdAt).toISOString()}`)
    expect(said.text).toContain('sms\t0 wait')
  })

  it('happy: failed messages are listed with the answer, and retried one by one or by channel in batches', async () => {
    const { fail, due, ask } = await open()
    const [first, second, third] = [await fail(10 * minute), await fail(10 * minute), await fail(10 * minute)]
    const listed = await ask('failed', 'email')
    expect(listed.text.split('\n')).toHaveLength(3)
    expect(listed.text).toContain('answer: EENVELOPE 450')
    expect(await ask('retry', first.id, '--reason', reason)).toMatchObject({ ok: true })
    expect(await due()).toEqual([first.id])
    changeForTest(batchRule, { rows: 1 })
    changeForTest(messageRule, { mostRetried: 1 })
    expect((await ask('retry', 'all', 'email', '--reason', reason)).text).toBe('2 messages by email are retried now.')
    expect((await due()).sort()).toEqual([second.id, third.id].sort())
  })

  it('security: neither a message’s text, code and link nor its whole address is ever shown', async () => {
    const { fail, ask } = await open()
    const { id, to, code, body } = await fail(10 * minute)
    const said = [
      await ask(),
      await ask('failed', 'email'),
      await ask('retry', id, '--reason', reason),
      await ask('drop', id, '--reason', reason),
      await ask('failed', 'email'),
    ]
    const text = said.map((each) => each.text).join('\n')
    for (const secret of [to, code ?? 'none', body]) expect(text).not.toContain(secret)
  })

  it('security: a message that may be in delivery is not made due a second time', async () => {
    const { message, due, ask } = await open()
    const { id } = await message()
    expect(await due()).toEqual([id])
    expect((await ask('retry', id, '--reason', reason)).text).toContain('within a minute anyway')
    expect((await ask('retry', 'all', 'email', '--reason', reason)).text).toContain('0 messages')
    expect(await due()).toEqual([])
  })

  it('happy: a dropped message is shown in its account’s activity', async () => {
    const { world, due, ask } = await open()
    const { email, userId, client } = await world.registerEmail()
    await client.sendEmailCode({ email, type: emailPurpose.login })
    const [{ id } = { id: '' }] = await world.storage.outbox.newest(email, 1)
    expect(await ask('drop', id, '--reason', 'it was written by mistake')).toMatchObject({ ok: true })
    expect(await due()).not.toContain(id)
    expect((await world.activityOf(userId))[0]).toEqual(['message_dropped', 'it was written by mistake'])
    expect(await ask('drop', id, '--reason', reason)).toMatchObject({ ok: false })
    expect((await ask('retry', id, '--reason', reason)).text).toContain('its text is erased')
  })

  it('error: unknown channels and messages, and an act without a reason, are refused', async () => {
    const { fail, ask } = await open()
    const { id } = await fail(10 * minute)
    expect((await ask('failed', 'fax')).text).toContain('is no channel')
    expect((await ask('retry', 'all', 'fax', '--reason', reason)).text).toContain('is no channel')
    expect((await ask('retry', 'none', '--reason', reason)).text).toBe('No message none waits.')
    expect((await ask('drop', id, '--reason', '')).text).toContain('Give a reason')
  })
})
