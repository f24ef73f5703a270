/** The parts of a browser that sending a form needs: cookies and the form token. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  /**
   * @param clientAddress of this browser, for a web app that trusts this machine as its proxy; undefined: the real one
   */
  constructor(
    readonly url: string,
    readonly clientAddress?: string,
  ) {}

  #headers(): Record<string, string> {
    const { clientAddress } = this
    const headers = { cookie: this.cookies(), 'accept-language': 'en' }
    return { ...headers, ...(clientAddress !== undefined && { 'x-forwarded-for': clientAddress }) }
  }

  /** The value of the Cookie header. */
  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The request that sends the form of the page at `path`. */
  async post(path: string, fields: Record<string, string>) {
    const page = await this.visit(path)
    const form_token = (await page.text()).match(/name="form_token" value="([^"]+)"/)?.[1]
    if (!form_token) throw new Error(`${path} has no form, status ${page.status}`)
    return {
      method: 'POST' as const,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...this.#headers() },
      body: new URLSearchParams({ form_token, ...fields }).toString(),
    }
  }

  /**
   * Fills in the form at `path`, sends it, and returns the redirect address.
   * @throws if the response is not a redirect
   */
  async send(path: string, fields: Record<string, string>): Promise<string> {
    const answer = await this.visit(path, await this.post(path, fields))
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`)
    return answer.headers.get('location') ?? ''
  }

  /** Requests a path, without following redirects, and keeps the cookies of the answer. */
  async visit(path: string, request: RequestInit = {}): Promise<Response> {
    const headers = { ...(request.headers as Record<string, string>), ...this.#headers() }
    const answer = await fetch(this.url + path, { ...request, headers, redirect: 'manual' })
    for (const setCookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (setCookie.split(';')[0] ?? '').split('=')
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return answer
  }
}
