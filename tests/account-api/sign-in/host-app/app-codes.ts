import { createHash, randomBytes } from 'node:crypto'
import type { Client } from '#contract/client'
import { dataOf } from '#tests/account-api/worlds/world'

export const scheme = 'com.example.app'

/** A host app that requests a sign-in: its verifier, and what it sends. */
export const hostApp = (own = scheme) => {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, asked: { scheme: own, code_challenge, state: randomBytes(8).toString('hex') } }
}

/** The deep link that a browser is sent to, and the code in it. */
export const codeFor = async (client: Client, asked: ReturnType<typeof hostApp>['asked']) => {
  const { url: link } = dataOf(await client.issueAppCode(asked))
  return { link, code: new URL(link).searchParams.get('code') ?? '' }
}
