import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as oidc from 'openid-client'
import { beforeAll, expect, it } from 'vitest'
import { locationOf } from '#tests/account-api/applications/authorisation/answers'
import { operateWith } from '#tests/account-api/applications/services/services'
import { giveRole, joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { operatorCommandsIn, read } from '#tests/docs/documents'
import { root } from '#tests/fixtures/programs/server'
import { signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { askUserInfo, codeFields, partOf, postAs } from './tokens'

/** How a program behaves as a client, and the claims that it cannot do without. */
interface Software {
  redirectUri: string
  /** The scopes as it sends them. Missing: all that a recipe sets up. */
  scope?: string
  /** Missing: in a header. */
  secretIn?: 'body' | 'nothing'
  sendsPkce?: false
  /** More parameters of its request. */
  more?: Record<string, string>
  idToken?: string[]
  userinfo?: string[]
  refreshes?: boolean
  /** What it adds to the address of sign-outs, with an ID token instead of `TOKEN`. Missing: it ends its session alone. */
  signsOut?: string
  /** Where the browser comes back to. */
  returnsTo?: string
  /** The client of a recipe for two, where it is the second. */
  second?: { recipe: string; client: string }
}

const all = 'openid profile email organisations'
/** The claims that user_oidc asks for on their own: the parameter is not supported, and changes nothing. */
const asksForClaims = { claims: '{"id_token":{"name":null,"email":null},"userinfo":{"name":null}}' }

const software: Record<string, Software> = {
  kubernetes: {
    redirectUri: 'http://localhost:8000',
    scope: 'openid organisations offline_access',
    secretIn: 'nothing',
    idToken: ['sub', 'groups'],
    refreshes: true,
  },
  grafana: {
    redirectUri: 'https://grafana.example.com/login/generic_oauth',
    scope: `${all} offline_access`,
    userinfo: ['sub', 'preferred_username', 'name', 'email', 'groups'],
    refreshes: true,
    signsOut:
      'client_id=grafana&post_logout_redirect_uri=https%3A%2F%2Fgrafana.example.com%2Flogin&id_token_hint=TOKEN',
    returnsTo: 'https://grafana.example.com/login',
  },
  gitea: {
    redirectUri: 'https://git.example.com/user/oauth2/accounts/callback',
    sendsPkce: false,
    idToken: ['sub', 'nickname', 'name', 'email', 'groups'],
    userinfo: ['sub', 'nickname', 'email', 'groups'],
    signsOut: 'client_id=gitea&post_logout_redirect_uri=https%3A%2F%2Fgit.example.com%2F',
    returnsTo: 'https://git.example.com/',
  },
  nextcloud: {
    redirectUri: 'https://cloud.example.com/apps/user_oidc/code',
    secretIn: 'body',
    more: asksForClaims,
    idToken: ['sub', 'name', 'email', 'groups'],
    signsOut: 'post_logout_redirect_uri=https://cloud.example.com/&client_id=nextcloud',
    returnsTo: 'https://cloud.example.com/',
  },
  'argo-cd': {
    redirectUri: 'https://argocd.example.com/auth/callback',
    sendsPkce: false,
    idToken: ['sub', 'email', 'groups'],
    signsOut: 'id_token_hint=TOKEN&post_logout_redirect_uri=https://argocd.example.com',
    returnsTo: 'https://argocd.example.com/',
  },
  'the command line of Argo CD': {
    second: { recipe: 'argo-cd', client: 'argo-cd-cli' },
    redirectUri: 'http://localhost:8085/auth/callback',
    scope: `${all} offline_access`,
    secretIn: 'nothing',
    idToken: ['sub', 'email', 'groups'],
    refreshes: true,
  },
  proxmox: {
    redirectUri: 'https://pve.example.com:8006',
    idToken: ['sub', 'groups'],
    userinfo: ['sub', 'groups'],
  },
  vault: {
    redirectUri: 'http://localhost:8250/oidc/callback',
    scope: 'openid profile organisations',
    idToken: ['sub', 'preferred_username', 'groups'],
    userinfo: ['sub', 'groups'],
  },
  jenkins: {
    redirectUri: 'https://jenkins.example.com/securityRealm/finishLogin',
    idToken: ['sub', 'name', 'email', 'groups'],
    userinfo: ['sub', 'name', 'email', 'groups'],
    signsOut: 'id_token_hint=TOKEN&state=5f0&post_logout_redirect_uri=https%3A%2F%2Fjenkins.example.com%2FOicLogout',
    returnsTo: 'https://jenkins.example.com/OicLogout?state=5f0',
  },
  wordpress: {
    redirectUri: 'https://blog.example.com/wp-admin/admin-ajax.php?action=openid-connect-authorize',
    scope: 'openid profile email',
    secretIn: 'body',
    sendsPkce: false,
    idToken: ['sub', 'preferred_username', 'email'],
    userinfo: ['sub', 'preferred_username', 'name', 'email'],
    signsOut:
      'id_token_hint=TOKEN&post_logout_redirect_uri=https%3A%2F%2Fblog.example.com%2Fwp-login.php%3Floggedout%3Dtrue%26wp_lang%3Den_US',
    returnsTo: 'https://blog.example.com/wp-login.php?loggedout=true&wp_lang=en_US',
  },
  'oauth2-proxy': {
    redirectUri: 'https://wiki.example.com/oauth2/callback',
    idToken: ['sub', 'email', 'email_verified', 'groups'],
    userinfo: ['sub', 'email', 'groups'],
    signsOut: 'client_id=oauth2-proxy&post_logout_redirect_uri=https%3A%2F%2Fwiki.example.com%2F',
    returnsTo: 'https://wiki.example.com/',
  },
  'mod-auth-openidc': {
    redirectUri: 'https://intranet.example.com/members/callback',
    userinfo: ['sub', 'name', 'groups'],
    signsOut: 'id_token_hint=TOKEN&post_logout_redirect_uri=https%3A%2F%2Fintranet.example.com%2F&client_id=intranet',
    returnsTo: 'https://intranet.example.com/',
  },
}

describeProtocolWorlds('recipes for clients, on $name', (world) => {
  /** Runs the operator's commands of a recipe, and answers what its client is called, and its secret. */
  const follow = async (text: string) => {
    const rules = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
    const lines = operatorCommandsIn(text, 'client')
    let secret = ''
    for (const words of lines) {
      const said = await operateWith(world, words, Buffer.from(rules))
      expect(said, words.join(' ')).toMatchObject({ ok: true })
      if (words[1] === 'add') secret = said.text.split(' ').at(-1) ?? ''
    }
    return { first: lines[0]?.[2] ?? '', secret }
  }

  it('happy: each recipe is listed, and has a test client', () => {
    // The programs behind proxies are no clients.
    const others = ['README.md', 'forward-auth.md']
    const files = readdirSync(join(root, 'docs/integrators/recipes')).filter((file) => !others.includes(file))
    expect(files.map((file) => file.replace('.md', '')).sort()).toEqual(
      Object.keys(software)
        .filter((name) => !software[name]?.second)
        .sort(),
    )
    const index = read('docs/integrators/recipes/README.md')
    for (const file of files) expect(index).toContain(`(${file})`)
  })

  /** A person with a role in an organisation, who uses every program. */
  const withRole = async () => {
    const [person, organisation] = [await signedIn(world, 'registerBoth'), await openOrganisation(world)]
    await giveRole(organisation, 'Owners', ['member.read'], await joinOrganisation(world, organisation, 'Bo', person))
    return { person, group: organisation.sec_subject_uid }
  }
  let user: Awaited<ReturnType<typeof withRole>>
  beforeAll(async () => {
    user = await withRole()
  })

  it.each(Object.keys(software))(
    'happy: %s gets the claims that it needs and signs people out, with the settings of its recipe',
    async (name) => {
      const {
        redirectUri,
        scope = all,
        secretIn,
        sendsPkce = true,
        more = {},
        second,
        ...needs
      } = software[name] as Software
      const { person } = user
      const text = read(`docs/integrators/recipes/${second?.recipe ?? name}.md`)
      const { first: key, secret } = second ? { first: second.client, secret: '' } : await follow(text)
      expect(text).toContain(redirectUri)
      const settings = text.replace(/^npm run admin .*$/gm, '')
      for (const each of scope.split(' ').slice(1)) expect(settings).toContain(each)

      const verifier = oidc.randomPKCECodeVerifier()
      const challenge = await oidc.calculatePKCECodeChallenge(verifier)
      const asked = new URLSearchParams({
        response_type: 'code',
        client_id: key,
        redirect_uri: redirectUri,
        scope,
        state: 'a-state',
        nonce: 'a-nonce',
        ...(sendsPkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
        ...more,
      })
      const back = new URL(locationOf(await person.browser.visit(`/oidc/auth?${asked}`)))
      expect(back.href.startsWith(redirectUri), back.href).toBe(true)
      const client = { key, secret: secretIn === undefined ? secret : undefined, redirectUri }
      const ask = async (fields: Record<string, string>) => {
        const posted = { ...fields, ...(secretIn === 'body' && { client_secret: secret }) }
        const answer = await postAs(world, client, '/oidc/token', posted)
        const tokens = (await answer.json()) as Record<'id_token' | 'access_token' | 'refresh_token', string>
        expect([answer.status, tokens]).toEqual([200, expect.anything()])
        return tokens
      }
      const first = await ask(codeFields(client, sendsPkce ? { back, verifier } : { back }))
      const { refresh_token = '' } = first
      expect(refresh_token !== '').toBe(needs.refreshes ?? false)
      // The claims come again with each refresh.
      const sets = needs.refreshes ? [first, await ask({ grant_type: 'refresh_token', refresh_token })] : [first]
      const group = `${name === 'kubernetes' ? 'oidc:' : ''}${user.group}`
      for (const { id_token, access_token } of sets) {
        const told = await askUserInfo(world, access_token)
        for (const [claims, names = []] of [
          [partOf(id_token, 1), needs.idToken],
          [(await told.json()) as Record<string, unknown>, needs.userinfo],
        ] as const) {
          expect(Object.keys(claims)).toEqual(expect.arrayContaining(names))
          if (names.includes('groups')) expect(claims.groups).toEqual([group, `${group}/owners`])
        }
      }
      if (needs.signsOut === undefined) return expect(text).not.toMatch(second ? /^$/ : /post-logout-uris/)
      const ending = needs.signsOut.replace('TOKEN', first.id_token)
      const page = locationOf(await person.browser.visit(`/oidc/logout?${ending}`))
      const [, request_uid = ''] = /^\/passport\/web\/logout\/([\w-]{22})$/.exec(page) ?? [page]
      expect(await person.client.openSignOutInfo({ request_uid })).toMatchObject({
        data: { returns_to: needs.returnsTo, is_for_other: false },
      })
    },
  )
})
