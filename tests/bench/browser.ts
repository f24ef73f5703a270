/** As much of a browser as it takes to send a form: cookies and the form token. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  constructor(readonly url: string) {}

  /** The value of the Cookie header. */
  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The request that sends the form of the page at `path`. */
  async post(path: string, fields: Record<string, string>) {
    const page = await this.#ask(path, {})
    const form_token = (await page.text()).match(/name="form_token" value="([^"]+)"/)?.[1]
    if (!form_token) throw new Error(`${path} has no form, status ${page.status}`)
    return {
      method: 'POST' as const,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: this.cookies() },
      body: new URLSearchParams({ form_token, ...fields }).toString(),
    }
  }

  /** Fills the form at `path` and sends it. @throws when the response is not a redirect */
  async send(path: string, fields: Record<string, string>): Promise<void> {
    const answer = await this.#ask(path, await this.post(path, fields))
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`)
  }

  async #ask(path: string, request: RequestInit): Promise<Response> {
    const headers = { ...(request.headers as Record<string, string>), cookie: this.cookies() }
    const answer = await fetch(this.url + path, { ...request, headers, redirect: 'manual' })
    for (const setCookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (setCookie.split(';')[0] ?? '').split('=')
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return answer
  }
}
