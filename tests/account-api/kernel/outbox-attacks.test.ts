import { beforeAll, expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { describeWorlds, freshMobile } from '#tests/account-api/worlds/worlds'
import { send } from '#tests/server/browser'

describeWorlds('attacks on /outbox of a local deployment, on $name', (world) => {
  beforeAll(() => world.listen())
  /** Asks for the messages to a mobile, with the Host header that a browser would send. */
  const read = (to: string, headers: Record<string, string>) =>
    send(world.baseUrl, `/outbox?to=${encodeURIComponent(to)}`, { headers })

  it('security: DNS rebinding, where a page whose name leads to 127.0.0.1 resets a password by the code in /outbox', async () => {
    const { mobile, password } = await world.registerMobile()
    const { port } = new URL(world.baseUrl)
    // The thief requests a code, as anybody may. Then the page in the victim’s browser requests its own origin.
    await world.person().sendCode({ mobile, type: mobilePurpose.resetPassword })
    for (const host of [
      `rebound.example:${port}`,
      'rebound.example',
      `localhost.rebound.example:${port}`,
      `127.0.0.1.rebound.example:${port}`,
      `localhost@rebound.example:${port}`,
      `0.0.0.0:${port}`,
      `localhost:${port}:80`,
    ]) {
      const answer = await read(mobile, { host, origin: `http://${host}` })
      expect(answer.status, host).toBe(403)
      expect(answer.text, host).not.toContain(await world.codeTo(mobile))
    }
    expect(await world.person().accountLoginV2({ account: mobile, password })).toMatchObject({ ok: true })
  })

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])(
    'security: a visitor reads /outbox through a proxy on the same machine that sends %s',
    async (header) => {
      const mobile = freshMobile()
      const code = await world.codeFor(mobile, mobilePurpose.register)
      const answer = await read(mobile, { host: new URL(world.baseUrl).host, [header]: '203.0.113.9' })
      expect(answer.status).toBe(403)
      expect(answer.text).not.toContain(code)
    },
  )

  it('happy: a person on this machine reads /outbox by any loopback name', async () => {
    const mobile = freshMobile()
    const code = await world.codeFor(mobile, mobilePurpose.register)
    const { port } = new URL(world.baseUrl)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, 'localhost']) {
      const answer = await read(mobile, { host })
      expect(answer.status, host).toBe(200)
      expect(answer.text, host).toContain(code)
    }
  })
})
